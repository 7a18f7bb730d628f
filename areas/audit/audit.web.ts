import { IconHistory } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './audit.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: { '/history': lazyPage(async () => (await import('./history/history.page.tsx')).History) },
  icons: { history: IconHistory },
};
