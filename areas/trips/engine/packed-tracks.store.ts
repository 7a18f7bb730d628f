import { allowMs, type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { packTrack } from '#telematics/pipeline/packed-track.ts';
import { passTeleports, type TeleportState } from '#telematics/pipeline/teleports.ts';
import { believedSpeed, ceilingOf, type Position, trackFixOf } from '#areas/gateway/gateway.server.ts';
import { readLog } from './stored-log.store.ts';
import { profileOf } from './track.ts';
import { isoOf } from './trips.store.ts';

/** Where the fixes of a trip stand in the log. */
export interface LogOfTrip {
  device: number;
  start: number;
  end: number;
  rule: 'MOVEMENT' | 'SILENCE';
  /** What the device states above it is no speed of the vehicle, km/h. */
  ceilingKmh: number;
}

/** A trip that ended, whose track is to be packed. */
export interface EndedTrip extends LogOfTrip {
  bindingId: string;
}

/** The fixes of a trip that count, out of the log, with the speeds that count. */
export async function trackOf(db: Database, trip: LogOfTrip): Promise<Position[]> {
  const { device, start, end, rule, ceilingKmh } = trip;
  const profile = profileOf(rule, ceilingKmh);
  const state: TeleportState = { last: null, doubted: [] };
  const kept: Position[] = [];
  let doubted: Position[] = [];
  for await (const page of readLog(db, { device, after: start - 1, before: end + 1 }, profile))
    for (const read of page) {
      const position = { ...read, speedCkmh: believedSpeed(read, ceilingKmh) };
      const passed = passTeleports(state, trackFixOf(position, ceilingKmh), profile.maxLegMs).kept;
      if (passed.length === 0) doubted = [...doubted, position].slice(-2);
      else {
        // Fixes that proved each other are those that were doubted last, and this one.
        kept.push(...doubted.slice(doubted.length - passed.length + 1), position);
        doubted = [];
      }
    }
  return kept;
}

/** Packs and stores the tracks of trips. One that has changed since is left to the next time. */
export async function packTrips(db: Database, ended: readonly EndedTrip[]): Promise<void> {
  const rows: { binding_id: string; start_at: string; end_at: string; fixes: number; packed: string }[] = [];
  for (const trip of ended) {
    const track = await trackOf(db, trip);
    if (track.length > 0)
      rows.push({
        binding_id: trip.bindingId,
        start_at: isoOf(trip.start),
        end_at: isoOf(trip.end),
        fixes: track.length,
        packed: Buffer.from(packTrack(track)).toString('base64'),
      });
  }
  if (rows.length === 0) return;
  await transact(db, everything, (db) =>
    db.query(
      `with packed as (insert into trip_track as k (trip_id, fixes, packed)
       select t.id, r.fixes, decode(r.packed, 'base64')
       from json_to_recordset($1::json) as r (binding_id uuid, start_at timestamptz, end_at timestamptz, fixes int, packed text)
       join trip t on t.binding_id = r.binding_id and t.start_at = r.start_at and t.end_at = r.end_at and t.state <> 'LIVE'
       on conflict (trip_id) do update set fixes = excluded.fixes, packed = excluded.packed
       returning k.trip_id)
       insert into trip_ended (trip_id, due_at) select p.trip_id, t.end_at from packed p join trip t on t.id = p.trip_id
       on conflict (trip_id) do update set due_at = excluded.due_at, tries = 0`,
      [JSON.stringify(rows)],
    ),
  );
}

const readMs = 60_000;

interface Row {
  binding_id: string;
  slot: number;
  trip_rule: string | null;
  licence_classes: string[] | null;
  start_at: string;
  end_at: string;
}

const unpacked = `select t.binding_id, d.slot, d.trip_rule, c.licence_classes, t.start_at, t.end_at
  from trip t join devices_device d on d.id = t.device_id left join trip_track k on k.trip_id = t.id
    left join vehicles_vehicle v on v.id = t.vehicle_id left join vehicles_category c on c.id = v.category_id
  where k.trip_id is null and t.state <> 'LIVE'`;

const endedOf = (row: Row): EndedTrip => ({
  bindingId: row.binding_id,
  device: row.slot,
  start: Date.parse(row.start_at),
  end: Date.parse(row.end_at),
  rule: row.trip_rule === 'SILENCE' ? 'SILENCE' : 'MOVEMENT',
  ceilingKmh: ceilingOf(row.licence_classes),
});

/** Trips that ended and have no track, as when the product was stopped before it was packed. */
export function unpackedTrips(db: Database): Promise<EndedTrip[]> {
  return transact(db, everything, async (db) => {
    await allowMs(db, readMs);
    return (await db.query<Row>({ text: unpacked, timeoutMs: readMs })).map(endedOf);
  });
}

/** Those of a binding, from a start on. */
export async function unpackedSince(db: Queryable, bindingId: string, start: number): Promise<EndedTrip[]> {
  const rows = await db.query<Row>(`${unpacked} and t.binding_id = $1 and t.start_at >= $2`, [bindingId, isoOf(start)]);
  return rows.map(endedOf);
}
