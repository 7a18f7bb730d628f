import { IconFileCertificate, IconMapQuestion } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './challans.contract.ts';

export const web: AreaWeb = {
  contract,
  views: {
    'challan-rule': [
      {
        slug: 'test',
        label: 'views.ruleTest',
        needs: 'view',
        component: lazyPage(async () => (await import('./rules/rule-test.view.tsx')).RuleTestView),
      },
    ],
  },
  screens: {
    '/evidence-check': lazyPage(async () => (await import('./evidence/evidence-check.page.tsx')).EvidenceCheckPage),
    '/alibi': lazyPage(async () => (await import('./alibi/screen/alibi.page.tsx')).AlibiSpace),
  },
  acts: [
    {
      on: 'violation',
      needs: { module: 'violation', action: 'view' },
      component: lazyPage(async () => (await import('./evidence/evidence.panel.tsx')).EvidencePanel),
    },
  ],
  icons: { 'file-certificate': IconFileCertificate, 'map-question': IconMapQuestion },
};
