import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'compliance',
  pages: [
    {
      path: '/obligations',
      key: 'obligation',
      name: 'Renewals',
      menu: { group: 'group-work', icon: 'calendar-due', order: 50 },
      actions: ['view'],
      clients: ['view'],
      inClientMenu: true,
    },
  ],
};
