import type { Param } from '#kit/server/db/database.ts';
import { averageOf, driverOf, orderSql, placeOf, type Reading, spotOf, tidy, vehicleOf, withNames } from './reading.ts';
import type { ReportRow } from './report-answers.contract.ts';
import { whereOf } from './report-query.ts';

/** Trips that began within the period, aliased t. */
const whereTrips = ({ scope, asked }: Reading, params: Param[]) =>
  whereOf(scope, asked, params, {
    alias: 't',
    time: 't.start_at',
    driver: (place) => `t.driver_id = any(${place}::uuid[])`,
  });

const seconds = (from: string, to: string) => tidy(Math.max(0, Date.parse(to) - Date.parse(from)) / 1_000, 3);

interface StoredTrip {
  id: string;
  state: 'LIVE' | 'CLOSED' | 'REOPENED';
  orgId: string;
  vehicleId: string;
  driverId: string | null;
  startAt: string;
  endAt: string;
  /** Null where it is hidden from the reader. */
  startLatE7: number | null;
  startLonE7: number | null;
  endLatE7: number | null;
  endLonE7: number | null;
  distanceM: number;
  movingS: number;
  idleS: number;
  gapS: number;
  maxKmh: number | null;
}

const who = `t.id, t.org_id as "orgId", t.vehicle_id as "vehicleId", t.driver_id as "driverId"`;
const tripOrder = {
  startAt: 't.start_at',
  durationS: '(t.end_at - t.start_at)',
  distanceM: 't.distance_m',
  movingS: 't.moving_s',
  idleS: 't.idle_s',
  maxKmh: { nullable: 't.max_kmh' },
};

/** A page of trips. */
export async function tripRows(reading: Reading): Promise<ReportRow<'trips'>[]> {
  const params: Param[] = [];
  const rows = await reading.db.query<StoredTrip>(
    {
      text: `select ${who}, t.state, t.start_at as "startAt", t.end_at as "endAt", t.start_lat_e7 as "startLatE7", t.start_lon_e7 as "startLonE7",
          t.end_lat_e7 as "endLatE7", t.end_lon_e7 as "endLonE7", t.distance_m as "distanceM", t.moving_s as "movingS", t.idle_s as "idleS",
          t.gap_s as "gapS", t.max_kmh as "maxKmh"
        from trips_trip t${whereTrips(reading, params)} ${orderSql(reading.asked, tripOrder, ['t.id'])}`,
      timeoutMs: reading.timeoutMs,
    },
    params,
  );
  const withName = await withNames(reading, rows);
  return withName.map((row) => ({
    id: row.id,
    state: row.state,
    ...vehicleOf(row),
    ...driverOf(row),
    startAt: row.startAt,
    endAt: row.endAt,
    startPlace: placeOf(reading.places, row.startLatE7, row.startLonE7),
    endPlace: placeOf(reading.places, row.endLatE7, row.endLonE7),
    durationS: seconds(row.startAt, row.endAt),
    distanceM: tidy(row.distanceM),
    movingS: tidy(row.movingS, 3),
    idleS: tidy(row.idleS, 3),
    maxKmh: row.maxKmh,
    averageKmh: averageOf(row.distanceM, row.movingS + row.gapS),
  }));
}

/** A time that a vehicle stood: parked between two trips, or with its engine on. */
interface Stood {
  id: string;
  orgId: string;
  vehicleId: string;
  driverId: string | null;
  startAt: string;
  endAt: string;
  latE7: number;
  lonE7: number;
}

async function stoodRows(reading: Reading, text: string, params: Param[]): Promise<ReportRow<'stops'>[]> {
  const rows = await reading.db.query<Stood>({ text, timeoutMs: reading.timeoutMs }, params);
  const withName = await withNames(reading, rows);
  return withName.map((row) => ({
    id: row.id,
    ...vehicleOf(row),
    ...driverOf(row),
    startAt: row.startAt,
    endAt: row.endAt,
    durationS: seconds(row.startAt, row.endAt),
    ...spotOf(reading.places, row.latE7, row.lonE7),
  }));
}

/** The trip of the vehicle after one, that began on the same day. */
const nextTrip = `lateral (select n.start_at from trips_trip n where n.vehicle_id = t.vehicle_id and n.org_id = t.org_id
  and (n.start_at, n.id) > (t.start_at, t.id) and n.start_at < india_midnight(india_day(t.start_at) + 1) order by n.start_at, n.id limit 1)`;
const stopOrder = { startAt: 't.start_at', durationS: "greatest(n.start_at - t.end_at, interval '0')" };

/** A page of stops: a vehicle was parked between two trips of one day. Each has the id of the trip before it; none is of a time off duty. */
export function stopRows(reading: Reading): Promise<ReportRow<'stops'>[]> {
  const params: Param[] = [];
  return stoodRows(
    reading,
    `select ${who}, t.end_at as "startAt", n.start_at as "endAt", t.end_lat_e7 as "latE7", t.end_lon_e7 as "lonE7"
     from trips_trip t join ${nextTrip} n on true${whereTrips(reading, params)} and t.state <> 'LIVE' and t.end_lat_e7 is not null
       ${orderSql(reading.asked, stopOrder, ['t.id'])}`,
    params,
  );
}

const idleOrder = { startAt: 't.start_at', durationS: '(s."to" - s."from")' };

/** A page of times in which a vehicle stood with its engine on. Each has the id of its trip. */
export function idleRows(reading: Reading): Promise<ReportRow<'idling'>[]> {
  const params: Param[] = [];
  return stoodRows(
    reading,
    `select ${who}, to_timestamp(s."from" / 1000) as "startAt", to_timestamp(s."to" / 1000) as "endAt",
       round(s.lat * 1e7)::int as "latE7", round(s.lon * 1e7)::int as "lonE7"
     from trips_trip t cross join lateral jsonb_to_recordset(t.stops) as s (kind text, "from" float8, "to" float8, lat float8, lon float8)
     ${whereTrips(reading, params)} and s.kind = 'idle' ${orderSql(reading.asked, idleOrder, ['t.id', 's."from"'])}`,
    params,
  );
}
