import { IconRoute } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import type { RecordPanel, RecordTab } from '#kit/web/catalogue/record/record-tabs.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './trips.contract.ts';

const tripsOf = (name: 'VehicleTrips' | 'DriverTrips' | 'DeviceTrips', order: number): RecordTab => ({
  slug: 'trips',
  order,
  label: 'trips.title',
  needs: 'view',
  also: 'vehicle-trips',
  component: lazyPage(async () => (await import('./list/trips.tab.tsx'))[name]),
});

const obdOf = (name: 'VehicleObd' | 'DeviceObd', order: number): RecordTab => ({
  slug: 'obd',
  order,
  label: 'obd.title',
  needs: 'view',
  ...(name === 'VehicleObd' ? { also: 'vehicle-trips' } : {}),
  component: lazyPage(async () => (await import('./obd/obd.tab.tsx'))[name]),
});

const panelOf = (
  name: 'VehiclePosition' | 'VehicleLatestTrips' | 'DriverLatestTrips' | 'DevicePosition',
  order: number,
): RecordPanel => ({
  place: 'side',
  order,
  also: 'vehicle-trips',
  component: lazyPage(async () => (await import('./list/latest-trips.panel.tsx'))[name]),
});

export const web: AreaWeb = {
  contract,
  screens: {
    '/replay': lazyPage(async () => (await import('./replay/replay.page.tsx')).ReplayPage),
    '/vehicle-trips': lazyPage(async () => (await import('./trips.page.tsx')).TripSpace),
  },
  tabs: {
    vehicle: {
      tabs: [tripsOf('VehicleTrips', 30), obdOf('VehicleObd', 50)],
      panels: [panelOf('VehiclePosition', 5), panelOf('VehicleLatestTrips', 20)],
    },
    drivers: {
      tabs: [tripsOf('DriverTrips', 40)],
      panels: [panelOf('DriverLatestTrips', 20)],
    },
    device: {
      panels: [panelOf('DevicePosition', 20)],
      tabs: [
        {
          slug: 'fixes',
          order: 10,
          label: 'devices.fixes',
          needs: 'view',
          component: lazyPage(async () => (await import('./positions/positions.tab.tsx')).DeviceFixes),
        },
        tripsOf('DeviceTrips', 20),
        obdOf('DeviceObd', 35),
      ],
    },
  },
  columns: {
    vehicle: [
      {
        key: 'lastSeen',
        label: 'trips.lastSeen',
        after: 'driverId',
        also: 'vehicle-trips',
        onCard: 'aside',
        component: lazyPage(async () => (await import('./positions/last-seen.tsx')).LastSeen),
      },
    ],
  },
  icons: { route: IconRoute },
};
