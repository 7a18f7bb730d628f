import type { Param } from '#kit/server/db/database.ts';
import { orderSql, type Reading, spotOf, tidy, vehicleOf, withNames } from './reading.ts';
import type { ReportBar, ReportRow } from './report-answers.contract.ts';
import { whereOf } from './report-query.ts';

/** A visit is a driver's where the trip during which it began is. */
const whereVisits = ({ scope, asked }: Reading, params: Param[]) =>
  whereOf(scope, asked, params, {
    alias: 'e',
    time: 'e.enter_at',
    driver: (place) =>
      `exists (select from trips_span t where t.vehicle_id = e.vehicle_id and t.driver_id = any(${place}::uuid[])
        and t.start_at <= e.enter_at and t.end_at >= e.enter_at)`,
    geofence: 'e.geofence_id',
  });

export interface VisitTotals {
  day: string;
  visits: number;
  /** Of visits that have ended. */
  durationS: number;
}

/** Visits of each day on which there were any, in the order of days. */
export async function visitTotals(reading: Reading, isTimed: boolean): Promise<VisitTotals[]> {
  const params: Param[] = [];
  const seconds = isTimed ? 'coalesce(sum(extract(epoch from e.exit_at - e.enter_at)), 0)::float8' : '0';
  return reading.db.query<VisitTotals>(
    {
      text: `select india_day(e.enter_at)::text as day, count(*)::int as visits, ${seconds} as "durationS" from ${isTimed ? 'geofences_visit' : 'geofences_entry'} e${whereVisits(reading, params)}
        group by 1 order by 1`,
      timeoutMs: reading.timeoutMs,
    },
    params,
  );
}

/** Visits of vehicles on days, by organisation, vehicle and day. */
export async function visitsOfDays(
  reading: Reading,
  rows: readonly { orgId: string; vehicleId: string; day: string }[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const days = rows.map(({ day }) => day).toSorted();
  const vehicleId = [...new Set(rows.map((row) => row.vehicleId))];
  const params: Param[] = [];
  const asked = { ...reading.asked, from: days[0] ?? '', to: days.at(-1) ?? '', vehicleId };
  const found = await reading.db.query<{ orgId: string; vehicleId: string; day: string; visits: number }>(
    {
      text: `select e.org_id as "orgId", e.vehicle_id as "vehicleId", india_day(e.enter_at)::text as day, count(*)::int as visits
        from geofences_entry e${whereVisits({ ...reading, asked }, params)} group by 1, 2, 3`,
      timeoutMs: reading.timeoutMs,
    },
    params,
  );
  return new Map(found.map((one) => [`${one.orgId} ${one.vehicleId} ${one.day}`, one.visits]));
}

/** The geofences with the most visits. */
export async function topFences(reading: Reading): Promise<ReportBar[]> {
  const params: Param[] = [];
  return reading.db.query<ReportBar>(
    {
      text: `select e.geofence_id as key, max(e.geofence_name) as label, count(*)::int as value from geofences_entry e${whereVisits(reading, params)}
        group by 1 order by 3 desc, 1 limit 10`,
      timeoutMs: reading.timeoutMs,
    },
    params,
  );
}

const order = { startAt: 'e.enter_at', durationS: { nullable: '(e.exit_at - e.enter_at)' } };

/** A page of visits. */
export async function visitRows(reading: Reading): Promise<ReportRow<'geofence-visits'>[]> {
  const params: Param[] = [];
  const rows = await reading.db.query<{
    id: string;
    orgId: string;
    vehicleId: string;
    geofenceId: string;
    geofence: string;
    startAt: string;
    endAt: string | null;
    latE7: number;
    lonE7: number;
  }>(
    {
      text: `select e.id, e.org_id as "orgId", e.vehicle_id as "vehicleId", e.geofence_id as "geofenceId", e.geofence_name as geofence,
          e.enter_at as "startAt", e.exit_at as "endAt", e.lat_e7 as "latE7", e.lon_e7 as "lonE7"
        from geofences_visit e${whereVisits(reading, params)} ${orderSql(reading.asked, order, ['e.id'])}`,
      timeoutMs: reading.timeoutMs,
    },
    params,
  );
  const withName = await withNames(reading, rows);
  return withName.map((row) => ({
    id: row.id,
    ...vehicleOf(row),
    geofenceId: row.geofenceId,
    geofence: row.geofence,
    startAt: row.startAt,
    endAt: row.endAt,
    durationS: row.endAt === null ? null : tidy((Date.parse(row.endAt) - Date.parse(row.startAt)) / 1_000, 3),
    ...spotOf(reading.places, row.latE7, row.lonE7),
  }));
}
