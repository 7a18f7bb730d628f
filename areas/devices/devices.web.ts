import { IconDeviceMobilePin, IconHeartbeat } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import type { AreaAction } from '#kit/web/catalogue/area-actions.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './devices.contract.ts';

const setSituation: AreaAction = {
  key: 'situation',
  label: 'devices.situation',
  needs: 'edit',
  dialog: lazyPage(async () => (await import('./registry/operational-status.dialog.tsx')).SetDeviceOperationalStatus),
};
const bind: AreaAction = {
  key: 'bind',
  label: 'devices.bind',
  needs: 'edit',
  inMenu: true,
  dialog: lazyPage(async () => (await import('./installations/install-device.dialog.tsx')).BindDevice),
};
const give: AreaAction = {
  key: 'give',
  label: 'devices.give',
  needs: 'approve',
  inMenu: true,
  dialog: lazyPage(async () => (await import('./registry/change-owner.dialog.tsx')).GiveDevice),
};

export const web: AreaWeb = {
  contract,
  work: {
    'devices-offline': {
      title: 'devices.work.offline',
      unit: 'devices.work.offlineUnit',
      parts: { short: 'devices.work.short' },
    },
  },
  screens: {
    '/device-health': lazyPage(async () => (await import('./health/device-health.page.tsx')).DeviceHealthBoard),
  },
  actions: { device: [setSituation, bind, give] },
  tabs: {
    vehicle: {
      panels: [
        {
          place: 'side',
          order: 15,
          also: 'device',
          component: lazyPage(async () => (await import('./installations/device-card.panel.tsx')).DeviceCard),
        },
        {
          place: 'banner',
          order: 30,
          also: 'device',
          component: lazyPage(async () => (await import('./installations/device.fact.tsx')).DeviceFact),
        },
      ],
      tabs: [
        {
          slug: 'devices',
          order: 40,
          label: 'devices.ofVehicle',
          needs: 'view',
          instead: 'device',
          component: lazyPage(async () => (await import('./installations/installations.tab.tsx')).VehicleDevices),
        },
      ],
    },
    device: {
      firstTabs: ['health', 'trips', 'fixes', 'bindings'],
      shows: ['identifier', 'state', 'vehicleId', 'lastSeenAt'],
      header: lazyPage(async () => (await import('./registry/device-head.tsx')).DeviceHead),
      banner: lazyPage(async () => (await import('./registry/device-banner.tsx')).DeviceBanner),
      panels: [
        {
          place: 'side',
          order: 10,
          component: lazyPage(async () => (await import('./installations/vehicle-card.panel.tsx')).VehicleOfDevice),
        },
      ],
      tabs: [
        {
          slug: 'health',
          order: 30,
          label: 'devices.health',
          needs: 'view',
          component: lazyPage(async () => (await import('./health/device-health.tab.tsx')).DeviceHealthTab),
        },
        {
          slug: 'bindings',
          order: 50,
          label: 'devices.bindings',
          needs: 'view',
          component: lazyPage(async () => (await import('./installations/installations.tab.tsx')).DeviceBindings),
        },
      ],
    },
  },
  icons: { 'device-mobile-pin': IconDeviceMobilePin, heartbeat: IconHeartbeat },
};
