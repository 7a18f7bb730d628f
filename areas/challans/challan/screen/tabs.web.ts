import type { AreaTabs } from '#kit/web/catalogue/record/record-tabs.tsx';
import { lazyPage } from '#kit/web/lazy.ts';

/** The page of a challan: what it is, what is to be done, its deadlines, the contest, and what staff noted. */
export const challanTabs: AreaTabs = {
  header: lazyPage(async () => (await import('./challan-head.tsx')).ChallanHead),
  banner: lazyPage(async () => (await import('./challan-banner.tsx')).ChallanBanner),
  shows: ['source', 'challanNo', 'challanStatus', 'vehicleId', 'plate', 'orgId', 'amountPaise'],
  panels: [
    {
      place: 'main',
      order: 10,
      shows: ['due', 'dueOn', 'overdue', 'answerBy', 'notifyBy', 'contestBy', 'decideBy', 'payBy'],
      component: lazyPage(async () => (await import('./deadlines.panel.tsx')).ChallanDeadlines),
    },
    {
      place: 'main',
      order: 20,
      shows: [
        'challanTypeId',
        'violationId',
        'driverId',
        'offenceAt',
        'offenceOn',
        'offenceTime',
        'place',
        'speedKmh',
        'limitKmh',
        'seconds',
        'answer',
      ],
      component: lazyPage(async () => (await import('./evidence.panel.tsx')).EvidencePart),
    },
    {
      place: 'side',
      order: 10,
      shows: ['payment', 'paidPaise', 'depositPaise', 'refundedPaise', 'paidOn', 'receiptNo'],
      component: lazyPage(async () => (await import('./money.panel.tsx')).ChallanMoney),
    },
    {
      place: 'side',
      order: 20,
      component: lazyPage(async () => (await import('./letters.panel.tsx')).ChallanLetters),
    },
  ],
  tabs: [
    {
      slug: 'timeline',
      order: 10,
      label: 'challan.tabs.timeline',
      needs: 'view',
      component: lazyPage(async () => (await import('./timeline.tab.tsx')).ChallanTimeline),
    },
    {
      slug: 'contest',
      order: 20,
      label: 'challan.tabs.contest',
      needs: 'view',
      also: 'challan-contest',
      instead: 'challan-contest',
      component: lazyPage(async () => (await import('./contest.tab.tsx')).ContestTab),
    },
    {
      slug: 'notes',
      order: 30,
      label: 'challan.tabs.notes',
      needs: 'view',
      also: 'challan-note',
      instead: 'challan-note',
      component: lazyPage(async () => (await import('./notes.tab.tsx')).ChallanNotes),
    },
  ],
};
