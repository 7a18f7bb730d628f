import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { AreaAction } from '#kit/web/catalogue/area-actions.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { store } from '#kit/web/storage/store.ts';
import { openPaise, refundablePaise } from '../challan-status.rules.ts';
import type { Challan } from './challan.queries.ts';
import { daysTo } from './deadlines.web.ts';

const isStaff = () => store.get('userData')?.kind === 'staff';
/** What is done with active challans alone. */
const only = (isFor: (row: Challan) => boolean) => (row: AnyRow) => row.status === 1 && isFor(row as Challan);
const isOwn = ({ source }: Challan) => source === 'INTERNAL';
/** Until its last day is over; null where there is none. */
const isInTime = (day: string | null) => day === null || daysTo(day) >= 0;

/** Those of the company, in whose hands its own notices are. */
const byCompany = { needs: 'approve', ownOnly: true, inMenu: true } as const;
/** Those of the client. What is written to a challan stays as it is, so that to see it is enough of a permission on it. */
const byClient = { needs: 'view', ownOnly: true, inMenu: true } as const;
const contests = { module: 'challan-contest', action: 'create' } as const;

/** Everything that can be done with a challan, in the order of its life; each is offered where it can be done. */
export const challanActs: readonly AreaAction[] = [
  {
    key: 'ask',
    label: 'challan.ask.action',
    ...byCompany,
    isFor: only((row) => isStaff() && isOwn(row) && row.challanStatus === 'DRAFT' && row.askedAt === null),
    dialog: lazyPage(async () => (await import('./acts/ask.dialog.tsx')).AskDriver),
  },
  {
    key: 'answer',
    label: 'challan.answer.action',
    ...byClient,
    also: contests,
    isFor: only((row) => row.challanStatus === 'DRAFT' && row.askedAt !== null && row.answeredAt === null),
    dialog: lazyPage(async () => (await import('./acts/answer.dialog.tsx')).AnswerChallan),
  },
  {
    key: 'issue',
    label: 'challan.issue.action',
    ...byCompany,
    isFor: only((row) => isStaff() && isOwn(row) && row.challanStatus === 'DRAFT'),
    dialog: lazyPage(async () => (await import('./acts/issue.dialog.tsx')).IssueChallan),
  },
  {
    key: 'notify',
    label: 'challan.notify.action',
    ...byCompany,
    isFor: only((row) => isStaff() && isOwn(row) && row.challanStatus === 'ISSUED'),
    dialog: lazyPage(async () => (await import('./acts/notify.dialog.tsx')).NotifyChallan),
  },
  {
    key: 'pay-challan',
    label: 'challan.pay.action',
    ...byClient,
    also: { module: 'wallet', action: 'create' },
    isFor: only((row) => isOwn(row) && openPaise(row) > 0),
    dialog: lazyPage(async () => (await import('./acts/pay.dialog.tsx')).PayChallan),
  },
  {
    key: 'contest',
    label: 'challan.contest.action',
    needs: 'view',
    inMenu: true,
    also: contests,
    isFor: only((row) => row.challanStatus === 'NOTIFIED' && isInTime(row.contestBy)),
    dialog: lazyPage(async () => (await import('./acts/contest.dialog.tsx')).ContestChallan),
  },
  {
    key: 'contest-more',
    label: 'challan.contest.moreAction',
    needs: 'view',
    inMenu: true,
    also: contests,
    isFor: only((row) => row.challanStatus === 'CONTESTED' && isInTime(row.decideBy)),
    dialog: lazyPage(async () => (await import('./acts/contest.dialog.tsx')).ContestChallan),
  },
  {
    key: 'decide',
    label: 'challan.decide.action',
    ...byCompany,
    isFor: only((row) => isStaff() && row.challanStatus === 'CONTESTED' && isInTime(row.decideBy)),
    dialog: lazyPage(async () => (await import('./acts/decide.dialog.tsx')).DecideChallan),
  },
  {
    key: 'paid-elsewhere',
    label: 'challan.elsewhere.action',
    needs: 'view',
    inMenu: true,
    // An issued notice is not edited any more; to note its payment asks for the same permission.
    also: { module: 'challan', action: 'edit' },
    isFor: only(
      (row) =>
        (isStaff() || !isOwn(row)) &&
        openPaise(row) > 0 &&
        row.payment !== 'WALLET' &&
        row.challanStatus !== 'CONTESTED',
    ),
    dialog: lazyPage(async () => (await import('./acts/paid.dialog.tsx')).PaidElsewhere),
  },
  {
    key: 'court',
    label: 'challan.court.action',
    ...byClient,
    also: contests,
    isFor: only(
      ({ challanStatus, depositPaise }) =>
        depositPaise === null && (challanStatus === 'UPHELD' || challanStatus === 'DEEMED_ACCEPTED'),
    ),
    dialog: lazyPage(async () => (await import('./acts/court.dialog.tsx')).TakeToCourt),
  },
  {
    key: 'court-decision',
    label: 'challan.courtDecision.action',
    ...byCompany,
    isFor: only((row) => isStaff() && row.challanStatus === 'COURT'),
    dialog: lazyPage(async () => (await import('./acts/court-decision.dialog.tsx')).CourtDecision),
  },
  {
    key: 'refund-challan',
    label: 'challan.refund.action',
    ...byClient,
    also: { module: 'wallet', action: 'edit' },
    isFor: only((row) => refundablePaise(row) > 0),
    dialog: lazyPage(async () => (await import('./acts/refund.dialog.tsx')).RefundChallan),
  },
];
