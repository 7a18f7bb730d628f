import { IconCarCrash, IconReceiptRupee, IconShieldCheck, IconStairsUp } from '@tabler/icons-react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { isPaidElsewhere, openPaise, type PaidPolicy, refundablePaise } from './payment/payment.rules.ts';
import { contract } from './policies.contract.ts';

const outside = lazyPage(async () => (await import('./payment/paid-outside.dialog.tsx')).PaidOutside);
const policyIn = (row: AnyRow) => row as AnyRow & PaidPolicy;
/** Issued, and not cancelled: what can be endorsed and cancelled. */
const isInForce = (row: AnyRow) => policyIn(row).issued && policyIn(row).cancelledOn === null;

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
  bulk: {
    'app-user-policy': [
      {
        key: 'remind',
        label: 'policies.remind.bulk',
        needs: { module: 'app-user-policy', action: 'edit' },
        dialog: lazyPage(async () => (await import('./nightly/remind.dialog.tsx')).RemindSelected),
      },
    ],
  },
  actions: {
    'app-user-policy': [
      {
        key: 'pay-premium',
        label: 'policies.pay.action',
        needs: 'view',
        also: { module: 'wallet', action: 'create' },
        ownOnly: true,
        inMenu: true,
        isFor: (row) => openPaise(policyIn(row)) > 0,
        dialog: lazyPage(async () => (await import('./payment/pay.dialog.tsx')).PayPremium),
      },
      {
        key: 'paid-to-insurer',
        label: 'policies.outside.action',
        needs: 'edit',
        inMenu: true,
        isFor: (row) => isPaidElsewhere(policyIn(row)) && policyIn(row).payment === 'NONE',
        dialog: outside,
      },
      {
        key: 'not-paid-to-insurer',
        label: 'policies.outside.undo',
        needs: 'edit',
        inMenu: true,
        isFor: (row) => isPaidElsewhere(policyIn(row)) && policyIn(row).payment === 'INSURER',
        dialog: outside,
      },
      {
        key: 'refund-premium',
        label: 'policies.refund.action',
        needs: 'view',
        also: { module: 'wallet', action: 'edit' },
        ownOnly: true,
        inMenu: true,
        isFor: (row) => refundablePaise(policyIn(row)) > 0,
        dialog: lazyPage(async () => (await import('./payment/refund.dialog.tsx')).RefundPremium),
      },
      {
        key: 'remind',
        label: 'policies.remind.action',
        needs: 'edit',
        inMenu: true,
        isFor: ({ state }) => ['DUE', 'PART_EXPIRED', 'EXPIRED', 'LAPSED'].includes(String(state)),
        dialog: lazyPage(async () => (await import('./nightly/remind.dialog.tsx')).RemindOne),
      },
      {
        key: 'endorse',
        label: 'policies.endorse.action',
        needs: 'edit',
        inMenu: true,
        isFor: isInForce,
        dialog: lazyPage(async () => (await import('./policy/endorse.dialog.tsx')).EndorsePolicy),
      },
      {
        key: 'cancel-policy',
        label: 'policies.cancel.action',
        needs: 'edit',
        inMenu: true,
        isFor: isInForce,
        dialog: lazyPage(async () => (await import('./policy/cancel.dialog.tsx')).CancelPolicy),
      },
      {
        key: 'reinstate-policy',
        label: 'policies.reinstate.action',
        // A cancelled policy is not edited any more, only reinstated.
        needs: 'view',
        also: { module: 'app-user-policy', action: 'edit' },
        inMenu: true,
        isFor: (row) => policyIn(row).cancelledOn !== null,
        dialog: lazyPage(async () => (await import('./policy/reinstate.dialog.tsx')).ReinstatePolicy),
      },
    ],
  },
  work: {
    'policies-due': {
      title: 'policies.work.title',
      unit: 'policies.work.unit',
      parts: { week: 'policies.work.week' },
    },
    'premiums-to-refund': { title: 'policies.work.refunds', unit: 'policies.work.refundUnit' },
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
