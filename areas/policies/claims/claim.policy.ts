import { authorityOf } from '#areas/rights/rights.server.ts';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import { actions } from '#kit/contract/rights.ts';
import type { ValuesOf } from '#kit/contract/rows.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { coversOf, type DatedPolicy } from '../policy/policy-state.rules.ts';
import type { policyClaim } from './claim.contract.ts';

interface Of extends DatedPolicy {
  orgId: string;
  idvPaise: number | null;
}

const policyOf = async (db: Queryable, id: string): Promise<Of | undefined> =>
  (
    await db.query<Of>(
      `select id, org_id as "orgId", issued, status = 1 and deleted_at is null as live, od_from as "odFrom", od_to as "odTo", tp_from as "tpFrom",
         tp_to as "tpTo", cancelled_on as "cancelledOn", previous_policy_id as "previousPolicyId", idv_paise as "idvPaise"
       from app_user_policy where id = $1 and deleted_at is null`,
      [id],
    )
  )[0];

/** Share of the insured value above which a repair is a total loss. */
const totalLossPercent = 75;

const everyAction = [...actions];
const kept = everyAction.filter((action) => action !== 'delete' && action !== 'status');

/** Claims are of a day on which the policy covered what was lost. */
export const claimPolicy: RowPolicy<typeof policyClaim> = {
  async prepare(db, writer, values) {
    if ((values.orgId ?? null) !== null) return;
    const policy = await policyOf(db, values.policyId);
    const reach = policy && (await authorityOf(db, writer));
    if (!policy || (reach?.orgIds && !reach.orgIds.includes(policy.orgId)))
      throw refuse.badInput({ policyId: 'This record no longer exists' });
    values.orgId = policy.orgId;
  },
  async complete(db, writer, drafts) {
    for (const { before, values, messages, warnings } of drafts) {
      const policy = await policyOf(db, values.policyId);
      // Another organisation's policy is refused where references are checked, with the words for one that never was.
      if (!policy || policy.orgId !== (values.orgId ?? before?.orgId)) continue;
      if (before && before.policyId !== values.policyId) messages.policyId = 'A claim stays with its policy';
      if (values.happenedOn > indiaDay(writer.now)) messages.happenedOn = 'The date cannot be in the future';
      else uncovered(values, policy, messages);
      if ((values.paidPaise ?? 0) > values.amountPaise) messages.paidPaise = 'More than was claimed';
      if (values.claimState === 'PAID' && (values.paidPaise ?? null) === null)
        messages.paidPaise = 'Enter the amount paid';
      if (
        values.claimType === 'OWN_DAMAGE' &&
        policy.idvPaise !== null &&
        values.amountPaise * 100 > policy.idvPaise * totalLossPercent
      )
        warnings.push(`More than ${totalLossPercent} % of the IDV: this may be a total loss`);
    }
  },
  async check(_db, _writer, { action, before }) {
    if (before?.claimState === 'PAID' && (action === 'delete' || action === 'status'))
      throw refuse.conflict('A claim that was paid stays on record');
  },
  rights: (_, row) => (row.claimState === 'PAID' ? kept : everyAction),
  rightsBy: () => 'all',
};

function uncovered(
  { claimType, happenedOn }: ValuesOf<typeof policyClaim>,
  policy: Of,
  messages: { happenedOn?: string },
): void {
  // Add-ons are claimed by terms of their own.
  if (claimType === 'ADD_ON') return;
  const kind = claimType === 'THIRD_PARTY' ? 'TP' : 'OD';
  const cover = coversOf(policy).find((one) => one.kind === kind);
  if (!cover) messages.happenedOn = `This policy has no ${kind === 'TP' ? 'third-party' : 'own-damage'} cover`;
  else if (happenedOn < cover.from || happenedOn > cover.to)
    messages.happenedOn = `Covered from ${dayInWords(cover.from)} to ${dayInWords(cover.to)} only`;
}
