import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'reports',
  pages: [
    {
      path: '/reports',
      key: 'report',
      name: 'Reports',
      menu: { group: 'group-fleet', icon: 'report-analytics', order: 131 },
      actions: ['view', 'export'],
      clients: ['view', 'export'],
      inClientMenu: true,
    },
  ],
};
