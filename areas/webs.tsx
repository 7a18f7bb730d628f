import { catalogues } from '#areas/contracts.ts';
import { catalogueScreens } from '#kit/web/catalogue/screens.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import type { Screen } from '#kit/web/screens.ts';

/** Every page of the product; catalogues bring theirs by themselves. */
export const screens: readonly Screen[] = [
  { path: '/login', open: true, component: lazyPage(async () => (await import('./access/login.web.tsx')).Login) },
  { path: '/setup', open: true, component: lazyPage(async () => (await import('./access/setup.web.tsx')).Setup) },
  { path: '/dashboard', component: lazyPage(async () => (await import('./dashboard/dashboard.web.tsx')).Today) },
  ...catalogueScreens(catalogues),
];
