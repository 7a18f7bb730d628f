import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Devices, devicesOf } from '../testing/device-fleet.ts';

let product: TestProduct;
let devices: Devices;
beforeAll(async () => {
  product = await startTestProduct();
  devices = await devicesOf(product);
});
afterAll(() => product?.close());

const stateOf = async (id: string) => (await devices.row(id)).state as string;
const carried = async (over: Record<string, unknown> = {}) => {
  const device = await devices.device(over);
  await devices.bind(device, await devices.vehicle());
  return device;
};
const minute = 60;
const day = 86_400;

test('a device is active while it is heard of, offline after three intervals and long offline after a day', async () => {
  // Its category reports every 10 s, so that five minutes are the least silence.
  const device = await carried();
  const stateAfter = async (seconds: number) => {
    await devices.heard(device, seconds);
    await devices.updateStates();
    return stateOf(device);
  };
  await devices.move(2 * day * 1_000);
  expect(await stateAfter(0)).toBe('ACTIVE');
  expect(await stateAfter(5 * minute)).toBe('ACTIVE');
  expect(await stateAfter(5 * minute + 1)).toBe('OFFLINE');
  expect(await stateAfter(day)).toBe('OFFLINE');
  expect(await stateAfter(day + 1)).toBe('LONG_OFFLINE');
  expect(await stateAfter(0)).toBe('ACTIVE');
});

test('a device that somebody writes to at this moment waits for the next round', async () => {
  const device = await carried();
  await devices.heard(device);
  await devices.sql(async (db) => {
    await db.query('select 1 from device where id = $1 for update', [device]);
    expect(await devices.updateStates()).toEqual([]);
  });
  expect(await stateOf(device)).toBe('ASSIGNED');
  await devices.updateStates();
  expect(await stateOf(device)).toBe('ACTIVE');
});

test('many devices turn in steps, and none is left behind', async () => {
  const [device] = [await carried()];
  await devices.sql((db) =>
    db.query(
      `insert into device (id, identifier, org_id, category_id, state)
       select gen_random_uuid(), 'crowd.' || n, org_id, category_id, 'ACTIVE' from device, generate_series(1, 1100) n where id = $1`,
      [device],
    ),
  );
  const left = async () => (await devices.get('/device?state=ACTIVE&take=1')).count as number;
  const before = await left();
  expect(before).toBeGreaterThanOrEqual(1_100);
  const orgId = devices.orgNamed('Sahyadri Logistics');
  expect(await devices.updateStates()).toEqual([['device', orgId]]);
  expect(await devices.updateStates()).toEqual([['device', orgId]]);
  expect(await devices.updateStates()).toEqual([]);
  const { data } = await devices.get('/device?q=crowd&state=ACTIVE&take=1');
  expect(data).toEqual([]);
});

test('a device that reports seldom is silent later', async () => {
  const device = await carried({ intervalS: 1_000 });
  const daily = await carried({ intervalS: day });
  await devices.move(10 * day * 1_000);
  await devices.heard(device, 3_000);
  await devices.heard(daily, 3 * day);
  await devices.updateStates();
  expect([await stateOf(device), await stateOf(daily)]).toEqual(['ACTIVE', 'ACTIVE']);
  await devices.heard(device, 3_001);
  await devices.heard(daily, 3 * day + 1);
  await devices.updateStates();
  expect([await stateOf(device), await stateOf(daily)]).toEqual(['OFFLINE', 'LONG_OFFLINE']);
});

test('a device in no vehicle is in stock whatever it sends, and in a vehicle it is assigned until it is heard of there', async () => {
  const device = await devices.device();
  await devices.heard(device);
  await devices.updateStates();
  expect(await stateOf(device)).toBe('IN_STOCK');
  await devices.move(minute * 1_000);
  await devices.bind(device, await devices.vehicle());
  expect(await stateOf(device)).toBe('ASSIGNED');
  await devices.heard(device);
  await devices.updateStates();
  expect(await stateOf(device)).toBe('ACTIVE');
});

test('what people say goes before what is heard, and what is heard counts again afterwards', async () => {
  const device = await carried();
  await devices.heard(device);
  for (const [situation, state] of [
    ['FAULTY', 'FAULTY'],
    ['IN_USE', 'ACTIVE'],
  ] as const) {
    await devices.say(device, situation);
    await devices.updateStates();
    expect(await stateOf(device)).toBe(state);
  }
});

test('rounds write only what changed, leave the version and the history alone, and tell whose rows they touched', async () => {
  const device = await carried();
  const history = async () => (await devices.get(`/device/${device}/history`)).data.length as number;
  const before = await history();
  await devices.heard(device);
  expect(await devices.updateStates()).toEqual([['device', devices.orgNamed('Sahyadri Logistics')]]);
  expect(await devices.updateStates()).toEqual([]);
  const first = await devices.row(device);
  expect(first).toMatchObject({ state: 'ACTIVE', lastSeenAt: product.clock.now().toISOString(), version: 1 });
  // The time of the last message is written once a minute at most.
  await devices.move(59_000);
  await devices.heard(device);
  expect(await devices.updateStates()).toEqual([]);
  await devices.move(1_000);
  await devices.heard(device);
  await devices.updateStates();
  expect(await devices.row(device)).toMatchObject({ lastSeenAt: product.clock.now().toISOString(), version: 1 });
  // It never goes back.
  await devices.heard(device, 3_600);
  await devices.updateStates();
  expect((await devices.row(device)).lastSeenAt).toBe(product.clock.now().toISOString());
  expect(await history()).toBe(before);
});
