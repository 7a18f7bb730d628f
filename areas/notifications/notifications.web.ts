import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './notifications.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: { '/notifications': lazyPage(async () => (await import('./feed/notifications.page.tsx')).Notifications) },
  bell: lazyPage(async () => (await import('./bell/bell.tsx')).Bell),
};
