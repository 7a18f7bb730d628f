import type { Queryable } from '#kit/server/db/database.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { daysOf, last30 } from './score.rules.ts';
import { type Target, writeScores } from './scores.store.ts';

/** Days that are added up in one transaction. */
const mostDue = 500;

const counted = `distance_m, measured_m, minor, major, critical, waiting_minor, waiting_major, waiting_critical, braking, acceleration, cornering`;
const columns = `org_id, vehicle_id, driver_id, day, ${counted}`;

/** Who was assigned to a vehicle at a moment; an assignment of another organisation is none. */
const assignedTo = (row: string, at: string) =>
  `left join vehicles_assignment a on a.vehicle_id = ${row}.vehicle_id and a.org_id = ${row}.org_id and a.from_at <= ${row}.${at}
     and (a.to_at is null or a.to_at > ${row}.${at})`;

/**
 * What counts for scores on days of vehicles, worked out from trips, violations, harsh driving and assignments. `keys` is a statement of
 * `vehicle_id` and `day`. A trip belongs to the day on which it began; its distance is shared out by the time that each driver was assigned.
 */
const workedOut = (keys: string) => `with k as materialized (${keys}),
  t as materialized (
    select t.id, t.org_id, t.vehicle_id, k.day, t.start_at, t.end_at, t.distance_m,
      coalesce(k.day >= (select india_day(min(h.at)) from harsh_event h where h.device_id = t.device_id), false) as is_measured
    from k join trips_trip t on t.vehicle_id = k.vehicle_id and t.start_at >= india_midnight(k.day) and t.start_at < india_midnight(k.day + 1)
    where t.state <> 'LIVE'),
  s as materialized (
    select t.id, a.driver_id, extract(epoch from least(t.end_at, coalesce(a.to_at, t.end_at)) - greatest(t.start_at, a.from_at))::float8
      / extract(epoch from t.end_at - t.start_at)::float8 as share
    from t join vehicles_assignment a on a.vehicle_id = t.vehicle_id and a.org_id = t.org_id and a.from_at < t.end_at
      and (a.to_at is null or a.to_at > t.start_at) where t.end_at > t.start_at),
  parts as (
    select t.org_id, t.vehicle_id, s.driver_id, t.day, t.distance_m * s.share as metres, t.is_measured, null as what from t join s on s.id = t.id
    union all
    select t.org_id, t.vehicle_id, null, t.day, t.distance_m * (1 - coalesce(x.share, 0)), t.is_measured, null
      from t left join (select id, sum(share) as share from s group by id) x on x.id = t.id where coalesce(x.share, 0) < 1 - 1e-9
    union all
    select x.org_id, x.vehicle_id, a.driver_id, k.day, 0, false, x.state || ' ' || case x.severity when 'NONE' then 'MINOR' else x.severity end
      from k join violation x on x.vehicle_id = k.vehicle_id and x.from_at >= india_midnight(k.day) and x.from_at < india_midnight(k.day + 1)
        and x.state in ('CONFIRMED', 'TO_REVIEW') ${assignedTo('x', 'from_at')}
    union all
    select h.org_id, h.vehicle_id, a.driver_id, k.day, 0, false, h.kind
      from k join harsh_event h on h.vehicle_id = k.vehicle_id and h.at >= india_midnight(k.day) and h.at < india_midnight(k.day + 1)
        ${assignedTo('h', 'at')})
  select p.org_id, p.vehicle_id, p.driver_id, p.day, round(sum(p.metres))::bigint as distance_m,
    round(coalesce(sum(p.metres) filter (where p.is_measured), 0))::bigint as measured_m,
    ${[
      'CONFIRMED MINOR',
      'CONFIRMED MAJOR',
      'CONFIRMED CRITICAL',
      'TO_REVIEW MINOR',
      'TO_REVIEW MAJOR',
      'TO_REVIEW CRITICAL',
      'BRAKING',
      'ACCELERATION',
      'CORNERING',
    ]
      .map((what, at) => `(count(*) filter (where p.what = '${what}'))::int as ${counted.split(', ')[at + 2]}`)
      .join(', ')}
  from parts p group by p.org_id, p.vehicle_id, p.driver_id, p.day`;

interface Touched {
  orgId: string;
  vehicleId: string;
  driverId: string | null;
  day: string;
}
const touchedColumns = `org_id as "orgId", vehicle_id as "vehicleId", driver_id as "driverId", day::text as day`;

/** One at a time over the same vehicles or drivers, each as of after everybody before. */
const lock = (db: Queryable, space: 73 | 74, ids: readonly string[]): Promise<unknown> =>
  db.query(
    `select pg_advisory_xact_lock($2, b.lock) from (select distinct abs(hashtext(i::text) % 64) as lock from unnest($1::uuid[]) i order by 1) b`,
    [[...ids], space],
  );

