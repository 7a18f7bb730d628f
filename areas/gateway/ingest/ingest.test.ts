import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type BulkWriter, openBulk } from '#kit/server/db/bulk.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { createDays, dayOf, type Days } from '../positions/partitions.store.ts';
import { createIngest, type Ingest, type IngestLimits } from './ingest.ts';
import type { DeviceAlarm } from '../alarms/device-alarm.ts';
import { alarmsSince } from '../alarms/device-alarms.store.ts';
import type { Position } from '../positions/position.ts';
import { addDevices, someVehicles } from '../testing/devices.ts';
import type { StoredBatch } from './stored-batch.ts';

let product: TestProduct;
let bulk: BulkWriter;
let days: Days;
let owner: pg.Client;
let slots: number[];
const open: Ingest[] = [];
const logged: string[] = [];
const log = (line: string) => void logged.push(line);
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  bulk = openBulk(product.database.app, { connections: 3, log });
  days = createDays(product.product.db, { positions: 90, frames: 30, old: 5 }, log);
  await days.load();
  await days.round(product.clock.now().getTime());
  owner = new pg.Client(product.database.owner);
  await owner.connect();
  const { orgId } = await someVehicles(product, 1);
  const names = Array.from({ length: 20 }, (_, at) => ({ identifier: `ingest-${at}`, orgId }));
  slots = (await addDevices(product, names)).map(({ slot }) => slot);
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close(100);
});
afterAll(async () => {
  await owner?.end();
  await bulk?.close();
  await product?.close();
});

let nextSlot = 0;
const device = () => slots[nextSlot++] ?? 0;
const start = Date.parse('2026-11-21T05:00:00Z');
const at = (slot: number, second: number, over: Partial<Position> = {}): Position => ({
  device: slot,
  fixAt: start + second * 1_000,
  receivedAt: 0,
  latE7: 185_000_000 + second,
  lonE7: 738_500_000,
  speedCkmh: 3_600,
  accuracyCm: null,
  courseDdeg: 900,
  altitudeM: 560,
  satellites: 9,
  hdopC: 90,
  flags: 1,
  unfit: 0,
  attributes: '{"ignition":true}',
  ...over,
});
const alarm = (slot: number, second: number, over: Partial<DeviceAlarm> = {}): DeviceAlarm => ({
  device: slot,
  name: 'SOS',
  at: start + second * 1_000,
  receivedAt: 0,
  latE7: null,
  lonE7: null,
  speedCkmh: null,
  ...over,
});
function ingestWith(
  over: { bulk?: BulkWriter; days?: Days; limits?: Partial<IngestLimits>; drained?: () => void } = {},
) {
  const taken: StoredBatch[] = [];
  const ingest = createIngest({
    bulk: over.bulk ?? bulk,
    days: over.days ?? days,
    clock: product.clock,
    log,
    lastReceivedAt: 0,
    accept: (batch) => void taken.push(batch),
    drained: over.drained ?? (() => undefined),
    ...(over.limits ? { limits: over.limits } : {}),
  });
  open.push(ingest);
  let stored = 0;
  const give = (positions: readonly Position[], urgent = false, alarms: readonly DeviceAlarm[] = []) => {
    const waiting = { stored: () => void (stored += 1) };
    const [first] = positions;
    return ingest.take({
      device: first?.device ?? 0,
      protocol: 'gt06',
      frame: Buffer.from([1, 2, 3]),
      positions,
      alarms,
      waiting,
      urgent,
    });
  };
  return {
    ingest,
    taken,
    give,
    get stored() {
      return stored;
    },
  };
}
const rows = async (slot: number) =>
  transact(product.product.db, everything, (db) =>
    db.query<{ fix_at: string; lat_e7: number; received_at: string; attributes: unknown }>(
      'select fix_at, lat_e7, received_at, attributes from position where device = $1 order by fix_at',
      [slot],
    ),
  );
const frames = async (slot: number) =>
  transact(product.product.db, everything, async (db) => {
    const sum = 'select coalesce(sum(count), 0)::int as sum from raw_frame where device = $1';
    return (await db.query<{ sum: number }>(sum, [slot]))[0]?.sum;
  });

