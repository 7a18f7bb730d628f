import type { RowOf } from '#kit/contract/rows.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { ncbWords } from '../premium/ncb-words.ts';
import type { LadderStep } from '../premium/premium.rules.ts';
import { readBuilds, readLadders, readTariff } from '../premium/premium.store.ts';
import { bonusOf, datedOf, tariffFor } from './complete-policy.ts';
import { byVehicle, policiesOfVehicles, type StoredPolicy } from './policies.store.ts';
import type { DatedPolicy } from './policy-state.rules.ts';
import type { appUserPolicy } from './policy.contract.ts';

function reasonOf(policy: DatedPolicy, own: readonly StoredPolicy[], ladders: readonly LadderStep[]): string | null {
  if (policy.odFrom === null) return null;
  const { percent, reason } = bonusOf(policy, own, { ladders });
  return `${percent} %: ${ncbWords[reason]}`;
}

/** What the rules say of policies is kept with them, as it was reckoned when they were written. */
export async function noteBonus(db: Queryable, rows: readonly RowOf<typeof appUserPolicy>[]): Promise<void> {
  const ids = rows.map(({ vehicleId }) => vehicleId);
  const all = byVehicle(await policiesOfVehicles(db, ids));
  const [builds, tariff, ladders] = [await readBuilds(db, ids), await readTariff(db), await readLadders(db)];
  const notes = rows.map((row) => ({
    id: row.id,
    ncbReason: reasonOf(datedOf(row, row), all.get(`${row.orgId} ${row.vehicleId}`) ?? [], ladders),
    tpTariffPaise: tariffFor(row, { tariff }, builds.get(row.vehicleId))?.paise ?? null,
  }));
  await db.query(
    `update app_user_policy p set ncb_reason = n."ncbReason", tp_tariff_paise = n."tpTariffPaise"
     from jsonb_to_recordset($1::jsonb) as n (id uuid, "ncbReason" text, "tpTariffPaise" bigint) where p.id = n.id`,
    [JSON.stringify(notes)],
  );
}

type Began = Pick<DatedPolicy, 'odFrom'>;
const isLater = (policy: Began, than: Began): boolean =>
  policy.odFrom !== null && than.odFrom !== null && policy.odFrom > than.odFrom;

/** Policies that began after one of these, of the same vehicle and owner: their bonus goes by what became of those. */
export async function noteLaterBonuses(
  db: Queryable,
  writer: Writer,
  of: readonly { id: string; orgId: string; vehicleId: string; odFrom: string | null }[],
): Promise<void> {
  const changed = new Set(of.map(({ id }) => id));
  const all = await policiesOfVehicles(
    db,
    of.map(({ vehicleId }) => vehicleId),
  );
  const ladders = await readLadders(db);
  // One that was deleted counts no more, which is a change as well.
  const earlier = byVehicle(of);
  const notes = [...byVehicle(all)].flatMap(([key, own]) => {
    return own
      .filter((policy) => !changed.has(policy.id) && earlier.get(key)?.some((one) => isLater(policy, one)))
      .map((policy) => ({ id: policy.id, ncbReason: reasonOf(policy, own, ladders) }));
  });
  if (notes.length === 0) return;
  const next = new Map(notes.map(({ id, ncbReason }) => [id, ncbReason]));
  const kept = await db.query<{ id: string; orgId: string; policyNo: string; ncbReason: string | null }>(
    `select id, org_id as "orgId", policy_no as "policyNo", ncb_reason as "ncbReason" from app_user_policy where id = any($1::uuid[])`,
    [[...next.keys()]],
  );
  const wrong = kept.filter(({ id, ncbReason }) => ncbReason !== next.get(id));
  if (wrong.length === 0) return;
  await db.query(
    `update app_user_policy p set ncb_reason = n."ncbReason"
     from jsonb_to_recordset($1::jsonb) as n (id uuid, "ncbReason" text) where p.id = n.id`,
    [JSON.stringify(wrong.map(({ id }) => ({ id, ncbReason: next.get(id) ?? null })))],
  );
  for (const { orgId } of wrong) writer.touched.push(['app_user_policy', orgId]);
  await recordChanges(
    db,
    writer,
    wrong.map(({ id, orgId, policyNo, ncbReason }) => ({
      action: 'update' as const,
      module: 'app-user-policy',
      recordId: id,
      recordTitle: policyNo,
      orgId,
      before: { ncbReason },
      after: { ncbReason: next.get(id) ?? null },
      fields: ['ncbReason'],
    })),
  );
}

/** Later policies whose bonus would be another by the rules, if this policy had claims on own damage, or had none: in sentences. */
export async function oddLaterBonuses(
  db: Queryable,
  of: { id: string; orgId: string; vehicleId: string },
  hasClaim: boolean,
): Promise<string[]> {
  const own = (await policiesOfVehicles(db, [of.vehicleId])).filter(({ orgId }) => orgId === of.orgId);
  const policy = own.find(({ id }) => id === of.id);
  if (!policy || policy.hasClaim === hasClaim) return [];
  const then = own.map((one) => (one === policy ? { ...policy, hasClaim } : one));
  const ladders = await readLadders(db);
  return own
    .filter((one) => isLater(one, policy))
    .flatMap((one) => {
      const { percent, reason } = bonusOf(one, then, { ladders });
      const isChanged = JSON.stringify(bonusOf(one, own, { ladders })) !== JSON.stringify({ percent, reason });
      const has = one.ncbPercent ?? 0;
      return isChanged && has !== percent
        ? [
            `Policy ${one.policyNo} has a no-claim bonus of ${has} %. By the rules it is ${percent} % now: ${ncbWords[reason]}`,
          ]
        : [];
    });
}
