import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { bandOf } from '#telematics/speeding/live-alert.ts';
import type { SpeedingAlert } from '../alert-answers.contract.ts';

interface Reading {
  db: Queryable;
  scope: Scope;
  places: Geocoder;
}

export interface AlertPage {
  terms: readonly string[];
  params: readonly Param[];
  skip?: number;
  take: number;
  /** Alerts before this one, in the order of the list. */
  before?: { fromAt: string; id: string };
}

type Plain = Omit<
  SpeedingAlert,
  'seconds' | 'vehicle' | 'plateUse' | 'driver' | 'org' | 'lat' | 'lon' | 'place' | 'band' | 'outcome' | 'violation'
>;
interface Stored extends Plain {
  latE7: number;
  lonE7: number;
  checkedAt: string | null;
  violationId: string | null;
  violationState: NonNullable<SpeedingAlert['violation']>['state'];
  violationTier: NonNullable<SpeedingAlert['violation']>['tier'];
}

const readMs = 2_300;
const fromSql =
  'speeding_alert a left join violation x on x.id = a.violation_id left join vehicles_vehicle v on v.id = a.vehicle_id';
const columns = `a.id, a.state, a.from_at as "fromAt", a.to_at as "toAt", a.end_cause as "endCause", a.vehicle_id as "vehicleId", a.driver_id as "driverId",
  a.org_id as "orgId", a.road_id as "roadId", a.road_name as road, a.peak_at as "peakAt", a.peak_kmh as "peakKmh", a.peak_lat_e7 as "latE7",
  a.peak_lon_e7 as "lonE7", a.limit_kmh as "limitKmh", a.limit_source as "limitSource", a.rule_id as "ruleId", a.rule_version as "ruleVersion",
  (select off_duty_known()) and off_duty_from(a.vehicle_id, a.from_at, a.to_at) is not null as "isOffDuty",
  a.checked_at as "checkedAt", x.id as "violationId", x.state as "violationState", x.tier as "violationTier",
  (select s.id from trips_span s where s.vehicle_id = a.vehicle_id and s.org_id = a.org_id and s.start_at <= a.to_at and s.end_at >= a.from_at
    order by s.start_at desc limit 1) as "tripId"`;
const whereOf = (scope: Scope, terms: readonly string[], params: Param[]) =>
  `true${tenantFilter('speeding-alerts', scope, 'a.org_id', params)}${terms.map((term) => ` and ${term}`).join('')}`;

/** A page of alerts, the latest first. */
export async function readAlerts(
  { db, scope, places }: Reading,
  { terms, params: given, skip = 0, take, before }: AlertPage,
): Promise<SpeedingAlert[]> {
  const params = [...given];
  const where = whereOf(scope, terms, params);
  const behind = before
    ? ` and (a.from_at, a.id) < ($${params.push(before.fromAt)}::timestamptz, $${params.push(before.id)}::uuid)`
    : '';
  const rows = await db.query<Stored>(
    {
      text: `select ${columns} from ${fromSql} where ${where}${behind} order by a.from_at desc, a.id desc limit ${take} offset ${skip}`,
      timeoutMs: readMs,
    },
    params,
  );
  return named({ db, scope, places }, rows);
}

export async function countAlerts(
  { db, scope }: Pick<Reading, 'db' | 'scope'>,
  { terms, params: given }: Pick<AlertPage, 'terms' | 'params'>,
): Promise<number> {
  const params = [...given];
  const where = whereOf(scope, terms, params);
  const [total] = await db.query<{ count: number }>(
    { text: `select count(*) from ${fromSql} where ${where}`, timeoutMs: readMs },
    params,
  );
  return total?.count ?? 0;
}

async function named({ db, scope, places }: Reading, rows: readonly Stored[]): Promise<SpeedingAlert[]> {
  if (rows.length === 0) return [];
  const idsOf = (name: 'vehicleId' | 'driverId' | 'orgId') => [
    ...new Set(rows.map((row) => row[name]).filter((id) => id !== null)),
  ];
  const found = await overall(db, scope, () =>
    db.query<{ id: string; name: string; plateUse: PlateUse | null }>(
      `select id, registration_no as name, plate_use as "plateUse" from vehicles_vehicle where id = any($1::uuid[])
       union all select id, name, null from people_driver where id = any($2::uuid[])
       union all select id, name, null from people_organisation where id = any($3::uuid[])`,
      [idsOf('vehicleId'), idsOf('driverId'), idsOf('orgId')],
    ),
  );
  const names = new Map(found.map((one) => [one.id, one]));
  return rows.map((row) => shown(row, names, places));
}

function shown(
  { latE7, lonE7, checkedAt, violationId, violationState, violationTier, ...row }: Stored,
  names: ReadonlyMap<string, { name: string; plateUse: PlateUse | null }>,
  places: Geocoder,
): SpeedingAlert {
  const [lat, lon] = [latE7 / 1e7, lonE7 / 1e7];
  const isFound = violationId !== null && violationState !== 'WITHDRAWN';
  return {
    ...row,
    seconds: (Date.parse(row.toAt) - Date.parse(row.fromAt)) / 1000,
    vehicle: names.get(row.vehicleId)?.name ?? '',
    plateUse: names.get(row.vehicleId)?.plateUse ?? null,
    driver: row.driverId === null ? null : (names.get(row.driverId)?.name ?? ''),
    org: names.get(row.orgId)?.name ?? '',
    lat,
    lon,
    place: places.nameOf(lat, lon) ?? null,
    band: bandOf(row.peakKmh - row.limitKmh),
    outcome: isFound ? 'VIOLATION' : checkedAt === null ? 'PENDING' : 'NOTHING',
    violation: isFound ? { id: violationId, state: violationState, tier: violationTier } : null,
  };
}
