import { addDays, daysBetween } from '#kit/contract/days.ts';

/** A policy as a cancellation is reckoned from it. */
export interface CancellablePolicy {
  odFrom: string | null;
  odTo: string | null;
  tpFrom: string | null;
  tpTo: string | null;
  odPremiumPaise: number | null;
  tpPremiumPaise: number | null;
  paOwnerPaise: number | null;
  addOnPremiumPaise: number | null;
  discountPaise: number | null;
  gstPaise: number | null;
  totalPaise: number | null;
}

/**
 * The premium of the days from a day on, each cover by its own period, with its share of GST. A claim on own damage has used up what
 * was paid for that cover. Whole paise, rounded down.
 */
export function proRataRefund(policy: CancellablePolicy, cancelledOn: string, hasClaim: boolean) {
  const od = unused(policy.odFrom, policy.odTo, cancelledOn);
  const tp = unused(policy.tpFrom, policy.tpTo, cancelledOn);
  const extras = (policy.paOwnerPaise ?? 0) + (policy.addOnPremiumPaise ?? 0);
  // Extras and the discount go with own damage; without it they go with the third-party cover.
  const own = (policy.odPremiumPaise ?? 0) + extras - (policy.discountPaise ?? 0);
  const ownDays = od.of > 0 ? od : tp;
  const third = policy.tpPremiumPaise ?? 0;
  const net = own + third;
  const unusedNet = (hasClaim && od.of > 0 ? 0 : share(own, ownDays)) + share(third, tp);
  const gst = net > 0 ? ((policy.gstPaise ?? 0) * unusedNet) / net : 0;
  const paise = Math.max(0, Math.min(Math.floor(unusedNet + gst), policy.totalPaise ?? 0));
  return { paise, unusedDays: Math.max(od.days, tp.days) };
}

interface Days {
  days: number;
  of: number;
}
const share = (paise: number, { days, of }: Days): number => (of === 0 ? 0 : (paise * days) / of);

function unused(from: string | null, to: string | null, cancelledOn: string): Days {
  if (from === null || to === null) return { days: 0, of: 0 };
  const of = daysBetween(from, addDays(to, 1));
  const first = cancelledOn < from ? from : cancelledOn;
  return { days: Math.max(0, Math.min(of, daysBetween(first, addDays(to, 1)))), of };
}
