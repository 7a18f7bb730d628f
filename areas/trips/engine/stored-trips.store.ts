import type { CutterState } from '#telematics/pipeline/cutter.ts';
import { allowMs, type Database, everything, transact } from '#kit/server/db/database.ts';
import type { Trip } from '#telematics/pipeline/trip.ts';
import type { Binding } from '#areas/gateway/gateway.server.ts';
import type { TripState } from '../trip-answers.contract.ts';
import { e7, isoOf } from './trips.store.ts';

/** A trip as it stands in the store. Times in milliseconds. */
export interface StoredTrip {
  id: string;
  state: TripState;
  start: number;
  end: number;
  /** What of it people see, in a form that can be compared. */
  shown: string;
  /** Why it began and ended is stored with it; what older versions stored has no reasons. */
  hasReasons: boolean;
  settledAt: number | null;
  after: CutterState | null;
  /** Its first fix is still in the log. */
  logged: boolean;
}

interface Row {
  id: string;
  state: TripState;
  start_at: string;
  end_at: string;
  places: number[];
  distance_m: number;
  moving_s: number;
  idle_s: number;
  gap_s: number;
  max_kmh: number | null;
  counts: number[];
  seconds_over: number[] | null;
  began_by: Trip['beganBy'];
  ended_by: Trip['endedBy'];
  off_points: number;
  settled_at: string | null;
  after_state: CutterState | null;
  logged: boolean;
}

const brief = (numbers: readonly number[] | null) => numbers && numbers.map(Math.fround);

/** What of a trip people see, as `StoredTrip.shown`. Some columns hold single precision. */
export const shownOf = (trip: Trip, hasReasons = true): string =>
  JSON.stringify([
    trip.end.time,
    [trip.start, trip.end].flatMap(({ lat, lon }) => [e7(lat), e7(lon)]),
    [trip.distanceM, trip.movingS, trip.idleS, trip.gapS],
    trip.maxKmh === null ? null : Math.fround(trip.maxKmh),
    [trip.points, trip.dropped, trip.jumpLegs],
    trip.maxKmh === null ? null : brief(trip.secondsOver),
    hasReasons ? [trip.beganBy, trip.endedBy, trip.offPoints ?? 0] : null,
  ]);

const storedOf = (row: Row): StoredTrip => ({
  id: row.id,
  state: row.state,
  start: Date.parse(row.start_at),
  end: Date.parse(row.end_at),
  shown: JSON.stringify([
    Date.parse(row.end_at),
    row.places,
    [row.distance_m, row.moving_s, row.idle_s, row.gap_s],
    row.max_kmh === null ? null : Math.fround(row.max_kmh),
    row.counts,
    brief(row.seconds_over),
    row.began_by === null ? null : [row.began_by, row.ended_by, row.off_points],
  ]),
  hasReasons: row.began_by !== null,
  settledAt: row.settled_at === null ? null : Date.parse(row.settled_at),
  after: row.after_state,
  logged: row.logged,
});

const readMs = 10_000;
const columns = `t.id, t.state, t.start_at, t.end_at, array[t.start_lat_e7, t.start_lon_e7, t.end_lat_e7, t.end_lon_e7] as places,
  t.distance_m, t.moving_s, t.idle_s, t.gap_s, t.max_kmh, array[t.points, t.dropped, t.jump_legs] as counts, t.seconds_over,
  t.began_by, t.ended_by, t.off_points,
  t.settled_at, t.after_state`;

/**
 * The trips of a binding that a change of its log from `late` on may touch, by their start, and the last one before them
 * that was settled by then.
 */
export function tripsBehind(
  db: Database,
  { id, device }: Binding,
  late: number,
): Promise<{ before: StoredTrip | null; behind: StoredTrip[] }> {
  return transact(db, everything, async (db) => {
    await allowMs(db, readMs);
    const since = isoOf(Math.max(late, 0));
    const [anchor] = await db.query<Row>(
      {
        text: `select ${columns}, true as logged from trip t
          where t.binding_id = $1 and t.start_at < $2 and t.settled_at < $2 order by t.start_at desc limit 1`,
        timeoutMs: readMs,
      },
      [id, since],
    );
    const before = anchor ? storedOf(anchor) : null;
    const rows = await db.query<Row>(
      {
        text: `select ${columns}, exists (select from gateway_position p where p.device = $3 and p.fix_at = t.start_at) as logged
          from trip t where t.binding_id = $1 and t.start_at > $2 order by t.start_at`,
        timeoutMs: readMs,
      },
      [id, isoOf(before?.start ?? 0), device],
    );
    return { before, behind: rows.map(storedOf) };
  });
}
