import { type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type DutyFacts, midnightBefore } from './off-duty.rules.ts';

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const spanOf = (from: string, to: string) => `${ms(from)} as "from", ${ms(to)} as "to"`;

/** Tables whose rows say when vehicles are off duty. */
export const dutyTables = ['off_duty_version', 'vehicle', 'incident'];

/** Whether clients are hidden what staff see: staff of all organisations, and those of some. */
export const isHiddenFrom = ({ orgId }: Scope): boolean => orgId !== null;

/** All that decides when vehicles of a scope were off duty. */
export async function dutyFacts(db: Queryable, scope: Scope): Promise<DutyFacts> {
  const params: Param[] = [];
  const versions = await db.query<{
    orgId: string;
    from: number;
    to: number | null;
    days: number[];
    fromMin: number;
    toMin: number;
    vehicles: string[] | null;
  }>(
    `select v.org_id as "orgId", ${spanOf('v.from_at', 'v.upto')}, v.days, v.from_min as "fromMin", v.to_min as "toMin",
       v.vehicle_ids::text[] as vehicles
     from off_duty_version v where true${tenantFilter('duty-versions', scope, 'v.org_id', params)} order by v.from_at, v.id`,
    params,
  );
  if (versions.length === 0) return { versions: [], assignments: [], emergencies: [] };
  const orgs = [...new Set(versions.map(({ orgId }) => orgId))];
  const assignments = await db.query<DutyFacts['assignments'][number]>(
    `select a.org_id as "orgId", a.vehicle_id as "vehicleId", ${spanOf('a.from_at', 'a.held_to')}
     from duty_period a where a.org_id = any($1::uuid[])`,
    [orgs],
  );
  const emergencies = await db.query<DutyFacts['emergencies'][number]>(
    `select e.vehicle_id as "vehicleId", ${spanOf('e.raised_at', 'e.closed_at')}
     from incidents_emergency e where e.org_id = any($1::uuid[])`,
    [orgs],
  );
  return {
    versions: versions.map(({ days, fromMin, toMin, vehicles, ...version }) => ({
      ...version,
      schedule: { days, from: fromMin, to: toMin },
      vehicles: vehicles && new Set(vehicles),
    })),
    assignments,
    emergencies,
  };
}

/** Whether any rule of a scope holds now, or has held since midnight. */
export async function hasDutyRules(db: Queryable, scope: Scope, now: Date): Promise<boolean> {
  const params: Param[] = [new Date(midnightBefore(now.getTime())).toISOString()];
  const found = await db.query(
    `select from off_duty_version v where (v.upto is null or v.upto > greatest(v.from_at, $1))${tenantFilter('duty-rules', scope, 'v.org_id', params)} limit 1`,
    params,
  );
  return found.length > 0;
}

/** Whether an organisation has, or had, any rule: then clients are given no raw frames. */
export async function everHadDutyRules(db: Queryable, orgId: string): Promise<boolean> {
  const found = await db.query('select from off_duty_version v where v.org_id = $1 limit 1', [orgId]);
  return found.length > 0;
}

/** Of what happened to vehicles (`at` in milliseconds, UTC) all that clients may be told of. */
export async function onDuty<Event extends { vehicleId: string; at: number }>(
  db: Queryable,
  events: readonly Event[],
): Promise<Event[]> {
  const isOff = await offDutyMoments(db, events);
  return events.filter((_, no) => isOff[no] === false);
}

/**
 * Which of these moments (milliseconds, UTC) their vehicles were off duty, in their order: for what is told to clients by work that sees
 * everybody's rows.
 */
export async function offDutyMoments(
  db: Queryable,
  moments: readonly { vehicleId: string; at: number }[],
): Promise<boolean[]> {
  if (moments.length === 0) return [];
  const rows = await db.query<{ isOff: boolean }>(
    `select off_duty_at(m.vehicle_id, m.at) as "isOff"
     from unnest($1::uuid[], $2::timestamptz[]) with ordinality as m (vehicle_id, at, no) order by m.no`,
    [moments.map(({ vehicleId }) => vehicleId), moments.map(({ at }) => new Date(at).toISOString())],
  );
  return rows.map(({ isOff }) => isOff);
}

/**
 * What keeps clients from moving a device on paper out of a time that is hidden from them: undefined where nothing of the vehicle is hidden
 * since then. Staff may mend what was noted wrongly.
 */
export async function hiddenSince(
  db: Queryable,
  scope: Scope,
  vehicleIds: readonly string[],
  since: Date,
  now: Date,
): Promise<string | undefined> {
  if (!isHiddenFrom(scope) || vehicleIds.length === 0 || since >= now) return undefined;
  const found = await db.query(
    `select from unnest($1::uuid[]) as v (id) where off_duty_from(v.id, $2::timestamptz, $3::timestamptz) is not null limit 1`,
    [[...vehicleIds], since.toISOString(), now.toISOString()],
  );
  return found.length > 0 ? 'The vehicle was off duty since then. Choose a later time, or ask support' : undefined;
}

/**
 * What keeps clients from moving a device on paper to a vehicle of which nothing is hidden: undefined where no vehicle was off duty in that time
 * that the device was in on its day. Staff may.
 */
export async function hiddenCarried(
  db: Queryable,
  scope: Scope,
  deviceId: string,
  from: Date,
  to: Date,
): Promise<string | undefined> {
  if (!isHiddenFrom(scope)) return undefined;
  const [found] = await db.query<{ isOff: boolean }>('select off_duty_of_carried_in($1, $2, $3) as "isOff"', [
    deviceId,
    from.toISOString(),
    to.toISOString(),
  ]);
  return found?.isOff
    ? 'The vehicle that the device was in that day was off duty for part of this time. Choose a time from 00:00 on, set an end in working hours, or ask support'
    : undefined;
}
