import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import type { TripRow, TripState, TripStop } from '../trip-answers.contract.ts';

/** A trip as it is stored, without what it is called. */
export interface StoredTrip {
  id: string;
  state: TripState;
  vehicleId: string;
  deviceId: string;
  driverId: string | null;
  orgId: string;
  startAt: string;
  endAt: string;
  offDutyFrom: string | null;
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
  points: number;
  dropped: number;
  stopCount: number;
  updatedAt: string;
}

/** Columns of a StoredTrip, over `trips_shown` aliased t, which hides what is off duty. */
export const tripColumns = `t.id, t.state, t.vehicle_id as "vehicleId", t.device_id as "deviceId", t.driver_id as "driverId",
  t.org_id as "orgId", t.start_at as "startAt", t.end_at as "endAt", t.start_lat_e7 as "startLatE7", t.start_lon_e7 as "startLonE7",
  t.end_lat_e7 as "endLatE7", t.end_lon_e7 as "endLonE7", t.distance_m as "distanceM", t.moving_s as "movingS", t.idle_s as "idleS",
  t.gap_s as "gapS", t.max_kmh as "maxKmh", t.points, t.dropped, jsonb_array_length(t.stops) as "stopCount", t.updated_at as "updatedAt",
  t.off_duty_from as "offDutyFrom"`;

/** Degrees of a stored place. */
export const degrees = (e7: number): number => e7 / 1e7;
/** No device knows more than these digits, and floating point adds some of its own. */
export const tidy = (value: number, digits = 1): number => Number(value.toFixed(digits));

type Names = ReadonlyMap<string, { name: string; plateUse: PlateUse | null }>;

/** What trips are named with. */
export interface Naming {
  db: Queryable;
  scope: Scope;
  places: Geocoder;
}

/**
 * Trips with their names. They were found behind the walls; what they are called is looked up over them, because a vehicle or a
 * device may belong to somebody else by now, and the trip does not.
 */
export async function withNames({ db, scope, places }: Naming, trips: readonly StoredTrip[]): Promise<TripRow[]> {
  if (trips.length === 0) return [];
  const idsOf = (name: 'vehicleId' | 'deviceId' | 'driverId' | 'orgId') => [
    ...new Set(trips.map((trip) => trip[name])),
  ];
  const params: Param[] = [idsOf('vehicleId'), idsOf('deviceId'), idsOf('driverId'), idsOf('orgId')];
  const found = await overall(db, scope, () =>
    db.query<{ id: string; name: string; plateUse: PlateUse | null }>(
      `select id, registration_no as name, plate_use as "plateUse" from vehicles_vehicle where id = any($1::uuid[])
       union all select id, identifier, null from devices_device where id = any($2::uuid[])
       union all select id, name, null from people_driver where id = any($3::uuid[])
       union all select id, name, null from people_organisation where id = any($4::uuid[])`,
      params,
    ),
  );
  const names = new Map(found.map((one) => [one.id, one]));
  return trips.map((trip) => rowOf(trip, names, places));
}

function rowOf(trip: StoredTrip, names: Names, places: Geocoder): TripRow {
  const { startLatE7, startLonE7, endLatE7, endLonE7, ...rest } = trip;
  const nameOf = (id: string) => names.get(id)?.name ?? '';
  const goingS = trip.movingS + trip.gapS;
  const [start, end] = [placeOf(startLatE7, startLonE7, places), placeOf(endLatE7, endLonE7, places)];
  return {
    ...rest,
    vehicle: nameOf(trip.vehicleId),
    plateUse: names.get(trip.vehicleId)?.plateUse ?? null,
    device: nameOf(trip.deviceId),
    driver: trip.driverId === null ? null : nameOf(trip.driverId),
    org: nameOf(trip.orgId),
    durationS: tidy((Date.parse(trip.endAt) - Date.parse(trip.startAt)) / 1_000, 3),
    startLat: start.lat,
    startLon: start.lon,
    endLat: end.lat,
    endLon: end.lon,
    startPlace: start.place,
    endPlace: end.place,
    distanceM: tidy(trip.distanceM),
    movingS: tidy(trip.movingS, 3),
    idleS: tidy(trip.idleS, 3),
    gapS: tidy(trip.gapS, 3),
    averageKmh: goingS > 0 ? tidy((trip.distanceM / goingS) * 3.6) : null,
  };
}

function placeOf(latE7: number | null, lonE7: number | null, places: Geocoder) {
  if (latE7 === null || lonE7 === null) return { lat: null, lon: null, place: null };
  const [lat, lon] = [degrees(latE7), degrees(lonE7)];
  return { lat, lon, place: places.nameOf(lat, lon) ?? null };
}

/** Stops as the pipeline leaves them, with times in milliseconds. */
export type StoredStop = Omit<TripStop, 'from' | 'to' | 'place'> & { from: number; to: number };

export const stopsOf = (stored: readonly StoredStop[], places: Geocoder): TripStop[] =>
  stored.map(({ kind, from, to, lat, lon }) => ({
    kind,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    lat,
    lon,
    place: places.nameOf(lat, lon) ?? null,
  }));
