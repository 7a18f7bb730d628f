import { IconMapPin } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './livemap.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: { '/live-map': lazyPage(async () => (await import('./console/live-map.page.tsx')).LiveMap) },
  icons: { 'map-pin': IconMapPin },
};
