import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'trips',
  pages: [
    // Whoever may view trips; the screen asks.
    { path: '/replay' },
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
