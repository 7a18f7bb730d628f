import { IconDiscount } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './offers.contract.ts';

export const web: AreaWeb = {
  contract,
  columns: {
    'insurance-offer': [
      {
        key: 'offerState',
        label: 'offers.state',
        after: 'title',
        also: 'insurance-offer',
        component: lazyPage(async () => (await import('./offer-state.column.tsx')).OfferStateCell),
      },
    ],
  },
  tabs: {
    'insurance-offer': {
      tabs: [],
      formBelow: [lazyPage(async () => (await import('./offer-reach.panel.tsx')).OfferReachPart)],
      panels: [
        {
          place: 'side',
          order: 10,
          component: lazyPage(async () => (await import('./offer-reach.panel.tsx')).OfferReach),
        },
        {
          place: 'side',
          order: 20,
          component: lazyPage(async () => (await import('./offer-reach.panel.tsx')).OfferPreview),
        },
      ],
    },
  },
  icons: { discount: IconDiscount },
};
