import type { AreaContract } from '#kit/contract/area.ts';
import { geofence } from './geofence/geofence.contract.ts';

export const contract: AreaContract = {
  name: 'geofences',
  catalogues: [geofence],
  pages: [
    {
      path: '/geofence-event',
      key: 'geofence-event',
      name: 'Geofence alerts',
      menu: {
        group: 'group-fleet',
        icon: 'bell',
        order: 133,
        tabOf: 'geofence',
        clientTabOf: 'live-map',
        staffTabOf: 'live-map',
      },
      actions: ['view', 'export'],
      clients: ['view', 'export'],
      inClientMenu: true,
    },
  ],
};
