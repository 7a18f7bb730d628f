import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import { type AlarmOfTrip, alarmsOfTrip, type LogOf, type WaitingTrip } from '#areas/trips/trips.server.ts';

const kinds = ['BRAKING', 'ACCELERATION', 'CORNERING'] as const;
type HarshKind = (typeof kinds)[number];

/** Devices repeat an alarm while it lasts: what comes again so soon is the same event. */
const sameMs = 5_000;

/** Harsh driving that a device reported, each event once, in the order of time. */
export function harshEventsOf(alarms: readonly AlarmOfTrip[]): (AlarmOfTrip & { kind: HarshKind })[] {
  const last = new Map<HarshKind, number>();
  return alarms
    .toSorted((a, b) => a.at - b.at)
    .flatMap((alarm) =>
      kinds.flatMap((kind) => {
        if (!alarm.names.includes(kind)) return [];
        const before = last.get(kind);
        last.set(kind, alarm.at);
        return before !== undefined && alarm.at - before <= sameMs ? [] : [{ ...alarm, kind }];
      }),
    );
}

/** Stores the harsh driving of a trip that ended, instead of what was known of it. Within the transaction that stores what else came of it. */
export async function putHarshEvents(db: Queryable, trip: WaitingTrip & LogOf): Promise<void> {
  const found = harshEventsOf(await alarmsOfTrip(db, trip));
  const rows = found.map(({ kind, at, latE7, lonE7 }) => ({
    kind,
    at: new Date(at).toISOString(),
    lat_e7: latE7,
    lon_e7: lonE7,
  }));
  const known = await db.query<{ kind: string; at: string }>(
    'select kind, at from harsh_event where trip_id = $1 order by at, kind',
    [trip.id],
  );
  const same = (list: readonly { kind: string; at: string }[]) =>
    list
      .map(({ kind, at }) => `${kind} ${new Date(at).toISOString()}`)
      .toSorted()
      .join();
  if (same(known) === same(rows)) return;
  await db.query('delete from harsh_event where trip_id = $1', [trip.id]);
  await db.query(
    `insert into harsh_event (id, org_id, vehicle_id, device_id, trip_id, kind, at, lat_e7, lon_e7)
     select r.id, $2, $3, $4, $5, r.kind, r.at, r.lat_e7, r.lon_e7
     from json_to_recordset($1::json) as r (id uuid, kind text, at timestamptz, lat_e7 int, lon_e7 int)`,
    [JSON.stringify(rows.map((row) => ({ id: uuidv7(), ...row }))), trip.orgId, trip.vehicleId, trip.deviceId, trip.id],
  );
}
