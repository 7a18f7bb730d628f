import type { Queryable } from '#kit/server/db/database.ts';
import { coversOf, type DatedPolicy } from '../policy/policy-state.rules.ts';
import { harmlessStates } from './claim.contract.ts';

/** A claim that stands: neither rejected nor withdrawn. */
export interface Claimed {
  policyId: string;
  claimType: string;
  happenedOn: string;
}

export const claimsOf = (db: Queryable, policyIds: readonly string[]): Promise<Claimed[]> =>
  db.query<Claimed>(
    `select policy_id as "policyId", claim_type as "claimType", happened_on as "happenedOn" from policy_claim
     where policy_id = any($1::uuid[]) and status = 1 and deleted_at is null and claim_state <> all($2) order by happened_on, id`,
    [[...policyIds], [...harmlessStates]],
  );

/** Whether a policy covers what was lost on the day; add-ons are of either cover. */
const covers = (policy: DatedPolicy, { claimType, happenedOn }: Claimed): boolean =>
  coversOf(policy).some(
    ({ kind, from, to }) =>
      (claimType === 'ADD_ON' || kind === (claimType === 'THIRD_PARTY' ? 'TP' : 'OD')) &&
      from <= happenedOn &&
      to >= happenedOn,
  );

/** Claims that a policy covered before a change, and would not after it. */
export const uncoveredBy = (claims: readonly Claimed[], before: DatedPolicy, after: DatedPolicy): Claimed[] =>
  claims.filter((claim) => claim.policyId === before.id && covers(before, claim) && !covers(after, claim));
