import type { Queryable } from '#kit/server/db/database.ts';
import { policiesOfVehicles } from '../policy/policies.store.ts';
import { type CancellablePolicy, proRataRefund } from './pro-rata.rules.ts';

interface Paid extends CancellablePolicy {
  id: string;
  vehicleId: string;
  payment: string;
  paidPaise: number;
}

/** What a cancellation from a day on would give back, by the days that are left and by claims on own damage. */
export async function refundOf(db: Queryable, policy: Paid, cancelledOn: string) {
  const own = await policiesOfVehicles(db, [policy.vehicleId]);
  const hasClaim = own.some(({ id, hasClaim: has }) => id === policy.id && has);
  return { ...proRataRefund(policy, cancelledOn, hasClaim), hasClaim };
}

/** What is suggested to be credited to the wallet that paid the premium; undefined: nothing. */
export async function suggestedRefund(
  db: Queryable,
  policy: Paid,
  cancelledOn: string,
): Promise<{ paise: number; unusedDays: number } | undefined> {
  if (policy.payment !== 'WALLET' || policy.paidPaise === 0) return undefined;
  const { paise, unusedDays } = await refundOf(db, policy, cancelledOn);
  const most = Math.min(paise, policy.paidPaise);
  return most > 0 ? { paise: most, unusedDays } : undefined;
}
