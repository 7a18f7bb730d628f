import { authorityOf, ownerOf } from '#areas/rights/rights.server.ts';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import { actions } from '#kit/contract/rights.ts';
import type { ValuesOf } from '#kit/contract/rows.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { noteLaterBonuses, oddLaterBonuses } from '../policy/note-bonus.ts';
import { inRupees } from '../policy/policy-check.rules.ts';
import { coversOf, type DatedPolicy } from '../policy/policy-state.rules.ts';
import { bonusTypes, harmlessStates, type policyClaim } from './claim.contract.ts';

interface Of extends DatedPolicy {
  orgId: string;
  vehicleId: string;
  idvPaise: number | null;
}

/**
 * Policies of these organisations by their ids. They stay as they are until the transaction ends: cover is not taken away while a claim
 * on it is written, and nobody waits for another organisation's.
 */
const lockPolicies = async (
  db: Queryable,
  ids: readonly string[],
  orgIds: readonly string[],
): Promise<Map<string, Of>> =>
  new Map(
    (
      await db.query<Of>(
        `select id, org_id as "orgId", vehicle_id as "vehicleId", issued, status = 1 as live, od_from as "odFrom", od_to as "odTo", tp_from as "tpFrom", tp_to as "tpTo",
           cancelled_on as "cancelledOn", previous_policy_id as "previousPolicyId", idv_paise as "idvPaise"
         from app_user_policy where id = any($1::uuid[]) and org_id = any($2::uuid[]) and deleted_at is null order by id for share`,
        [[...new Set(ids)], [...new Set(orgIds)]],
      )
    ).map((policy) => [policy.id, policy]),
  );

const costsBonus = ({ claimType, claimState }: Pick<ValuesOf<typeof policyClaim>, 'claimType' | 'claimState'>) =>
  bonusTypes.includes(claimType) && !harmlessStates.includes(claimState);
/** Whether another claim on the policy costs the bonus. */
const hasOtherClaim = async (db: Queryable, policyId: string, id: string | null): Promise<boolean> =>
  (
    await db.query(
      `select from policy_claim where policy_id = $1 and id is distinct from $2 and status = 1 and deleted_at is null
         and claim_type = any($3) and claim_state <> all($4) limit 1`,
      [policyId, id, [...bonusTypes], [...harmlessStates]],
    )
  ).length > 0;

/** @throws 403 where a client would take away what staff recorded */
async function refuseOthers(db: Queryable, writer: Writer, createdBy: string | null): Promise<void> {
  if ((await authorityOf(db, writer))?.kind !== 'client') return;
  const own = await db.query(`select from identity_person where id = $1 and kind = 'client'`, [createdBy]);
  if (own.length === 0) throw refuse.forbidden('This claim was recorded by staff. Ask them to withdraw it');
}

/** Share of the insured value above which a repair is a total loss. */
const totalLossPercent = 75;

const everyAction = [...actions];
const kept = everyAction.filter((action) => action !== 'delete' && action !== 'status');