test('batches have moments of their own even while the clock stands still, and are taken in their order', async () => {
  const { ingest, taken, give } = ingestWith();
  const slot = device();
  for (let second = 0; second < 6; second += 1) give([at(slot, second)], true);
  await ingest.flush();
  const moments = taken.map(({ receivedAt }) => receivedAt);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(new Set(moments).size).toBe(6);
  expect(taken.flatMap(({ positions }) => positions.map(({ fixAt }) => fixAt))).toEqual(
    Array.from({ length: 6 }, (_, second) => start + second * 1_000),
  );
  expect((await rows(slot)).map(({ received_at }) => Date.parse(received_at))).toEqual(moments);
});

test('a batch of which nobody heard whether it was stored is stored once, and followed', async () => {
  let failures = 1;
  const uncertain: BulkWriter = {
    ...bulk,
    transact: async (work) => {
      const result = await bulk.transact(work);
      // The first transaction of a device only asks; the one that stores is cut off right after its commit.
      if (typeof result === 'object' && result !== null && 'positions' in result && failures-- > 0)
        throw new Error('Connection terminated unexpectedly');
      return result;
    },
  };
  const slot = device();
  const world = ingestWith({ bulk: uncertain });
  world.give([at(slot, 0), at(slot, 1), at(slot, 1, { latE7: 1 })], false, [alarm(slot, 0), alarm(slot, 0)]);
  await world.ingest.flush();
  expect(world.ingest.figures.failures).toBe(1);
  expect(world.stored).toBe(1);
  expect((await rows(slot)).map(({ lat_e7 }) => lat_e7)).toEqual([185_000_000, 1]);
  expect(world.taken.flatMap(({ positions }) => positions.map(({ latE7 }) => latE7))).toEqual([185_000_000, 1]);
  expect(world.taken.flatMap(({ alarms }) => alarms)).toMatchObject([{ name: 'SOS', at: start }]);
  expect(await frames(slot)).toBe(1);
});

test('an alarm is stored and followed once, with a place or without, and is read again in order', async () => {
  const slot = device();
  const { ingest, taken, give } = ingestWith();
  give([at(slot, 0)], true, [alarm(slot, 0, { latE7: 185_000_000, lonE7: 738_500_000 })]);
  give([], true, [alarm(slot, 5), alarm(slot, 5, { name: 'POWER_CUT' })]);
  await ingest.flush();
  // Sent again by a device that had no answer: nothing new.
  give([at(slot, 0)], true, [alarm(slot, 0)]);
  give([], true, [alarm(slot, 5), alarm(slot, 6)]);
  await ingest.flush();
  const told = taken.flatMap(({ alarms }) => alarms.map(({ name, at }) => [name, (at - start) / 1_000]));
  expect(told).toEqual([
    ['SOS', 0],
    ['POWER_CUT', 5],
    ['SOS', 5],
    ['SOS', 6],
  ]);
  const readAfter = async (receivedAt: number) => {
    const read: DeviceAlarm[] = [];
    for await (const some of alarmsSince(product.product.db, receivedAt)) read.push(...some);
    return read.filter((one) => one.device === slot);
  };
  const first = taken[0]?.receivedAt ?? 0;
  const read = await readAfter(first - 1);
  expect(read).toEqual(taken.flatMap(({ alarms }) => alarms));
  expect(read.map(({ latE7 }) => latE7)).toEqual([185_000_000, null, null, null]);
  expect(await readAfter(first)).toEqual(read.slice(1));
});

test('what changes nothing in the store is not followed; what is better takes the place of what is there', async () => {
  const slot = device();
  const { ingest, taken, give } = ingestWith();
  give([at(slot, 0, { unfit: 7 }), at(slot, 1)]);
  await ingest.flush();
  give([at(slot, 0, { unfit: 7 }), at(slot, 1, { speedCkmh: null })]);
  await ingest.flush();
  expect(taken.length).toBe(1);
  give([at(slot, 0), at(slot, 1, { accuracyCm: 500, latE7: 7 })]);
  await ingest.flush();
  expect(taken[1]?.positions.map(({ fixAt, unfit }) => [fixAt - start, unfit])).toEqual([
    [0, 0],
    [1_000, 0],
  ]);
  const stored = await rows(slot);
  expect(stored.map(({ lat_e7 }) => lat_e7)).toEqual([185_000_000, 7]);
  expect(new Set(stored.map(({ received_at }) => Date.parse(received_at)))).toEqual(new Set([taken[1]?.receivedAt]));
  expect(ingest.figures).toMatchObject({ stored: 4, repeated: 2, pendingRows: 0 });
});

