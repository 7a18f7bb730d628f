import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { bonusTypes, harmlessStates } from '../claims/claim.contract.ts';
import { type DatedPolicy, gapBefore, renewedCovers, stateOn } from './policy-state.rules.ts';

/** A policy as what is reckoned from a vehicle's policies needs it. */
export interface StoredPolicy extends DatedPolicy {
  orgId: string;
  vehicleId: string;
  policyNo: string;
  insurerId: string;
  coverType: string;
  idvPaise: number | null;
  listedPricePaise: number | null;
  ncbPercent: number | null;
  addOns: readonly string[];
  hasClaim: boolean;
  state: string;
  nextEnd: string | null;
  turnsOn: string | null;
  gapDays: number;
}

const columns = `p.id, p.org_id as "orgId", p.vehicle_id as "vehicleId", p.policy_no as "policyNo", p.cover_type as "coverType", p.issued,
  p.status = 1 and p.deleted_at is null as live, p.od_from as "odFrom", p.od_to as "odTo", p.tp_from as "tpFrom", p.tp_to as "tpTo",
  p.cancelled_on as "cancelledOn", p.previous_policy_id as "previousPolicyId", p.idv_paise as "idvPaise",
  p.listed_price_paise as "listedPricePaise", p.ncb_percent::int as "ncbPercent", coalesce(p.add_ons, '{}') as "addOns", p.state,
  p.next_end as "nextEnd", p.turns_on as "turnsOn", p.gap_days as "gapDays",
  p.insurer_id as "insurerId",
  exists (select from policy_claim c where c.policy_id = p.id and c.status = 1 and c.deleted_at is null
    and c.claim_type = any('{${bonusTypes.join(',')}}') and c.claim_state <> all('{${harmlessStates.join(',')}}')) as "hasClaim"`;

/** Policies of vehicles that are not deleted, oldest cover first; whose they are is left to the scope of the transaction. */
export const policiesOfVehicles = (db: Queryable, vehicleIds: readonly string[]): Promise<StoredPolicy[]> =>
  db.query<StoredPolicy>(
    `select ${columns} from app_user_policy p where p.vehicle_id = any($1::uuid[]) and p.deleted_at is null
     order by least(p.od_from, p.tp_from), p.id`,
    [[...new Set(vehicleIds)]],
  );

/** What of these policies is kept as one vehicle's of one owner: a former owner's are another matter. */
export const byVehicle = <P extends Pick<StoredPolicy, 'orgId' | 'vehicleId'>>(
  policies: readonly P[],
): Map<string, P[]> => Map.groupBy(policies, ({ orgId, vehicleId }) => `${orgId} ${vehicleId}`);

/**
 * Brings the states, ends and gaps that are kept of these vehicles' policies in line with their days. Gives the number of changes.
 * @param written policies whose history tells of the write itself
 */
export async function refreshStates(
  db: Queryable,
  writer: Writer,
  vehicleIds: readonly string[],
  written: readonly string[] = [],
): Promise<number> {
  if (vehicleIds.length === 0) return 0;
  const day = indiaDay(writer.now);
  const changes = [...byVehicle(await policiesOfVehicles(db, vehicleIds)).values()].flatMap((own) => {
    const renewed = renewedCovers(own);
    return own.flatMap((policy) => {
      const next = { ...stateOn(policy, renewed.get(policy.id) ?? new Set(), day), gapDays: gapBefore(policy, own) };
      const { state, nextEnd, turnsOn, gapDays } = policy;
      return JSON.stringify(next) === JSON.stringify({ state, nextEnd, turnsOn, gapDays }) ? [] : [{ policy, next }];
    });
  });
  if (changes.length === 0) return 0;
  await db.query(
    `update app_user_policy p set state = n.state, next_end = n."nextEnd", turns_on = n."turnsOn", gap_days = n."gapDays"
     from jsonb_to_recordset($1::jsonb) as n (id uuid, state text, "nextEnd" date, "turnsOn" date, "gapDays" int) where p.id = n.id`,
    [JSON.stringify(changes.map(({ policy, next }) => ({ id: policy.id, ...next })))],
  );
  for (const { policy } of changes) writer.touched.push(['app_user_policy', policy.orgId]);
  await recordChanges(
    db,
    writer,
    changes
      .filter(({ policy, next }) => policy.state !== next.state && !written.includes(policy.id))
      .map(({ policy, next }) => ({
        action: 'update' as const,
        module: 'app-user-policy',
        recordId: policy.id,
        recordTitle: policy.policyNo,
        orgId: policy.orgId,
        before: { state: policy.state },
        after: { state: next.state },
        fields: ['state'],
      })),
  );
  return changes.length;
}

/** Vehicles with policies whose state may be another since the day that is noted with them. */
export const vehiclesToTurn = async (db: Queryable, day: string, limit: number): Promise<string[]> =>
  (
    await db.query<{ id: string }>(
      `select distinct vehicle_id as id from app_user_policy where turns_on <= $1 and deleted_at is null order by vehicle_id limit ${limit}`,
      [day],
    )
  ).map(({ id }) => id);

export type VersionKind = 'ISSUED' | 'CORRECTED' | 'ENDORSED' | 'CANCELLED' | 'REINSTATED';
/** Adds a version to each of the policies, as they are now. */
export async function addVersions(
  db: Queryable,
  writer: Writer,
  versions: readonly { id: string; policyId: string; kind: VersionKind; effectiveOn: string; reason: string | null }[],
): Promise<void> {
  if (versions.length === 0) return;
  await db.query(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as n (id uuid, "policyId" uuid, kind text, "effectiveOn" date, reason text)),
       counted as (update app_user_policy p set version_no = p.version_no + 1 from given n where p.id = n."policyId" returning p.*)
     insert into policy_version (id, org_id, policy_id, no, kind, effective_on, reason, facts, file_id, file_name, at, by_name, by_staff)
     select n.id, p.org_id, p.id, p.version_no, n.kind, n."effectiveOn", n.reason,
       jsonb_build_object('policyNo', p.policy_no, 'coverType', p.cover_type, 'insurer', i.name, 'odFrom', p.od_from, 'odTo', p.od_to,
         'tpFrom', p.tp_from, 'tpTo', p.tp_to, 'idvPaise', p.idv_paise, 'ncbPercent', p.ncb_percent::int,
         'addOns', coalesce(p.add_ons, '{}'), 'totalPaise', p.total_paise, 'cancelledOn', p.cancelled_on),
       p.document_id, f.name, $2, $3, not exists (select from identity_person a where a.id = $4 and a.kind = 'client')
     from given n join counted p on p.id = n."policyId" join insurer i on i.id = p.insurer_id left join kit_file f on f.id = p.document_id`,
    [JSON.stringify(versions), writer.now.toISOString(), writer.actorName, writer.actorId],
  );
}
