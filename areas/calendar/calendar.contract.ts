import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'calendar',
  pages: [
    {
      path: '/calendar',
      key: 'calendar',
      name: 'Calendar',
      menu: {
        group: 'group-work',
        icon: 'calendar-month',
        order: 51,
        clientTabOf: 'obligation',
        staffTabOf: 'obligation',
      },
      actions: ['view', 'export'],
      clients: ['view', 'export'],
      inClientMenu: true,
    },
  ],
};
