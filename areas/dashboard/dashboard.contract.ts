import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'dashboard',
  pages: [
    {
      path: '/dashboard',
      key: 'dashboard',
      name: 'Dashboard',
      menu: { group: null, icon: 'layout-dashboard', order: 0 },
      actions: ['view'],
      clients: ['view'],
      inClientMenu: true,
    },
  ],
};
