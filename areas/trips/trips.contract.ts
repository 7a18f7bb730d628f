import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'trips',
  pages: [
    {
      path: '/vehicle-trips',
      nested: true,
      key: 'vehicle-trips',
      name: 'Trips',
      menu: { group: 'group-fleet', icon: 'route', order: 130, needs: 'export' },
      actions: ['view', 'export'],
      clients: ['view', 'export'],
      inClientMenu: true,
    },
  ],
};
