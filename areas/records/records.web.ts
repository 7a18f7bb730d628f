import { IconTrash } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './records.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: {
    '/trash': lazyPage(async () => (await import('./trash.page.tsx')).Trash),
    '/reference-data': lazyPage(async () => (await import('./reference-data.page.tsx')).ReferenceData),
    '/exports': lazyPage(async () => (await import('./exports.page.tsx')).Exports),
  },
  icons: { trash: IconTrash },
};
