import { placeNameText } from '#kit/contract/places.ts';
import { stateOf } from '#areas/offices/states.contract.ts';
import { currentPlacesOf } from '#areas/trips/trips.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { publishIncident } from '../incidents.topics.ts';
import { planEscalation } from './escalate.job.ts';
import {
  addEntry,
  addIncident,
  incidentAt,
  isTaken,
  repeatIncident,
  type Spot,
  type StoredIncident,
} from './incidents.store.ts';

/** An SOS of a device, with where it was then. */
export interface Signal {
  /** Slot of the device and time of its fix: the same signal is one, however often it is read. */
  key: string;
  /** ISO UTC, by the clock of the device. */
  at: string;
  vehicleId: string;
  orgId: string;
  /** Degrees; null where the device did not know: then it was where its vehicle was last seen. */
  lat: number | null;
  lon: number | null;
  /** What the device is called. */
  device: string;
}

/** Where a position is, in words. */
export function spotOf(places: Geocoder, lat: number, lon: number, at: string): Spot {
  const name = places.nameOf(lat, lon);
  return { lat, lon, at, place: name ? placeNameText(name) : null, placeState: stateOf(name?.state) };
}

/** Where a vehicle was last seen; null where it never was. To be called over everybody's rows, or those that see the vehicle. */
export async function lastSpot(db: Queryable, places: Geocoder, vehicleId: string): Promise<Spot | null> {
  const [last] = await currentPlacesOf(db, [vehicleId]);
  return last ? spotOf(places, last.latE7 / 1e7, last.lonE7 / 1e7, new Date(last.fixAt).toISOString()) : null;
}

export interface Raising {
  jobs: Pick<Jobs, 'add'>;
  places: Geocoder;
}

/**
 * Takes the signal of a device: a new incident, or one more of the incident that its vehicle has. To be called over everybody's rows.
 * @returns the incident where people are to be told of it; undefined where the signal was taken before.
 */
export async function takeSignal(
  db: Queryable,
  writer: Writer,
  { jobs, places }: Raising,
  signal: Signal,
): Promise<StoredIncident | undefined> {
  const driverId = await driverAt(db, signal.vehicleId, signal.at);
  const found = await incidentAt(db, signal, driverId);
  if (await isTaken(db, signal.key)) return undefined;
  const spot =
    signal.lat === null || signal.lon === null
      ? await lastSpot(db, places, signal.vehicleId)
      : spotOf(places, signal.lat, signal.lon, signal.at);
  const entry = { at: signal.at, sourceKey: signal.key, actor: signal.device };
  if (found) {
    const repeated = await repeatIncident(db, writer, found, signal, spot);
    await addEntry(db, writer, repeated, { kind: 'REPEATED', ...entry });
    return repeated;
  }
  const row = await addIncident(db, writer, {
    source: 'DEVICE',
    orgId: signal.orgId,
    vehicleId: signal.vehicleId,
    driverId,
    raisedAt: signal.at,
    raisedBy: signal.device,
    what: 'SOS button pressed',
    spot,
  });
  await addEntry(db, writer, row, { kind: 'RAISED', ...entry });
  await planEscalation(db, jobs, row);
  await publishIncident(db, row, writer);
  return row;
}

/** Who was assigned to a vehicle at a moment. */
export async function driverAt(db: Queryable, vehicleId: string, at: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    `select driver_id as id from vehicles_assignment where vehicle_id = $1 and from_at <= $2 and (to_at is null or to_at > $2)
     order by from_at desc limit 1`,
    [vehicleId, at],
  );
  return row?.id ?? null;
}

/** Which vehicle of the organisation somebody was assigned to at a moment. */
export async function vehicleAt(db: Queryable, driverId: string, orgId: string, at: string): Promise<string | null> {
  // A vehicle that is gone, or another's by now, must not be why a report is refused.
  const [row] = await db.query<{ id: string }>(
    `select a.vehicle_id as id from vehicles_assignment a join vehicles_vehicle v on v.id = a.vehicle_id
     where a.driver_id = $1 and v.org_id = $2 and v.deleted_at is null and a.from_at <= $3 and (a.to_at is null or a.to_at > $3)
     order by a.from_at desc limit 1`,
    [driverId, orgId, at],
  );
  return row?.id ?? null;
}
