import { IconLayoutDashboard } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './dashboard.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: { '/dashboard': lazyPage(async () => (await import('./dashboard.page.tsx')).DashboardPage) },
  icons: { 'layout-dashboard': IconLayoutDashboard },
};
