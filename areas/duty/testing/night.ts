import { uuidv7 } from 'uuidv7';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { addPositions, addTrip, placeVehicle } from '#areas/trips/testing/trips.ts';
import { type Fleet, fleetOf } from '#areas/vehicles/testing/fleet.ts';
import { everything, type Param, transact } from '#kit/server/db/database.ts';
import type { TrackPoint } from '#telematics/pipeline/packed-track.ts';

/** Where nobody of the organisation may see a vehicle; no other place of these tests has these digits. */
export const hidden = { latE7: 234_567_891, lonE7: 729_876_543 };
const shown = { latE7: 185_204_303, lonE7: 738_567_437 };
/** Where the vehicle was that nobody has. */
export const elsewhere = { latE7: 190_760_000, lonE7: 728_777_000 };
/** As answers would write them, whole or rounded. */
export const signs = ['23.4567', '234567891', '72.9876', '729876543', '23.457', '72.988'];

export const owner = 'client@roadkeeper.test';
export const receiver = 'deccan@roadkeeper.test';
/** Monday, half past nine in India. */
const morning = '2026-11-23T04:00:00Z';
/** Half past eight in the evening of that day. */
export const evening = '2026-11-23T15:00:00Z';
export const workingHours = {
  name: 'Office hours',
  days: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  fromTime: '09:00',
  toTime: '18:00',
};

const fixes = (from: string, count: number, place: { latE7: number; lonE7: number }): TrackPoint[] =>
  Array.from({ length: count }, (_, at) => ({
    fixAt: Date.parse(from) + at * 10_000,
    latE7: place.latE7,
    lonE7: place.lonE7 + at,
    speedCkmh: 3_600,
    courseDdeg: 0,
    accuracyCm: 450,
  }));

/** A vehicle that carries a device. */
export interface Carrier {
  vehicleId: string;
  deviceId: string;
  slot: number;
  bindingId: string;
}

/** A product on a Monday morning, with a vehicle that a driver has and one that nobody has. */
export async function startNight() {
  const product = await startTestProduct({ at: morning });
  const fleet = await fleetOf(product);
  const sql = <Row>(text: string, params: Param[] = []) =>
    transact(product.product.db, everything, (db) => db.query<Row>(text, params));
  const orgId = fleet.orgNamed('Sahyadri Logistics');
  let serial = 0;
  const carrier = async (): Promise<Carrier> => {
    serial += 1;
    const vehicleId = await fleet.readyVehicle();
    const [device] = await addDevices(product, [{ identifier: `86123405001${1_000 + serial}`, orgId }]);
    if (!device) throw new Error('No device');
    const bindingId = await bindDevice(product, { deviceId: device.id, vehicleId, from: '2026-01-01T00:00:00Z' });
    return { vehicleId, deviceId: device.id, slot: device.slot, bindingId };
  };
  return { product, fleet, sql, orgId, carrier, call: caller(product) };
}
export type Night = Awaited<ReturnType<typeof startNight>>;

/** Calls as somebody who signs in when they have not, or when the clock has moved. */
function caller(product: TestProduct) {
  const tokens = new Map<string, string>();
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, email = owner) => {
    const key = `${email} ${product.clock.now().toISOString()}`;
    const token = tokens.get(key) ?? (await product.login(email));
    tokens.set(key, token);
    return product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  };
}

/** Gives a vehicle to a driver, at the moment of the clock. */
export async function give(fleet: Fleet, vehicleId: string): Promise<string> {
  const driverId = await fleet.readyDriver();
  const answer = await fleet.give(vehicleId, driverId);
  if (answer.status !== 200) throw new Error(answer.text);
  return driverId;
}

/** What a vehicle did that day: by day where it is shown, from six in the evening where it is hidden. Gives its trips. */
export async function drive({ product, sql }: Night, one: Carrier, hidden: typeof elsewhere) {
  const stop = (from: string, to: string, place: typeof hidden) => ({
    kind: 'idle' as const,
    from: Date.parse(from),
    to: Date.parse(to),
    lat: place.latE7 / 1e7,
    lon: place.lonE7 / 1e7,
  });
  const trip = async (startAt: string, minutes: number, from: typeof hidden, to: typeof hidden, cut = Infinity) => {
    const track = fixes(startAt, minutes * 6, from).map((fix, at) => (at < cut ? fix : { ...fix, ...hidden }));
    const end = new Date(Date.parse(startAt) + minutes * 60_000).toISOString();
    const stops = [stop(startAt, end, from), ...(cut === Infinity ? [] : [stop('2026-11-23T12:40:00Z', end, hidden)])];
    const id = await addTrip(product, { bindingId: one.bindingId, startAt, minutes, track, stops, maxKmh: 97.25 });
    await sql('update trip set start_lat_e7 = $2, start_lon_e7 = $3, end_lat_e7 = $4, end_lon_e7 = $5 where id = $1', [
      id,
      from.latE7,
      from.lonE7,
      to.latE7,
      to.lonE7,
    ]);
    return id;
  };
  const trips = {
    day: await trip('2026-11-23T06:00:00Z', 30, shown, shown),
    // From twenty to six until twenty past six.
    cut: await trip('2026-11-23T12:10:00Z', 40, shown, hidden, 120),
    night: await trip('2026-11-23T13:30:00Z', 20, hidden, hidden),
  };
  await addPositions(product, one.slot, [
    ...fixes('2026-11-23T06:00:00Z', 3, shown),
    ...fixes('2026-11-23T14:00:00Z', 3, hidden),
  ]);
  await placeVehicle(product, one.bindingId, {
    fixAt: '2026-11-23T14:00:20Z',
    tripStartAt: '2026-11-23T13:30:00Z',
    ...hidden,
  });
  await happen(sql, one, trips.night, hidden);
  return trips;
}

/** What the product notes of a vehicle at night. */
async function happen(
  sql: Night['sql'],
  { vehicleId, deviceId }: Carrier,
  tripId: string,
  { latE7, lonE7 }: typeof elsewhere,
): Promise<void> {
  const at = '2026-11-23T14:00:00Z';
  const place = [latE7, lonE7];
  for (const kind of ['ENTER', 'EXIT'])
    await sql(
      `insert into geofence_event (id, org_id, vehicle_id, geofence_id, geofence_name, kind, at, lat_e7, lon_e7, visit_at, raised, created_at)
       select $1, v.org_id, v.id, $1, 'Night place', $2, $3, $4, $5, $3, true, $3 from vehicle v where v.id = $6`,
      [uuidv7(), kind, at, ...place, vehicleId],
    );
  await sql(
    `insert into speeding_alert (id, org_id, vehicle_id, state, from_at, to_at, seen_at, raised_at, end_cause, peak_at, peak_kmh, limit_kmh,
       limit_source, road_id, road_name, peak_lat_e7, peak_lon_e7, fixes)
     select $1, v.org_id, v.id, 'ENDED', $2, $2, $2, $2, 'SLOWED', $2, 90, 60, 'ROAD_TYPE', $1, 'Night road', $3, $4, 12 from vehicle v where v.id = $5`,
    [uuidv7(), at, ...place, vehicleId],
  );
  await sql(
    `insert into harsh_event (id, org_id, vehicle_id, device_id, trip_id, kind, at, lat_e7, lon_e7)
     select $1, v.org_id, v.id, $2, $3, 'BRAKING', $4, $5, $6 from vehicle v where v.id = $7`,
    [uuidv7(), deviceId, tripId, at, ...place, vehicleId],
  );
}
