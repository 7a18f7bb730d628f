import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import type { GeofenceEvent, GeofenceEventKind } from '../event-answers.contract.ts';

interface Stored {
  id: string;
  kind: GeofenceEventKind;
  at: string;
  geofenceId: string;
  geofence: string;
  vehicleId: string;
  orgId: string;
  latE7: number;
  lonE7: number;
  speedCkmh: number | null;
  visitAt: string;
  raised: boolean;
  notifiedAt: string | null;
  tripId: string | null;
  driverId: string | null;
  isOffDuty: boolean;
}

export interface EventPage {
  terms: readonly string[];
  params: readonly Param[];
  skip?: number;
  take: number;
  /** Events before this one, in the order of the list. */
  before?: { at: string; id: string };
}

interface Reading {
  db: Queryable;
  scope: Scope;
  places: Geocoder;
}

const readMs = 2_300;
const fromSql = 'geofence_event e left join vehicles_vehicle v on v.id = e.vehicle_id';
const whereOf = (scope: Scope, terms: readonly string[], params: Param[]) =>
  `true${tenantFilter('geofence-events', scope, 'e.org_id', params)}${terms.map((term) => ` and ${term}`).join('')}`;

/** A page of events, the latest first, with their names, drivers and trips. */
export async function readEvents(
  { db, scope, places }: Reading,
  { terms, params: given, skip = 0, take, before }: EventPage,
): Promise<GeofenceEvent[]> {
  const params = [...given];
  const where = whereOf(scope, terms, params);
  const behind = before
    ? ` and (e.at, e.id) < ($${params.push(before.at)}::timestamptz, $${params.push(before.id)}::uuid)`
    : '';
  const rows = await db.query<Stored>(
    {
      text: `select e.id, e.kind, e.at, e.geofence_id as "geofenceId", e.geofence_name as geofence, e.vehicle_id as "vehicleId",
          e.org_id as "orgId", e.lat_e7 as "latE7", e.lon_e7 as "lonE7", e.speed_ckmh as "speedCkmh", e.visit_at as "visitAt", e.raised,
          e.notified_at as "notifiedAt", t.id as "tripId",
          (select off_duty_known()) and off_duty_at(e.vehicle_id, e.at) as "isOffDuty",
          coalesce(t.driver_id, (select a.driver_id from vehicles_assignment a where a.vehicle_id = e.vehicle_id and a.from_at <= e.at
            and (a.to_at is null or a.to_at > e.at) order by a.from_at desc limit 1)) as "driverId"
        from (select e.* from ${fromSql} where ${where}${behind} order by e.at desc, e.id desc limit ${take} offset ${skip}) e
        left join lateral (select t.id, t.driver_id from trips_span t where t.vehicle_id = e.vehicle_id and t.start_at <= e.at and t.end_at >= e.at
          order by t.start_at desc limit 1) t on true
        order by e.at desc, e.id desc`,
      timeoutMs: readMs,
    },
    params,
  );
  return named({ db, scope, places }, rows);
}

export async function countEvents(
  { db, scope }: Pick<Reading, 'db' | 'scope'>,
  { terms, params: given }: Pick<EventPage, 'terms' | 'params'>,
): Promise<number> {
  const params = [...given];
  const where = whereOf(scope, terms, params);
  const [total] = await db.query<{ count: number }>(
    { text: `select count(*) from ${fromSql} where ${where}`, timeoutMs: readMs },
    params,
  );
  return total?.count ?? 0;
}

async function named({ db, scope, places }: Reading, rows: readonly Stored[]): Promise<GeofenceEvent[]> {
  if (rows.length === 0) return [];
  const idsOf = (name: 'vehicleId' | 'driverId' | 'orgId') => [...new Set(rows.map((row) => row[name]))];
  const found = await overall(db, scope, () =>
    db.query<{ id: string; name: string; plateUse: PlateUse | null }>(
      `select id, registration_no as name, plate_use as "plateUse" from vehicles_vehicle where id = any($1::uuid[])
       union all select id, name, null from people_driver where id = any($2::uuid[])
       union all select id, name, null from people_organisation where id = any($3::uuid[])`,
      [idsOf('vehicleId'), idsOf('driverId'), idsOf('orgId')],
    ),
  );
  const names = new Map(found.map((one) => [one.id, one]));
  return rows.map(({ latE7, lonE7, speedCkmh, ...row }) => ({
    ...row,
    vehicle: names.get(row.vehicleId)?.name ?? '',
    plateUse: names.get(row.vehicleId)?.plateUse ?? null,
    driver: row.driverId === null ? null : (names.get(row.driverId)?.name ?? ''),
    org: names.get(row.orgId)?.name ?? '',
    lat: latE7 / 1e7,
    lon: lonE7 / 1e7,
    place: places.nameOf(latE7 / 1e7, lonE7 / 1e7) ?? null,
    speedKmh: speedCkmh === null ? null : speedCkmh / 100,
  }));
}
