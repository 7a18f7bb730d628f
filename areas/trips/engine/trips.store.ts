import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Trip } from '#telematics/pipeline/trip.ts';
import type { TripState } from '../trip-answers.contract.ts';

/** What a transaction that stores many trips allows each of its statements. */
export const writeMs = 10_000;

/** A trip as it is to be stored. */
export interface TripRecord {
  bindingId: string;
  state: TripState;
  trip: Trip;
  /** Milliseconds; null: it may yet go on. */
  settledAt: number | null;
  /** JSON. */
  after: string | null;
}

export const isoOf = (time: number): string => new Date(time).toISOString();
export const e7 = (degrees: number): number => Math.round(degrees * 1e7);

const rowOf = ({ bindingId, state, trip, settledAt, after }: TripRecord) => ({
  id: uuidv7(),
  binding_id: bindingId,
  state,
  start_at: isoOf(trip.start.time),
  end_at: isoOf(trip.end.time),
  start_lat_e7: e7(trip.start.lat),
  start_lon_e7: e7(trip.start.lon),
  end_lat_e7: e7(trip.end.lat),
  end_lon_e7: e7(trip.end.lon),
  distance_m: trip.distanceM,
  moving_s: trip.movingS,
  idle_s: trip.idleS,
  gap_s: trip.gapS,
  max_kmh: trip.maxKmh,
  points: trip.points,
  dropped: trip.dropped,
  jump_legs: trip.jumpLegs,
  // Of a device that says no speeds nothing is known.
  seconds_over: trip.maxKmh === null ? null : trip.secondsOver,
  stops: trip.stops,
  began_by: trip.beganBy,
  ended_by: trip.endedBy,
  off_points: trip.offPoints ?? 0,
  settled_at: settledAt === null ? null : isoOf(settledAt),
  after_state: after,
});

const measured = `end_at timestamptz, start_lat_e7 int, start_lon_e7 int, end_lat_e7 int, end_lon_e7 int,
  distance_m float8, moving_s float8, idle_s float8, gap_s float8, max_kmh real, points int, dropped int, jump_legs int,
  seconds_over real[], stops jsonb, began_by text, ended_by text, off_points int, settled_at timestamptz`;
const recordSet = `json_to_recordset($1::json)
  as r (id uuid, binding_id uuid, start_at timestamptz, state text, ${measured}, after_state text)`;
const written = ['state', ...measured.split(',').map((column) => column.trim().split(' ')[0] ?? '')];
const assigned = (from: string) => written.map((column) => `${column} = ${from}.${column}`).join(', ');

/** A packed track is that of the trip as it is: until it is packed anew there is none. */
const dropTracks = 'delete from trip_track k using stored where k.trip_id = stored.id';

/** Whoever drives on changes one of these. */
const columnsOf = (from: string) =>
  ['state', 'end_at', 'points', 'dropped', 'distance_m', 'idle_s', 'settled_at']
    .map((name) => `${from}.${name}`)
    .join(', ');

/** Of two owners whose periods a start lies between, the next; a log may be older than what is known of owners. */
const ownerThen = (start: string) => `(select o.org_id from vehicles_owner o
  where o.vehicle_id = b.vehicle_id and (o.to_at is null or o.to_at > ${start}) order by o.from_at limit 1)`;
const driverThen = (start: string) => `(select a.driver_id from vehicles_assignment a
  where a.vehicle_id = b.vehicle_id and a.from_at <= ${start} and (a.to_at is null or a.to_at > ${start}))`;

/** Stores trips of which a row is known to be there. */
export async function updateTrips(db: Queryable, trips: readonly TripRecord[], now: Date): Promise<void> {
  if (trips.length === 0) return;
  await db.query(
    {
      name: 'trip-update-many',
      timeoutMs: writeMs,
      text: `with stored as (
          update trip t set ${assigned('r')}, after_state = r.after_state::jsonb, updated_at = $2
          from ${recordSet} where t.binding_id = r.binding_id and t.start_at = r.start_at
            and (${columnsOf('t')}) is distinct from (${columnsOf('r')})
          returning t.id)
        ${dropTracks}`,
    },
    [JSON.stringify(trips.map(rowOf)), now.toISOString()],
  );
}

/** Stores trips, with whose the vehicle was when they began and who drove it then. Those of bindings that are gone are left out. */
export async function putTrips(db: Queryable, trips: readonly TripRecord[], now: Date): Promise<void> {
  if (trips.length === 0) return;
  await db.query(
    {
      name: 'trip-put-many',
      timeoutMs: writeMs,
      text: `with stored as (
        insert into trip as t (id, org_id, binding_id, vehicle_id, device_id, driver_id, start_at, ${written.join(', ')}, after_state, updated_at)
        select r.id, coalesce(${ownerThen('r.start_at')}, b.org_id), b.id, b.vehicle_id, b.device_id, ${driverThen('r.start_at')}, r.start_at,
          ${written.map((column) => `r.${column}`).join(', ')}, r.after_state::jsonb, $2
        from ${recordSet} join devices_installation b on b.id = r.binding_id
        on conflict (binding_id, start_at) do update
          set ${assigned('excluded')}, after_state = excluded.after_state, updated_at = excluded.updated_at
        returning t.id)
        ${dropTracks}`,
    },
    [JSON.stringify(trips.map(rowOf)), now.toISOString()],
  );
}

/** Trips keep their ids and begin at another time. */
export async function moveTrips(db: Queryable, moves: readonly { id: string; start: number }[]): Promise<void> {
  if (moves.length === 0) return;
  await db.query(
    {
      name: 'trip-move-many',
      timeoutMs: writeMs,
      text: `update trip t
        set (start_at, org_id, driver_id) = (r.start_at, coalesce(${ownerThen('r.start_at')}, b.org_id), ${driverThen('r.start_at')})
        from unnest($1::uuid[], $2::timestamptz[]) as r (id, start_at), device_binding b
        where t.id = r.id and b.id = t.binding_id`,
    },
    [moves.map(({ id }) => id), moves.map(({ start }) => isoOf(start))],
  );
}

/** What settled trips that are otherwise as they were. */
export async function resettleTrips(
  db: Queryable,
  trips: readonly { id: string; settledAt: number | null; after: string | null }[],
): Promise<void> {
  if (trips.length === 0) return;
  await db.query(
    {
      name: 'trip-resettle-many',
      timeoutMs: writeMs,
      text: `update trip t set settled_at = r.settled_at, after_state = r.after_state::jsonb
        from unnest($1::uuid[], $2::timestamptz[], $3::text[]) as r (id, settled_at, after_state) where t.id = r.id`,
    },
    [
      trips.map(({ id }) => id),
      trips.map(({ settledAt }) => (settledAt === null ? null : isoOf(settledAt))),
      trips.map(({ after }) => after),
    ],
  );
}

export async function removeTrips(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db.query({ text: 'delete from trip where id = any($1::uuid[])', timeoutMs: writeMs }, [ids]);
}

/** Takes back trips that turned out too short, by their binding and start. */
export async function takeBackTrips(
  db: Queryable,
  gone: readonly { bindingId: string; start: number }[],
): Promise<void> {
  if (gone.length === 0) return;
  await db.query(
    {
      name: 'trip-take-back-many',
      timeoutMs: writeMs,
      text: `delete from trip t using unnest($1::uuid[], $2::timestamptz[]) as r (binding_id, start_at)
        where t.binding_id = r.binding_id and t.start_at = r.start_at`,
    },
    [gone.map(({ bindingId }) => bindingId), gone.map(({ start }) => isoOf(start))],
  );
}
