import type { Queryable, TextRow } from '#kit/server/db/database.ts';

/** Where a vehicle was last, as it is stored. */
export interface CurrentPlace {
  vehicleId: string;
  slot: number;
  latE7: number;
  lonE7: number;
  /** Milliseconds, UTC. */
  fixAt: number;
  receivedAt: number;
  speedCkmh: number | null;
  courseDdeg: number | null;
  ignition: boolean | null;
  moving: boolean;
  /** The fix came with an alarm. */
  hasAlarm: boolean;
  isOnTrip: boolean;
}

const numberOr = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

const columns = `c.vehicle_id, v.slot, c.lat_e7, c.lon_e7, extract(epoch from c.fix_at) * 1000, extract(epoch from c.received_at) * 1000,
  c.speed_ckmh, c.course_ddeg, c.ignition, c.moving, c.alarm, c.trip_start_at is not null`;
const tables = 'current_position c join vehicles_vehicle v on v.id = c.vehicle_id';

/** Places of all vehicles that were received after a moment, everybody's: for what keeps them in memory and fences its readers itself. */
export async function currentPlaces(db: Queryable, receivedAfter: number): Promise<CurrentPlace[]> {
  const rows = await db.text(
    {
      name: 'current-places',
      text: `select ${columns} from ${tables} where c.received_at > $1`,
      timeoutMs: 10_000,
    },
    [new Date(receivedAfter).toISOString()],
  );
  return rows.map(placeOf);
}

/** Places of these vehicles, everybody's; likewise. */
export async function currentPlacesOf(db: Queryable, vehicleIds: readonly string[]): Promise<CurrentPlace[]> {
  const rows = await db.text(
    { name: 'current-places-of', text: `select ${columns} from ${tables} where c.vehicle_id = any($1::uuid[])` },
    [[...vehicleIds]],
  );
  return rows.map(placeOf);
}

const placeOf = ([
  vehicleId,
  slot,
  latE7,
  lonE7,
  fixAt,
  receivedAt,
  speed,
  course,
  ignition,
  moving,
  alarm,
  onTrip,
]: TextRow): CurrentPlace => ({
  vehicleId: vehicleId as string,
  slot: Number(slot),
  latE7: Number(latE7),
  lonE7: Number(lonE7),
  fixAt: Number(fixAt),
  receivedAt: Number(receivedAt),
  speedCkmh: numberOr(speed),
  courseDdeg: numberOr(course),
  ignition: ignition === null || ignition === undefined ? null : ignition === 't',
  moving: moving === 't',
  hasAlarm: alarm === 't',
  isOnTrip: onTrip === 't',
});
