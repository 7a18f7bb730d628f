import { allowMs, type Database, everything, transact } from '#kit/server/db/database.ts';
import type { Position } from '#areas/gateway/gateway.server.ts';

// Reads what devices sent, from the store, as the geofences need it.

const readMs = 30_000;
/** Less exact ones drive nothing. */
export const maxAccuracyCm = 10_000;
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const columns = `${ms('p.fix_at')} as "fixAt", ${ms('p.received_at')} as "receivedAt", p.device, p.lat_e7 as "latE7", p.lon_e7 as "lonE7",
  p.speed_ckmh as "speedCkmh", p.accuracy_cm as "accuracyCm", p.course_ddeg as "courseDdeg", p.altitude_m as "altitudeM",
  p.satellites, p.hdop_c as "hdopC", p.flags, p.unfit, null as attributes`;
const fit = `p.unfit = 0 and (p.accuracy_cm is null or p.accuracy_cm <= ${maxAccuracyCm})`;
export const isoOf = (time: number) => new Date(time).toISOString();

const pageRows = 5_000;

/** Positions of a vehicle behind a moment, by their time, whatever device it carried. Pages; none that came after `receivedTo`. */
export async function* readVehicle(
  db: Database,
  vehicleId: string,
  after: number,
  receivedTo: number,
): AsyncGenerator<readonly Position[]> {
  for (let from = after; ; ) {
    const rows = await transact(db, everything, async (db) => {
      await allowMs(db, readMs);
      return db.query<Position>(
        {
          text: `select ${columns} from devices_installation b join devices_device d on d.id = b.device_id
            join gateway_position p on p.device = d.slot and p.fix_at >= b.from_at and (b.to_at is null or p.fix_at < b.to_at)
            where b.vehicle_id = $1 and p.fix_at > $2 and p.received_at <= $3 and ${fit} order by p.fix_at limit ${pageRows}`,
          timeoutMs: readMs,
        },
        [vehicleId, isoOf(from), isoOf(receivedTo)],
      );
    });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    from = last.fixAt;
  }
}

/** The last position of vehicles that stood in the store before a moment of arrival, and not older than `after`. */
export async function lastPositions(
  db: Database,
  organisations: readonly string[],
  receivedTo: number,
  after: number,
): Promise<readonly (Position & { vehicleId: string })[]> {
  if (organisations.length === 0) return [];
  return transact(db, everything, async (db) => {
    await allowMs(db, readMs);
    return db.query<Position & { vehicleId: string }>(
      {
        text: `select b.vehicle_id as "vehicleId", l.* from devices_installation b join devices_device d on d.id = b.device_id
          cross join lateral (select ${columns} from gateway_position p where p.device = d.slot and p.fix_at >= b.from_at
            and (b.to_at is null or p.fix_at < b.to_at) and p.fix_at > $3 and p.received_at <= $2 and ${fit}
            order by p.fix_at desc limit 1) l
          where b.org_id = any($1::uuid[])`,
        timeoutMs: readMs,
      },
      [organisations, isoOf(receivedTo), isoOf(after)],
    );
  });
}
