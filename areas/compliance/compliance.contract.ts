import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'compliance',
  pages: [
    {
      path: '/obligations',
      key: 'obligation',
      name: 'Obligations',
      menu: { group: 'group-fleet', icon: 'calendar-due', order: 50 },
      actions: ['view'],
      clients: ['view'],
      inClientMenu: true,
    },
  ],
};
