import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'audit',
  pages: [
    {
      path: '/history',
      key: 'history',
      name: 'History',
      menu: { group: 'group-settings', icon: 'history', order: 100, clientTabOf: 'organisation', needs: 'export' },
      actions: ['view', 'export'],
      clients: ['view', 'export'],
      inClientMenu: true,
    },
  ],
};
