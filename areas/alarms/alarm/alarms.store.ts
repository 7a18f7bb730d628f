import type { Queryable } from '#kit/server/db/database.ts';
import type { AlarmKind, AlarmState } from './alarm-kinds.contract.ts';

/** An alarm as signals are added to it. Times are ISO UTC, latitude and longitude degrees. */
export interface StoredAlarm {
  id: string;
  what: string;
  kind: AlarmKind;
  alarmState: AlarmState;
  orgId: string;
  vehicleId: string;
  device: string;
  firstAt: string;
  lastAt: string;
  repeats: number;
  heardAt: string;
  place: string | null;
  lat: number | null;
  lon: number | null;
  speedKmh: number | null;
  notifiedAt: string | null;
  acknowledgedAt: string | null;
  incidentId: string | null;
}

/**
 * The alarms of vehicles that something may be added to: those that were heard between these times, locked. Times are ISO UTC. To be called
 * over everybody's rows.
 */
export const alarmsAround = (
  db: Queryable,
  vehicleIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<StoredAlarm[]> =>
  db.query<StoredAlarm>(
    `select a.id, a.what, a.kind, a.alarm_state as "alarmState", a.org_id as "orgId", a.vehicle_id as "vehicleId", a.device,
       a.first_at as "firstAt", a.last_at as "lastAt", a.repeats, a.heard_at as "heardAt", a.place, a.lat::float8 as lat, a.lon::float8 as lon,
       a.speed_kmh::float8 as "speedKmh", a.notified_at as "notifiedAt", a.acknowledged_at as "acknowledgedAt", a.incident_id as "incidentId"
     from alarm a where a.vehicle_id = any($1::uuid[]) and a.last_at >= $2 and a.first_at <= $3 and a.deleted_at is null
     order by a.id for no key update`,
    [[...vehicleIds], from, to],
  );

/** When people were told last of an alarm of these vehicles: ISO UTC by `vehicle kind`, since a moment. */
export async function toldSince(
  db: Queryable,
  vehicleIds: readonly string[],
  since: string,
): Promise<Map<string, string>> {
  const rows = await db.query<{ vehicleId: string; kind: AlarmKind; at: string }>(
    `select vehicle_id as "vehicleId", kind, max(notified_at) as at from alarm
     where vehicle_id = any($1::uuid[]) and last_at >= $2 and notified_at >= $2 group by vehicle_id, kind`,
    [[...vehicleIds], since],
  );
  return new Map(rows.map(({ vehicleId, kind, at }) => [`${vehicleId} ${kind}`, at]));
}

const written = `r (id uuid, what text, kind text, "alarmState" text, "orgId" uuid, "vehicleId" uuid, device text, "firstAt" timestamptz,
  "lastAt" timestamptz, repeats int, "heardAt" timestamptz, place text, lat numeric, lon numeric, "speedKmh" numeric, "notifiedAt" timestamptz,
  "incidentId" uuid)`;

/** Writes new alarms, with the driver whom their vehicle had then. */
export const addAlarms = (db: Queryable, rows: readonly StoredAlarm[], now: Date): Promise<unknown> =>
  db.query(
    `insert into alarm (id, what, kind, alarm_state, org_id, vehicle_id, driver_id, device, first_at, last_at, repeats, heard_at, place, lat, lon,
       speed_kmh, notified_at, incident_id, created_at, updated_at)
     select r.id, r.what, r.kind, r."alarmState", r."orgId", r."vehicleId",
       (select d.driver_id from vehicles_assignment d where d.vehicle_id = r."vehicleId" and d.from_at <= r."firstAt"
          and (d.to_at is null or d.to_at > r."firstAt") order by d.from_at desc limit 1),
       r.device, r."firstAt", r."lastAt", r.repeats, r."heardAt", r.place, r.lat, r.lon, r."speedKmh", r."notifiedAt", r."incidentId", $2, $2
     from json_to_recordset($1::json) as ${written}`,
    [JSON.stringify(rows), now.toISOString()],
  );

/** Writes what signals have changed of alarms. */
export const putAlarms = (db: Queryable, rows: readonly StoredAlarm[], now: Date): Promise<unknown> =>
  db.query(
    `update alarm a set alarm_state = r."alarmState", first_at = r."firstAt", last_at = r."lastAt", repeats = r.repeats, place = r.place,
       lat = r.lat, lon = r.lon, speed_kmh = r."speedKmh", notified_at = r."notifiedAt", incident_id = r."incidentId",
       version = a.version + 1, updated_at = $2
     from json_to_recordset($1::json) as ${written} where a.id = r.id`,
    [JSON.stringify(rows), now.toISOString()],
  );
