import { IconShare } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import type { AreaAction } from '#kit/web/catalogue/area-actions.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './sharing.contract.ts';

const share: AreaAction = {
  key: 'share',
  label: 'sharing.share',
  needs: 'edit',
  also: { module: 'vehicle-invitation', action: 'create' },
  inMenu: true,
  dialog: lazyPage(async () => (await import('./given/share-vehicle.dialog.tsx')).ShareVehicle),
};

export const web: AreaWeb = {
  contract,
  screens: { '/shared-vehicle': lazyPage(async () => (await import('./shared-space.page.tsx')).SharedSpace) },
  actions: { vehicle: [share] },
  tabs: {
    vehicle: {
      tabs: [
        {
          slug: 'shares',
          order: 60,
          label: 'sharing.shares',
          needs: 'view',
          also: 'vehicle-invitation',
          component: lazyPage(async () => (await import('./given/vehicle-shares.tab.tsx')).VehicleShares),
        },
      ],
    },
  },
  icons: { share: IconShare },
};