test('a row that the database refuses is left out, and no other', async () => {
  const slot = device();
  const world = ingestWith();
  world.give([at(slot, 0), at(slot, 1, { attributes: '{broken' }), at(slot, 2), at(slot, 3)]);
  await world.ingest.flush();
  expect((await rows(slot)).map(({ fix_at }) => Date.parse(fix_at) - start)).toEqual([0, 2_000, 3_000]);
  expect(world.taken.flatMap(({ positions }) => positions).length).toBe(3);
  expect([world.stored, world.ingest.figures.left]).toEqual([1, 1]);
  expect(logged.some((line) => line.includes('a row was refused'))).toBe(true);
});

test('while the database does not take anything the queue fills up and says so; then everything is stored and it empties', async () => {
  let drained = 0;
  const limits = { maxPendingRows: 20, maxRows: 4, maxWaitMs: 5 };
  const world = ingestWith({ limits, drained: () => (drained += 1) });
  const slot = device();
  await owner.query('begin; lock table position in access exclusive mode');
  let second = 0;
  while (!world.ingest.isFull) world.give([at(slot, second++)]);
  expect(second).toBe(20);
  while (world.ingest.figures.failures < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  expect([world.stored, drained]).toEqual([0, 0]);
  await owner.query('commit');
  await world.ingest.flush();
  expect([world.stored, drained, world.ingest.isFull, world.ingest.figures.pendingRows]).toEqual([20, 1, false, 0]);
  expect((await rows(slot)).length).toBe(20);
});

test('fixes of long ago have their days made, and a device that invents too many days is no longer followed there', async () => {
  const slot = device();
  const world = ingestWith();
  const daysAgo = (count: number) => at(slot, -count * 86_400);
  world.give([daysAgo(2_000), daysAgo(1), daysAgo(2_000 + 1)]);
  await world.ingest.flush();
  expect((await rows(slot)).length).toBe(3);
  world.give(Array.from({ length: 120 }, (_, ago) => daysAgo(3_000 + ago)));
  await world.ingest.flush();
  expect(world.stored).toBe(2);
  const { left, repeated } = world.ingest.figures;
  // Five old days there may be in all here, of which two were there.
  expect([left, repeated]).toEqual([117, 0]);
  expect((await rows(slot)).length).toBe(123 - left);
  expect(logged.some((line) => line.includes('days long gone are left out'))).toBe(true);
  // The days that are kept, and those to come, have room whatever anybody invents.
  const other = device();
  world.give([at(other, -12 * 86_400), at(other, -80 * 86_400), at(other, 0)]);
  await world.ingest.flush();
  expect((await rows(other)).length).toBe(3);
  await days.round(product.clock.now().getTime() + 86_400_000);
  expect(days.has('position', dayOf(product.clock.now().getTime() + 4 * 86_400_000))).toBe(true);
});

test('days are made ahead and dropped when their time is over; what comes for one that is gone makes it anew', async () => {
  const [old, late] = [device(), device()];
  const world = ingestWith();
  world.give([at(old, 0), at(old, -86_400)]);
  await world.ingest.flush();
  product.clock.move(40 * 86_400_000);
  world.give([at(late, -86_400)]);
  await world.ingest.flush();
  const short = createDays(product.product.db, { positions: 7, frames: 3 }, log);
  await short.load();
  const now = product.clock.now().getTime();
  await short.round(now);
  const today = Math.floor(now / 86_400_000);
  for (const tracked of ['position', 'raw_frame'] as const)
    expect([0, 1, 2, 3].every((ahead) => short.has(tracked, today + ahead))).toBe(true);
  // Of the day before the first batch there is still what came only now.
  expect((await rows(late)).length).toBe(1);
  expect((await rows(old)).map(({ fix_at }) => fix_at)).toEqual(['2026-11-20T05:00:00.000Z']);
  expect([await frames(old), await frames(late)]).toEqual([0, 1]);
  // The store still counts on the day that was dropped.
  world.give([at(old, 0)]);
  await world.ingest.flush();
  expect((await rows(old)).length).toBe(2);
});

test('one device has so many old days made, and the others still have theirs', async () => {
  const roomy = createDays(product.product.db, { positions: 90, frames: 30, old: 200 }, log);
  await roomy.load();
  const [one, other] = [device(), device()];
  const world = ingestWith({ days: roomy });
  world.give(Array.from({ length: 100 }, (_, ago) => at(one, -(5_000 + ago) * 86_400)));
  world.give([at(other, -6_000 * 86_400)]);
  await world.ingest.flush();
  expect([(await rows(one)).length, (await rows(other)).length]).toEqual([60, 1]);
});
