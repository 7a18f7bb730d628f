import { IconCarCrash, IconReceiptRupee, IconShieldCheck, IconStairsUp } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './policies.contract.ts';

export const web: AreaWeb = {
  contract,
  tabs: {
    vehicle: {
      tabs: [
        {
          slug: 'insurance',
          order: 25,
          label: 'policies.timeline.tab',
          needs: 'view',
          also: 'app-user-policy',
          instead: 'app-user-policy',
          component: lazyPage(async () => (await import('./timeline/timeline.tab.tsx')).VehicleInsurance),
        },
      ],
    },
    'app-user-policy': {
      form: lazyPage(async () => (await import('./renewal/renewal.form.tsx')).RenewalPart),
      header: lazyPage(async () => (await import('./policy/policy-head.tsx')).PolicyHead),
      banner: lazyPage(async () => (await import('./policy/policy-banner.tsx')).PolicyBanner),
      tabs: [
        {
          slug: 'pdf',
          order: 10,
          label: 'policies.document.tab',
          needs: 'view',
          component: lazyPage(async () => (await import('./policy/policy-document.tab.tsx')).PolicyDocument),
        },
        {
          slug: 'history-of-vehicle',
          order: 20,
          label: 'policies.timeline.title',
          needs: 'view',
          component: lazyPage(async () => (await import('./timeline/timeline.tab.tsx')).PolicyTimeline),
        },
      ],
    },
  },
  actions: {
    'app-user-policy': [
      {
        key: 'endorse',
        label: 'policies.endorse.action',
        needs: 'edit',
        inMenu: true,
        dialog: lazyPage(async () => (await import('./policy/endorse.dialog.tsx')).EndorsePolicy),
      },
      {
        key: 'cancel-policy',
        label: 'policies.cancel.action',
        needs: 'edit',
        inMenu: true,
        dialog: lazyPage(async () => (await import('./policy/cancel.dialog.tsx')).CancelPolicy),
      },
    ],
  },
  work: {
    'policies-due': {
      title: 'policies.work.title',
      unit: 'policies.work.unit',
      parts: { week: 'policies.work.week' },
    },
  },
  icons: {
    'shield-check': IconShieldCheck,
    'car-crash': IconCarCrash,
    'receipt-rupee': IconReceiptRupee,
    'stairs-up': IconStairsUp,
  },
  toasts: {
    'PUT /app-user-policy/{id}': 'toast.insurance.updated',
    'PUT /client/app-user-policy/{id}': 'toast.insurance.updated',
  },
};
