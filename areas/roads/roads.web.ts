import { IconFileImport } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './roads.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: {
    '/road-import': lazyPage(async () => (await import('./import/screen/road-imports.page.tsx')).RoadImportSpace),
  },
  tabs: {
    road: {
      tabs: [],
      panels: [
        {
          place: 'side',
          order: 30,
          component: lazyPage(async () => (await import('./import/screen/road-origin.panel.tsx')).RoadOriginPanel),
        },
      ],
    },
  },
  icons: { 'file-import': IconFileImport },
  toasts: {
    'POST /speed-configuration': 'toast.speed-configuration.created',
    'PUT /speed-configuration/{id}': 'toast.speed-configuration.updated',
    'DELETE /speed-configuration/{id}': 'toast.speed-configuration.deleted',
  },
};
