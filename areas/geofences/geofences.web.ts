import { IconBell, IconPolygon } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { geofenceTopic } from './alert.contract.ts';
import { contract } from './geofences.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: { '/geofence-event': lazyPage(async () => (await import('./events/events.page.tsx')).GeofenceEvents) },
  tabs: {
    geofence: {
      tabs: [],
      panels: [
        {
          place: 'main',
          order: 10,
          shows: ['points'],
          component: lazyPage(async () => (await import('./draw/shape.panel.tsx')).ShapePanel),
        },
      ],
      form: lazyPage(async () => (await import('./draw/shape-form.part.tsx')).ShapeFormPart),
    },
  },
  hears: [{ topic: geofenceTopic, load: async () => (await import('./alert-toast.web.ts')).hearAlert }],
  icons: { polygon: IconPolygon, bell: IconBell },
};
