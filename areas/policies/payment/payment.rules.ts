/** What of a policy says how its premium was paid. */
export interface PaidPolicy {
  issued: boolean;
  /** 0 where it is deactivated. */
  status: number;
  cancelledOn: string | null;
  totalPaise: number | null;
  payment: string;
  /** What left the wallet for it and has not come back. */
  paidPaise: number;
}

/** What of the premium can still be paid from the wallet, in paise. */
export function openPaise({ issued, status, cancelledOn, totalPaise, payment, paidPaise }: PaidPolicy): number {
  if (!issued || status !== 1 || cancelledOn !== null || payment === 'INSURER') return 0;
  return Math.max(0, (totalPaise ?? 0) - paidPaise);
}

/** Its cover is over: what is paid for it now pays for days that have passed. */
export const isOver = ({ state }: { state: string }): boolean => state === 'EXPIRED' || state === 'LAPSED';

/** What may come back to the wallet: all of a cancelled policy, of others what was paid too much. */
export function refundablePaise({ cancelledOn, totalPaise, paidPaise }: PaidPolicy): number {
  return cancelledOn === null ? Math.max(0, paidPaise - (totalPaise ?? 0)) : paidPaise;
}

/** Whether the payment to the insurer can be noted, or taken back: nothing of it is posted in a wallet. */
export const isPaidElsewhere = ({ issued, cancelledOn, paidPaise }: PaidPolicy): boolean =>
  issued && cancelledOn === null && paidPaise === 0;
