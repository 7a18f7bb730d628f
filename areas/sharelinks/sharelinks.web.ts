import { IconLink } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './sharelinks.contract.ts';
import { open } from './sharelinks.open.web.ts';

const right = { module: 'share-link', action: 'create' } as const;

export const web: AreaWeb = {
  contract,
  screens: {
    ...open,
    '/share-link': lazyPage(async () => (await import('./links/links.page.tsx')).ShareLinks),
  },
  actions: {
    vehicle: [
      {
        key: 'share-link',
        label: 'shareLink.create',
        needs: 'view',
        also: right,
        ownOnly: true,
        inMenu: true,
        dialog: lazyPage(async () => (await import('./links/share.act.tsx')).ShareVehicleRow),
      },
    ],
  },
  acts: [
    {
      on: 'live-map',
      needs: right,
      ownOnly: true,
      component: lazyPage(async () => (await import('./links/share.act.tsx')).ShareVehicle),
    },
    {
      on: 'vehicle-trips',
      needs: right,
      ownOnly: true,
      component: lazyPage(async () => (await import('./links/share.act.tsx')).ShareTrip),
    },
  ],
  icons: { link: IconLink },
};
