import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'livemap',
  pages: [
    {
      path: '/live-map',
      key: 'live-map',
      name: 'Live map',
      menu: { group: 'group-fleet', icon: 'map-pin', order: 5 },
      actions: ['view'],
      clients: ['view'],
      inClientMenu: true,
    },
  ],
};
