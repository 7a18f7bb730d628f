import type { Queryable } from '#kit/server/db/database.ts';
import type { AlertEnd, AlertFix, AlertRun } from '#telematics/speeding/live-alert.ts';

/** An alert that people are told of. */
export interface RaisedAlert {
  id: string;
  vehicleId: string;
  orgId: string;
  road: string;
  run: AlertRun;
  /** Null while it goes on. */
  ended: AlertEnd | null;
}

const iso = (time: number): string => new Date(time).toISOString();
const ms = (name: string): string => `(extract(epoch from ${name}) * 1000)::float8`;

/** Stores alerts as they are now. @returns ids of those that were not there before. */
export async function putAlerts(db: Queryable, alerts: readonly RaisedAlert[], now: Date): Promise<Set<string>> {
  if (alerts.length === 0) return new Set();
  const rows = alerts.map(({ id, vehicleId, orgId, road, run, ended }) => ({
    id,
    vehicle_id: vehicleId,
    org_id: orgId,
    state: ended === null ? 'OPEN' : 'ENDED',
    end_cause: ended,
    from_at: iso(run.fromAt),
    to_at: iso(run.overAt),
    seen_at: iso(run.seenAt),
    fixes: run.fixes,
    peak_at: iso(run.peak.time),
    peak_kmh: run.peak.speedKmh,
    peak_lat_e7: run.peak.latE7,
    peak_lon_e7: run.peak.lonE7,
    limit_kmh: run.peak.limit.limitKmh,
    limit_source: run.peak.limit.source,
    rule_id: run.peak.limit.ruleId,
    rule_version: run.peak.limit.version,
    road_id: run.peak.roadId,
    road_name: road,
  }));
  const added = await db.query<{ id: string; isNew: boolean }>(
    `insert into speeding_alert as a (id, org_id, vehicle_id, driver_id, state, end_cause, from_at, to_at, seen_at, raised_at, peak_at, peak_kmh,
       peak_lat_e7, peak_lon_e7, limit_kmh, limit_source, rule_id, rule_version, road_id, road_name, fixes)
     select r.id, r.org_id, r.vehicle_id, (select d.driver_id from vehicles_assignment d where d.vehicle_id = r.vehicle_id and d.from_at <= r.from_at
         and (d.to_at is null or d.to_at > r.from_at) order by d.from_at desc limit 1),
       r.state, r.end_cause, r.from_at, r.to_at, r.seen_at, $2, r.peak_at, r.peak_kmh, r.peak_lat_e7, r.peak_lon_e7, r.limit_kmh, r.limit_source,
       r.rule_id, r.rule_version, r.road_id, r.road_name, r.fixes
     from json_to_recordset($1::json) as r (id uuid, org_id uuid, vehicle_id uuid, state text, end_cause text, from_at timestamptz, to_at timestamptz,
       seen_at timestamptz, peak_at timestamptz, peak_kmh float8, peak_lat_e7 int, peak_lon_e7 int, limit_kmh float8, limit_source text, rule_id uuid,
       rule_version int, road_id uuid, road_name text, fixes int)
     join vehicles_vehicle v on v.id = r.vehicle_id
     on conflict (vehicle_id, from_at) do update set state = excluded.state, end_cause = excluded.end_cause, to_at = excluded.to_at,
       seen_at = excluded.seen_at, peak_at = excluded.peak_at, peak_kmh = excluded.peak_kmh, peak_lat_e7 = excluded.peak_lat_e7,
       peak_lon_e7 = excluded.peak_lon_e7, limit_kmh = excluded.limit_kmh, limit_source = excluded.limit_source, rule_id = excluded.rule_id,
       rule_version = excluded.rule_version, road_id = excluded.road_id, road_name = excluded.road_name, fixes = excluded.fixes
       where a.state = 'OPEN'
     returning id, xmax = 0 as "isNew"`,
    [JSON.stringify(rows), now.toISOString()],
  );
  return new Set(added.filter(({ isNew }) => isNew).map(({ id }) => id));
}

