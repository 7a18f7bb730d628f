import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import type { TrackFix } from '#telematics/pipeline/fix.ts';
import type { CurrentPatch, TripRow } from '#areas/trips/trip-answers.contract.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';
import { osmandRequest, sendInOrder } from '#areas/gateway/testing/osmand-sender.ts';

// From the report of a device to what each organisation is told, through the doors alone.

let product: TestProduct;
let carriers: Carriers;
let serial = 0;
beforeAll(async () => {
  product = await startTestProduct({ tracking: true });
  carriers = await carriersOf(product);
});
afterAll(() => product?.close());

const clients = { sahyadri: 'client@roadkeeper.test', deccan: 'deccan@roadkeeper.test' } as const;
const owners = { sahyadri: 'Sahyadri Logistics', deccan: 'Deccan Cold Chain' } as const;
type Side = keyof typeof clients;

async function post(path: string, body: object, token = carriers.admin) {
  const answer = await product.call('POST', path, { token, body });
  if (answer.status >= 300) throw new Error(`${path} gave ${answer.status}: ${answer.text}`);
  return answer.json.data;
}
async function deviceOf(side: Side): Promise<{ id: string; identifier: string }> {
  serial += 1;
  const identifier = `HANDS${1_000 + serial}`;
  const categoryId = (await carriers.get('/device-category?take=1')).data[0].id as string;
  const { id } = await post('/device', { identifier, orgId: carriers.orgNamed(owners[side]), categoryId });
  return { id, identifier };
}
/** Drives northwards for twenty minutes at 36 km/h, stands for five, and tells of it each ten seconds. */
async function drive(identifier: string, startAt: string, lat: number): Promise<void> {
  const fixes = Array.from({ length: 150 }, (_, at): TrackFix => {
    const moved = Math.min(at, 120);
    return {
      time: Date.parse(startAt) + at * 10_000,
      lat: lat + moved * 0.0009,
      lon: 72.5,
      speedKmh: at < 120 ? 36 : 0,
      accuracyM: 5,
      ignition: null,
    };
  });
  const { tracking } = product.product;
  if (!tracking) throw new Error('Nobody listens');
  await tracking.catchUp();
  await sendInOrder(
    tracking.ports['osmand'],
    fixes.map((fix) => osmandRequest(identifier, fix)),
  );
  await tracking.catchUp();
}
async function seenBy(side: Side, vehicleId: string): Promise<{ trips: TripRow[]; places: CurrentPatch[] }> {
  const token = await product.login(clients[side]);
  return {
    trips: (await carriers.get(`/vehicle-trips?vehicleId=${vehicleId}&sort=startAt`, token)).data.rows,
    places: (await carriers.get(`/current-patch?vehicleId=${vehicleId}`, token)).data,
  };
}
const today = (time: string) => `2026-11-21T${time}:00.000Z`;

test('a vehicle that is sold at noon: what it did before stays with who sold it, and what it does after is for who bought it', async () => {
  const vehicleId = await carriers.vehicle(carriers.orgNamed(owners.sahyadri));
  const [theirs, ours] = [await deviceOf('sahyadri'), await deviceOf('deccan')];
  await post(`/device/vehicle/${theirs.id}`, { vehicleId, from: today('00:00') });
  await drive(theirs.identifier, today('05:00'), 23);
  const before = await seenBy('sahyadri', vehicleId);
  expect(before.trips).toMatchObject([{ startAt: today('05:00'), device: theirs.identifier, org: owners.sahyadri }]);
  expect(before.trips[0]?.distanceM).toBeGreaterThan(11_500);
  expect(before.places).toMatchObject([{ fixTime: '2026-11-21T05:24:50.000Z', moving: false, tripId: null }]);
  expect(await seenBy('deccan', vehicleId)).toEqual({ trips: [], places: [] });

  await carriers.move(3_600_000);
  const offer = await post(`/vehicle/transfer/${vehicleId}`, {
    toOrgId: carriers.orgNamed(owners.deccan),
    reason: 'Sold to them',
  });
  await post(`/ownership-transfer/decide/${offer.id}`, { decision: 'APPROVE' });
  // The device that stayed behind goes on talking, and is not the vehicle's any more.
  await carriers.move(30 * 60_000);
  await drive(theirs.identifier, today('07:05'), 24);
  expect(await seenBy('deccan', vehicleId)).toEqual({ trips: [], places: [] });

  await post(`/device/vehicle/${ours.id}`, { vehicleId });
  await carriers.move(3_600_000);
  await drive(ours.identifier, today('07:32'), 25);
  const after = await seenBy('deccan', vehicleId);
  expect(after.trips).toMatchObject([{ startAt: today('07:32'), device: ours.identifier, org: owners.deccan }]);
  expect(after.places).toMatchObject([{ deviceId: ours.id, fixTime: '2026-11-21T07:56:50.000Z' }]);
  const sold = await seenBy('sahyadri', vehicleId);
  expect(sold.places).toEqual([]);
  expect(sold.trips.map(({ id, startAt }) => [id, startAt])).toEqual([[before.trips[0]?.id, today('05:00')]]);
  const all = (await carriers.get(`/vehicle-trips?vehicleId=${vehicleId}&sort=startAt`)).data;
  expect(all).toMatchObject({ count: 2, rows: [{ id: before.trips[0]?.id }, { id: after.trips[0]?.id }] });
});

test('a vehicle that carries another device from noon on keeps its own trips of both, and none is told twice', async () => {
  const vehicleId = await carriers.vehicle(carriers.orgNamed(owners.sahyadri));
  const [first, second] = [await deviceOf('sahyadri'), await deviceOf('sahyadri')];
  await post(`/device/vehicle/${first.id}`, { vehicleId, from: today('00:00') });
  await drive(first.identifier, today('02:00'), 23);
  await post(`/device/vehicle/${second.id}`, { vehicleId, from: today('03:00'), swap: true });
  // Both tell of the same drive: the vehicle carried the second by then.
  await drive(first.identifier, today('04:00'), 23.5);
  await drive(second.identifier, today('04:00'), 23.5);
  const { trips, places } = await seenBy('sahyadri', vehicleId);
  expect(trips.map(({ device, startAt }) => [device, startAt])).toEqual([
    [first.identifier, today('02:00')],
    [second.identifier, today('04:00')],
  ]);
  expect(places).toMatchObject([{ deviceId: second.id, fixTime: '2026-11-21T04:24:50.000Z' }]);
});