/** Claims are of a day on which the policy covered what was lost. */
export const claimPolicy: RowPolicy<typeof policyClaim> = {
  async prepare(db, writer, values) {
    if ((values.orgId ?? null) !== null) return;
    const [policy] = await db.query<{ orgId: string }>(
      'select org_id as "orgId" from app_user_policy where id = $1 and deleted_at is null',
      [values.policyId],
    );
    values.orgId = await ownerOf(db, writer, 'policyId', policy?.orgId);
  },
  async complete(db, writer, drafts) {
    const policies = await lockPolicies(
      db,
      drafts.map(({ values }) => values.policyId),
      drafts.flatMap(({ before, values }) => values.orgId ?? before?.orgId ?? []),
    );
    for (const { before, values, messages, warnings } of drafts) {
      const policy = policies.get(values.policyId);
      // Another organisation's policy is refused where references are checked, with the words for one that never was.
      if (!policy || policy.orgId !== (values.orgId ?? before?.orgId)) continue;
      if (before && before.policyId !== values.policyId) messages.policyId = 'A claim stays with its policy';
      if (values.happenedOn > indiaDay(writer.now)) messages.happenedOn = 'The date cannot be in the future';
      // What was rejected or withdrawn costs nothing, and the policy may have ended since.
      else if (!before || !harmlessStates.includes(values.claimState)) {
        const why = whyUncovered(values, policy);
        if (why !== undefined) messages.happenedOn = why;
      }
      if ((values.paidPaise ?? 0) > values.amountPaise) messages.paidPaise = 'More than was claimed';
      if (values.claimState === 'PAID' && (values.paidPaise ?? null) === null)
        messages.paidPaise = 'Enter the amount paid';
      const odd = amountWarning(values, policy);
      if (odd !== undefined) warnings.push(odd);
      if (Object.keys(messages).length > 0) continue;
      const costs = (before?.status ?? 1) === 1 && costsBonus(values);
      const hasClaim = costs || (await hasOtherClaim(db, policy.id, before?.id ?? null));
      warnings.push(...(await oddLaterBonuses(db, policy, hasClaim)));
    }
  },
  async check(db, writer, { action, before, values }) {
    if (action === 'delete' || (action === 'status' && values.status === 0))
      await refuseOthers(db, writer, before.createdBy);
    if (before?.claimState === 'PAID' && (action === 'delete' || action === 'status'))
      throw refuse.conflict('A claim that was paid stays on record');
    const counts = (action === 'restore' && before.status === 1) || (action === 'status' && values.status === 1);
    if (!counts || harmlessStates.includes(before.claimState)) return;
    const policy = (await lockPolicies(db, [before.policyId], [before.orgId])).get(before.policyId);
    if (policy && whyUncovered(before, policy) !== undefined)
      throw refuse.conflict(`The policy does not cover the date of loss, ${dayInWords(before.happenedOn)}, any more`);
  },
  async afterMany(db, writer, _changes, rows) {
    const policies = await lockPolicies(
      db,
      rows.map(({ policyId }) => policyId),
      rows.map(({ orgId }) => orgId),
    );
    await noteLaterBonuses(db, writer, [...policies.values()]);
  },
  rights: (_, row) => (row.claimState === 'PAID' ? kept : everyAction),
  rightsBy: () => 'all',
};

/** Insurers pay for the vehicle no more than its insured value. */
function amountWarning(
  { claimType, amountPaise }: Pick<ValuesOf<typeof policyClaim>, 'claimType' | 'amountPaise'>,
  { idvPaise }: Of,
): string | undefined {
  if (idvPaise === null || !bonusTypes.includes(claimType)) return undefined;
  if (amountPaise > idvPaise) return `More than the IDV of ${inRupees(idvPaise)}. Check the amount`;
  if (claimType !== 'OWN_DAMAGE' || amountPaise * 100 <= idvPaise * totalLossPercent) return undefined;
  return `More than ${totalLossPercent} % of the IDV: this may be a total loss`;
}

/** Why a policy does not cover what was lost; undefined: it does. */
function whyUncovered(
  { claimType, happenedOn }: Pick<ValuesOf<typeof policyClaim>, 'claimType' | 'happenedOn'>,
  policy: Of,
): string | undefined {
  if (!policy.live) return 'This policy is inactive and gives no cover';
  if (!policy.issued) return 'This policy is a draft and gives no cover';
  const covers = coversOf(policy);
  // Add-ons are claimed by terms of their own.
  if (claimType === 'ADD_ON') return covers.length > 0 ? undefined : 'This policy gives no cover';
  const kind = claimType === 'THIRD_PARTY' ? 'TP' : 'OD';
  const cover = covers.find((one) => one.kind === kind);
  if (!cover) return `This policy has no ${kind === 'TP' ? 'third-party' : 'own-damage'} cover`;
  return happenedOn < cover.from || happenedOn > cover.to
    ? `Covered from ${dayInWords(cover.from)} to ${dayInWords(cover.to)} only`
    : undefined;
}
