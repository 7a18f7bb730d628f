import type { Queryable } from '#kit/server/db/database.ts';
import { believedSpeed, flag, type Position } from '#areas/gateway/gateway.server.ts';
import { isMoving, openTrip, type Track } from './track.ts';
import { isoOf, writeMs } from './trips.store.ts';

/** Where a vehicle is, as it is to be stored. Without a fix only whether it moves and since when is new. */
export interface CurrentRecord {
  bindingId: string;
  vehicleId: string;
  position: Position | null;
  moving: boolean;
  tripStart: number | null;
}

export const currentOf = (track: Track): CurrentRecord => ({
  bindingId: track.binding.id,
  vehicleId: track.binding.vehicleId,
  // What the trips do not believe is shown to nobody as the speed of now.
  position: track.newest && { ...track.newest, speedCkmh: believedSpeed(track.newest, track.profile.ceilingKmh) },
  moving: isMoving(track),
  tripStart: track.cutter.silent ? null : (openTrip(track)?.start.time ?? null),
});

/** A finite number of the attributes, which are as the device sent them. */
function numberIn(attributes: Record<string, unknown>, name: string): number | null {
  const value = attributes[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

const maxVolts = 1_000;

function rowOf({ bindingId, position, moving, tripStart }: CurrentRecord & { position: Position }) {
  const attributes = position.attributes === null ? {} : (JSON.parse(position.attributes) as Record<string, unknown>);
  const battery = numberIn(attributes, 'battery');
  return {
    binding_id: bindingId,
    fix_at: isoOf(position.fixAt),
    received_at: isoOf(position.receivedAt),
    lat_e7: position.latE7,
    lon_e7: position.lonE7,
    speed_ckmh: position.speedCkmh,
    accuracy_cm: position.accuracyCm,
    course_ddeg: position.courseDdeg,
    satellites: position.satellites,
    ignition: (position.flags & flag.ignitionKnown) === 0 ? null : (position.flags & flag.ignitionOn) !== 0,
    odometer_m: numberIn(attributes, 'odometer'),
    battery_v: battery === null || Math.abs(battery) > maxVolts ? null : battery,
    moving,
    alarm: (position.flags & flag.alarm) !== 0,
    trip_start_at: tripStart === null ? null : isoOf(tripStart),
  };
}

const columns = `fix_at timestamptz, received_at timestamptz, lat_e7 int, lon_e7 int, speed_ckmh int, accuracy_cm int,
  course_ddeg smallint, satellites smallint, ignition boolean, odometer_m float8, battery_v real, moving boolean, alarm boolean, trip_start_at timestamptz`;
const names = columns.split(',').map((column) => column.trim().split(' ')[0] ?? '');
/** Not every report has them: what the same device said last holds. */
const lasting = ['odometer_m', 'battery_v'];
const assigned = names.map((name) =>
  lasting.includes(name)
    ? `${name} = coalesce(excluded.${name}, case when c.binding_id = excluded.binding_id then c.${name} end)`
    : `${name} = excluded.${name}`,
);

/** Stores where vehicles are: what is known moves forward in time and never back. */
export async function putCurrent(db: Queryable, records: readonly CurrentRecord[]): Promise<void> {
  // Of two devices that a vehicle carried, one after the other, the one that says the newest.
  const latest = new Map<string, CurrentRecord & { position: Position }>();
  for (const record of records) {
    const { position, vehicleId } = record;
    if (position && position.fixAt > (latest.get(vehicleId)?.position.fixAt ?? Number.NEGATIVE_INFINITY))
      latest.set(vehicleId, { ...record, position });
  }
  if (latest.size > 0)
    await db.query(
      {
        name: 'current-put-many',
        timeoutMs: writeMs,
        text: `insert into current_position as c (vehicle_id, binding_id, ${names.join(', ')})
          select b.vehicle_id, b.id, ${names.map((name) => `r.${name}`).join(', ')}
          from json_to_recordset($1::json) as r (binding_id uuid, ${columns}) join devices_installation b on b.id = r.binding_id
          on conflict (vehicle_id) do update set binding_id = excluded.binding_id, ${assigned.join(', ')}
          where excluded.fix_at > c.fix_at or (excluded.fix_at = c.fix_at and excluded.binding_id = c.binding_id)`,
      },
      [JSON.stringify([...latest.values()].map(rowOf))],
    );
  const still = records.filter(({ position }) => !position);
  if (still.length === 0) return;
  await db.query(
    {
      name: 'current-still-many',
      timeoutMs: writeMs,
      text: `update current_position c set moving = r.moving, trip_start_at = r.trip_start_at
        from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::timestamptz[]) as r (vehicle_id, binding_id, moving, trip_start_at)
        where c.vehicle_id = r.vehicle_id and c.binding_id = r.binding_id
          and (c.moving, c.trip_start_at) is distinct from (r.moving, r.trip_start_at)`,
    },
    [
      still.map(({ vehicleId }) => vehicleId),
      still.map(({ bindingId }) => bindingId),
      still.map(({ moving }) => String(moving)),
      still.map(({ tripStart }) => (tripStart === null ? null : isoOf(tripStart))),
    ],
  );
}

/** Takes back where a vehicle is, as far as a binding says it of a time that is not its own. True: it said so. */
export async function takeBackCurrent(db: Queryable, { id, vehicleId, from, to }: Track['binding']): Promise<boolean> {
  const rows = await db.query(
    `delete from current_position where vehicle_id = $1 and binding_id = $2
       and (fix_at < $3 or fix_at >= $4::timestamptz) returning 1`,
    [vehicleId, id, isoOf(from), to === null ? null : isoOf(to)],
  );
  return rows.length > 0;
}
