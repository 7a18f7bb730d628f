import { IconFileCertificate } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './challans.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: {
    '/evidence-check': lazyPage(async () => (await import('./evidence/evidence-check.page.tsx')).EvidenceCheckPage),
  },
  acts: [
    {
      on: 'violation',
      needs: { module: 'violation', action: 'view' },
      component: lazyPage(async () => (await import('./evidence/evidence.panel.tsx')).EvidencePanel),
    },
  ],
  icons: { 'file-certificate': IconFileCertificate },
};
