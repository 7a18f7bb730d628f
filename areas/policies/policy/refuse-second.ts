import type { RowOf } from '#kit/contract/rows.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { datedOf } from './complete-policy.ts';
import { policiesOfVehicles } from './policies.store.ts';
import { checkOverlaps, checkSecondRenewal } from './policy-check.rules.ts';
import type { appUserPolicy } from './policy.contract.ts';

/** @throws 409 where another policy covers the same, or renews the same, by now. */
export async function refuseSecond(db: Queryable, row: RowOf<typeof appUserPolicy>): Promise<void> {
  const all = await policiesOfVehicles(db, [row.vehicleId]);
  const own = all.filter(({ orgId }) => orgId === row.orgId);
  const messages = {};
  checkOverlaps(datedOf(row, row), own, messages);
  checkSecondRenewal(datedOf(row, row), own, messages);
  const [message] = Object.values<string>(messages);
  if (message !== undefined) throw refuse.conflict(message);
}
