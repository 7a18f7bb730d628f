import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { carriersOf } from '#areas/gateway/testing/carriers.ts';
import {
  bit,
  headBytes,
  placeBytes,
  type PlaceRecord,
  readHead,
  readPlace,
} from '#areas/livemap/channel/live-frames.contract.ts';
import { placeVehicle } from '../testing/trips.ts';

let product: TestProduct;
let carriers: Awaited<ReturnType<typeof carriersOf>>;
let one: Awaited<ReturnType<typeof carriers.carrier>>;
const other: { token: string } = { token: '' };

beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  carriers = await carriersOf(product);
  one = await carriers.carrier();
  other.token = await product.login('deccan@roadkeeper.test');
  await placeVehicle(product, one.bindingId, {
    fixAt: '2026-11-21T05:59:00.000Z',
    receivedAt: '2026-11-21T05:59:01.000Z',
  });
});
afterAll(() => product?.close());

const call = (path: string, token = carriers.admin) => product.call('GET', path, { token });

test('of a row only the fields that are asked for are answered, and no others may be', async () => {
  const { json } = await call(`/current-patch?vehicleId=${one.vehicleId}&fields=vehicleId,lat,place`);
  expect(json.count).toBe(1);
  expect(Object.keys(json.data[0]).sort()).toEqual(['lat', 'place', 'vehicleId']);
  expect(json.data[0].place.town).toBeTypeOf('string');
  for (const fields of ['vehicleId,password', 'id', 'lat;lon']) {
    const refused = await call(`/current-patch?fields=${encodeURIComponent(fields)}`);
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['fields']]);
  }
});

test('packed, a position is 20 bytes and says the same', async () => {
  const [patch] = (await call(`/current-patch?vehicleId=${one.vehicleId}`)).json.data;
  const answer = await call(`/current-patch/packed?vehicleId=${one.vehicleId}`);
  expect(answer.headers['content-type']).toBe('application/x-fleet-frame');
  const view = new DataView(answer.raw.buffer, answer.raw.byteOffset, answer.raw.byteLength);
  const { count, at } = readHead(view);
  expect([count, answer.raw.length]).toEqual([1, headBytes + placeBytes]);
  const place = readPlace(view, headBytes, at, {} as PlaceRecord);
  expect(place).toMatchObject({
    slot: patch.slot,
    latE7: Math.round(patch.lat * 1e7),
    lonE7: Math.round(patch.lon * 1e7),
    fixAt: Date.parse(patch.fixTime),
    speedKmh: Math.round(patch.speedKmh),
  });
  expect((place.bits & bit.moving) !== 0).toBe(patch.moving);
  expect((place.bits & bit.ignitionOn) !== 0).toBe(patch.ignition);
  expect(Math.abs((place.course * 360) / 255 - patch.heading)).toBeLessThan(1);
});

test('another organisation is packed nothing', async () => {
  const answer = await call(`/current-patch/packed?vehicleId=${one.vehicleId}`, other.token);
  expect([answer.status, answer.raw.length]).toEqual([200, headBytes]);
  expect((await call('/current-patch/packed?bbox=1,2,3')).status).toBe(400);
});
