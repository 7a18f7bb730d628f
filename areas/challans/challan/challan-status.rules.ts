import type { ChallanStatus } from './challan.contract.ts';

export interface PaidChallan {
  source: string;
  challanStatus: ChallanStatus;
  status: number;
  amountPaise: number | null;
  /** What was paid and has not come back. */
  paidPaise: number;
  payment: string;
}

/** In these states money is taken: before the last day, while somebody contests (it is held then), and after acceptance or decision. */
const payable: readonly ChallanStatus[] = ['NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'UPHELD'];

/** What is still to pay, in paise. */
export function openPaise({ challanStatus, status, amountPaise, paidPaise }: PaidChallan): number {
  if (status !== 1 || !payable.includes(challanStatus)) return 0;
  return Math.max(0, (amountPaise ?? 0) - paidPaise);
}

/** What may come back: what was paid. A deposit comes back where the court decides so. */
export const refundablePaise = ({ challanStatus, paidPaise }: PaidChallan): number =>
  challanStatus === 'PAID' ? paidPaise : 0;

/** What a court wants first: a share of the amount, up to the next paisa, less what is held already. */
export const depositOf = (amountPaise: number, percent: number): number => Math.ceil((amountPaise * percent) / 100);