/**
 * Adds up days that have changed, and works out the scores that they are in. To be called over everybody's rows.
 * @returns the organisations whose scores may be others now; undefined where nothing was due.
 */
export async function refreshScores(db: Queryable, now: Date, vehicleId?: string): Promise<Set<string> | undefined> {
  const due = await db.query<{ id: string; vehicleId: string; day: string }>(
    `select id::text as id, vehicle_id as "vehicleId", day::text as day from safety_due where $1::uuid is null or vehicle_id = $1 order by id
     limit ${mostDue} for update skip locked`,
    [vehicleId ?? null],
  );
  if (due.length === 0) return undefined;
  const [vehicles, days] = [due.map((one) => one.vehicleId), due.map(({ day }) => day)];
  await lock(db, 73, vehicles);
  const keys = 'select distinct u.vehicle_id, u.day from unnest($1::uuid[], $2::date[]) as u (vehicle_id, day)';
  const before = await db.query<Touched>(
    `delete from safety_day d using (${keys}) k where d.vehicle_id = k.vehicle_id and d.day = k.day returning d.${touchedColumns.replaceAll(', ', ', d.')}`,
    [vehicles, days],
  );
  const after = await db.query<Touched>(
    `insert into safety_day (${columns}) select ${columns} from (${workedOut(keys)}) w returning ${touchedColumns}`,
    [vehicles, days],
  );
  const corrected = await correctDrivers(db, vehicles, days);
  const touched = [...before, ...after];
  await lock(
    db,
    74,
    touched.flatMap(({ driverId }) => driverId ?? []),
  );
  await writeScores(db, targetsOf(touched, now), now);
  await db.query('delete from safety_due where id = any($1::bigint[])', [due.map(({ id }) => id)]);
  return new Set([...touched.map(({ orgId }) => orgId), ...corrected]);
}

/** Violations name who was assigned at that moment, as their scores do. */
async function correctDrivers(db: Queryable, vehicles: readonly string[], days: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ orgId: string }>(
    `update violation v set driver_id = n.driver_id from (
       select x.id, a.driver_id from (select distinct u.vehicle_id, u.day from unnest($1::uuid[], $2::date[]) as u (vehicle_id, day)) k
         join violation x on x.vehicle_id = k.vehicle_id and x.from_at >= india_midnight(k.day) and x.from_at < india_midnight(k.day + 1)
         ${assignedTo('x', 'from_at')}) n
     where v.id = n.id and v.driver_id is distinct from n.driver_id returning v.org_id as "orgId"`,
    [[...vehicles], [...days]],
  );
  return rows.map(({ orgId }) => orgId);
}

/** The scores that days are in: those of their months, and of the last days where they are among them. */
function targetsOf(touched: readonly Touched[], now: Date): Target[] {
  const today = indiaDay(now);
  const { from } = daysOf(last30, today);
  const targets = new Map<string, Target>();
  for (const { orgId, vehicleId, driverId, day } of touched)
    for (const period of day >= from ? [day.slice(0, 7), last30] : [day.slice(0, 7)])
      for (const [subject, id] of [
        ['VEHICLE', vehicleId],
        ['DRIVER', driverId],
      ] as const)
        if (id !== null)
          targets.set(`${subject} ${id} ${orgId} ${period}`, { subject, id, orgId, period, ...daysOf(period, today) });
  return [...targets.values()];
}

/** Days whose stored figures are not what is worked out again, which then are due; and how many there are. Those that are due already are left out. */
export async function proveDay(db: Queryable, day: string): Promise<{ days: number; wrong: number }> {
  const keys = `select distinct d.vehicle_id, d.day from (
      select vehicle_id, day from safety_day where day = $1::date
      union select vehicle_id, $1::date from trips_trip where start_at >= india_midnight($1::date) and start_at < india_midnight($1::date + 1)
      union select vehicle_id, $1::date from violation where from_at >= india_midnight($1::date) and from_at < india_midnight($1::date + 1)) d
    where not exists (select from safety_due u where u.vehicle_id = d.vehicle_id and u.day = d.day)`;
  const [found] = await db.query<{ days: number; wrong: number }>(
    `with right_days as materialized (select ${columns} from (${workedOut(keys)}) w),
       stored as materialized (select ${columns} from safety_day d where d.day = $1::date
         and not exists (select from safety_due u where u.vehicle_id = d.vehicle_id and u.day = d.day)),
       wrong as materialized (select distinct vehicle_id, day from (
         (select * from right_days except select * from stored) union all (select * from stored except select * from right_days)) w),
       noted as (insert into safety_due (vehicle_id, day) select vehicle_id, day from wrong)
     select (select count(distinct vehicle_id) from right_days)::int as days, (select count(*) from wrong)::int as wrong`,
    [day],
  );
  return found ?? { days: 0, wrong: 0 };
}