/** Plates of vehicles. */
export async function platesOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; plate: string }>(
    'select id, registration_no as plate from vehicles_vehicle where id = any($1::uuid[])',
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, plate }) => [id, plate]));
}

/** What was known before a stop: alerts that go on, and up to when fixes of a vehicle are in alerts that ended lately. */
export interface KnownAlert extends RaisedAlert {
  seenAt: number;
  isOpen: boolean;
}

interface Row {
  id: string;
  vehicleId: string;
  orgId: string;
  isOpen: boolean;
  fromAt: number;
  overAt: number;
  seenAt: number;
  fixes: number;
  road: string;
  peakAt: number;
  peakKmh: number;
  latE7: number;
  lonE7: number;
  roadId: string;
  limitKmh: number;
  source: string;
  ruleId: string | null;
  version: number | null;
}

export async function readKnownAlerts(db: Queryable, endedSince: Date): Promise<KnownAlert[]> {
  const rows = await db.query<Row>(
    `select id, vehicle_id as "vehicleId", org_id as "orgId", state = 'OPEN' as "isOpen", ${ms('from_at')} as "fromAt", ${ms('to_at')} as "overAt",
       ${ms('seen_at')} as "seenAt", fixes, road_name as road, ${ms('peak_at')} as "peakAt", peak_kmh as "peakKmh", peak_lat_e7 as "latE7",
       peak_lon_e7 as "lonE7", road_id as "roadId", limit_kmh as "limitKmh", limit_source as source, rule_id as "ruleId", rule_version as version
     from speeding_alert where state = 'OPEN' or from_at > $1 order by from_at`,
    [endedSince.toISOString()],
  );
  return rows.map((row) => ({
    id: row.id,
    vehicleId: row.vehicleId,
    orgId: row.orgId,
    road: row.road,
    ended: null,
    isOpen: row.isOpen,
    seenAt: row.seenAt,
    run: {
      fromAt: row.fromAt,
      overAt: row.overAt,
      seenAt: row.seenAt,
      fixes: row.fixes,
      calm: 0,
      isRaised: true,
      peak: peakOf(row),
    },
  }));
}

const peakOf = (row: Row): AlertFix => ({
  time: row.peakAt,
  latE7: row.latE7,
  lonE7: row.lonE7,
  speedKmh: row.peakKmh,
  roadId: row.roadId,
  limit: { limitKmh: row.limitKmh, source: row.source, ruleId: row.ruleId, version: row.version },
});

/** Notes what a trip that was judged made of the alerts on it: the violation of the same time, or nothing. */
export async function settleAlerts(
  db: Queryable,
  { vehicleId, start, end }: { vehicleId: string; start: number; end: number },
  now: Date,
): Promise<void> {
  await db.query(
    `update speeding_alert a set checked_at = $4, violation_id = (
       select x.id from violation x where x.vehicle_id = a.vehicle_id and x.state <> 'WITHDRAWN' and x.from_at <= a.to_at and x.to_at >= a.from_at
       order by least(x.to_at, a.to_at) - greatest(x.from_at, a.from_at) desc, x.id limit 1)
     where a.vehicle_id = $1 and a.from_at <= $3 and a.to_at >= $2`,
    [vehicleId, iso(start), iso(end), now.toISOString()],
  );
}

const keptMs = 365 * 86_400_000;
/** By then a trip is long over and judged: one without a trip, as of a few metres, is never looked at. */
const checkedWithinMs = 2 * 86_400_000;

export async function sweepAlerts(db: Queryable, now: Date): Promise<void> {
  const before = (ago: number): string => new Date(now.getTime() - ago).toISOString();
  await db.query(
    `update speeding_alert set checked_at = $2 where id in (select id from speeding_alert where checked_at is null and from_at < $1 and state = 'ENDED' limit 1000)`,
    [before(checkedWithinMs), now.toISOString()],
  );
  await db.query(
    'delete from speeding_alert where id in (select id from speeding_alert where from_at < $1 limit 1000)',
    [before(keptMs)],
  );
}
