import type { Draft } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { challan } from './challan.contract.ts';
import { lockChallans } from './challans.store.ts';
import { reckon } from './offence.ts';

interface VehicleThen {
  /** Whose it was at that moment, as far as the writer may know; null: somebody else's. */
  orgId: string | null;
  /** Who was assigned to it at that moment. */
  driverId: string | null;
}

/** Whose a vehicle was at a moment; before its first owner came, it was theirs, and where no owners are noted, whose it is now. */
const ownerThenSql = (vehicle: string, at: string): string =>
  `select w.org_id from (
     select w.org_id, w.from_at from vehicles_owner w where w.vehicle_id = ${vehicle} and (w.is_first or w.from_at <= ${at}) and coalesce(w.to_at, 'infinity') > ${at}
     union all select n.org_id, 'infinity' from vehicles_vehicle n where n.id = ${vehicle} and not exists (select from vehicles_owner w where w.vehicle_id = n.id)
   ) w order by w.from_at limit 1`;

/** Whose vehicles were at moments, as far as is known to who asks, in the order of what is asked. */
export async function ownersThen(
  db: Queryable,
  asked: readonly { vehicleId: string; at: string }[],
): Promise<(string | undefined)[]> {
  const rows = await db.query<{ no: number; orgId: string | null }>(
    `select a.no::integer as no, (${ownerThenSql('a.vehicle_id', 'a.at')}) as "orgId"
     from unnest($1::uuid[], $2::timestamptz[]) with ordinality as a (vehicle_id, at, no)`,
    [asked.map(({ vehicleId }) => vehicleId), asked.map(({ at }) => at)],
  );
  const found: (string | undefined)[] = asked.map(() => undefined);
  for (const { no, orgId } of rows) found[no - 1] = orgId ?? undefined;
  return found;
}

/** The vehicles of drafts, with who was assigned to them at the moment of the offence, in the order of the drafts. */
export async function vehiclesAt(
  db: Queryable,
  drafts: readonly Draft<typeof challan>[],
): Promise<(VehicleThen | undefined)[]> {
  const rows = await db.query<VehicleThen & { no: number }>(
    `select d.no::integer as no, o.org_id as "orgId",
       (select a.driver_id from vehicles_assignment a where a.vehicle_id = v.id and a.org_id = o.org_id
          and a.from_at <= d.at and coalesce(a.to_at, 'infinity') > d.at limit 1) as "driverId"
     from unnest($1::uuid[], $2::timestamptz[]) with ordinality as d (vehicle_id, at, no) join vehicles_vehicle v on v.id = d.vehicle_id
       left join lateral (${ownerThenSql('v.id', 'd.at')}) o on true`,
    [
      drafts.map(({ values }) => values.vehicleId),
      drafts.map(({ values }) => `${values.offenceOn} ${values.offenceTime}+05:30`),
    ],
  );
  const found: (VehicleThen | undefined)[] = drafts.map(() => undefined);
  for (const { no, ...vehicle } of rows) found[no - 1] = vehicle;
  return found;
}

/** Writes the last day to pay or contest to government challans, by the deadline of the day of their offence. */
export const noteDeadlines = (db: Queryable, ids: readonly string[]): Promise<unknown> =>
  ids.length === 0
    ? Promise.resolve()
    : db.query(
        `update challan c set contest_by = c.notified_on + (select d.amount from challan_deadline d where d.kind = 'PAY_OR_CONTEST'
           and d.status = 1 and d.deleted_at is null order by d.effective_from <= c.offence_on and coalesce(d.effective_to, 'infinity') >= c.offence_on desc,
           d.effective_from desc limit 1) where c.id = any($1::uuid[])`,
        [[...ids]],
      );

/** Keeps with a draft what its rule asks for, as its page shows it. */
export async function keepAsked(db: Queryable, id: string): Promise<void> {
  const [row] = await lockChallans(db, [id]);
  if (!row) return;
  const { rule, asked, offenceNo } = await reckon(db, row);
  await db.query(
    `update challan set min_paise = $2, max_paise = $3, rule_id = $4, rule_version = $5, action = $6, licence_points = $7, offence_no = $8 where id = $1`,
    [
      id,
      asked.minPaise,
      asked.maxPaise,
      rule?.id ?? null,
      rule?.ruleVersion ?? null,
      rule?.action ?? null,
      rule?.licencePoints ?? null,
      offenceNo,
    ],
  );
}
