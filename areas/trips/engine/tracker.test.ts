import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrackFix } from '#telematics/pipeline/fix.ts';
import { unpackTrack } from '#telematics/pipeline/packed-track.ts';
import { driveOf, type Leg } from '#telematics/pipeline/testing/drives.ts';
import type { Position } from '#areas/gateway/gateway.server.ts';
import { createLog, positionOfFix } from '../testing/log.ts';
import { expected, startTracked } from '../testing/tracked.ts';

const minute = 60_000;
const drive = (minutes: number, kmh = 40): Leg => ({ seconds: minutes * 60, kmh });
const stand = (minutes: number): Leg => ({ seconds: minutes * 60, kmh: 0 });
const batchOf = (slot: number, fixes: readonly TrackFix[]) => fixes.map((fix) => positionOfFix(slot, fix));

let world: Awaited<ReturnType<typeof startTracked>>;
beforeAll(async () => void (world = await startTracked()));
afterAll(() => world?.product.close());

test('a live trip is there as soon as it is one, grows, and is closed when the vehicle stands, with its packed track', async () => {
  const { slot, binding, vehicleId } = await world.device();
  const tracker = await world.tracker();
  const { now, stored, query } = world;
  const log = createLog(world.product);
  const fixes = driveOf([drive(10), stand(10)], { start: now() });
  const at = async (to: number) => {
    tracker.accept(await log.store(batchOf(slot, fixes.slice(0, to)), now()));
    await tracker.checkpoint();
    return (await stored(binding, slot)).map((trip) => [trip.state, trip.end - trip.start]);
  };
  expect(await at(10)).toEqual([]);
  expect(await at(60)).toEqual([['LIVE', 295_000]]);
  expect(await world.current(vehicleId)).toMatchObject({
    binding_id: binding,
    moving: true,
    fix_at: new Date(fixes[59]?.time ?? 0).toISOString(),
    trip_start_at: new Date(fixes[0]?.time ?? 0).toISOString(),
  });
  expect(await at(100)).toEqual([['LIVE', 495_000]]);
  const closed = await at(fixes.length);
  expect(closed.map(([state]) => state)).toEqual(['CLOSED']);
  const tracks = await query<{ fixes: number }>(
    'select k.fixes from trip_track k join trip t on t.id = k.trip_id where t.binding_id = $1',
    [binding],
  );
  expect(tracks[0]?.fixes).toBeGreaterThan(100);
  expect(await world.shown(binding, slot)).toEqual(expected(log.whole(slot, 'MOVEMENT')));
  expect(await world.current(vehicleId)).toMatchObject({ moving: false, trip_start_at: null });
});

test('the trip of a device that falls silent is closed by the time alone, and goes on with the same id when it does', async () => {
  const { slot, binding } = await world.device();
  const tracker = await world.tracker();
  const { now, until, stored, query } = world;
  const log = createLog(world.product);
  const fixes = driveOf([drive(10), { ...drive(20), silent: true }, drive(5)], { start: now() });
  const before = fixes.filter(({ time }) => time <= now() + 10 * minute);
  until(before.at(-1)?.time ?? 0);
  tracker.accept(await log.store(batchOf(slot, before), now()));
  await tracker.checkpoint();
  const [live] = await stored(binding, slot);
  expect(live?.state).toBe('LIVE');
  world.product.clock.move(15 * minute);
  await tracker.checkpoint();
  expect((await stored(binding, slot)).map(({ state }) => state)).toEqual(['LIVE']);
  world.product.clock.move(1);
  await tracker.checkpoint();
  expect((await stored(binding, slot)).map(({ state }) => state)).toEqual(['CLOSED']);
  expect((await query('select 1 from trip_track where trip_id = $1', [live?.id ?? ''])).length).toBe(1);
  until(fixes.at(-1)?.time ?? 0);
  tracker.accept(await log.store(batchOf(slot, fixes), now()));
  await tracker.checkpoint();
  const [on] = await stored(binding, slot);
  expect([on?.id, on?.state, on?.end]).toEqual([live?.id, 'LIVE', fixes.at(-1)?.time]);
  expect(await query('select 1 from trip_track where trip_id = $1', [live?.id ?? ''])).toEqual([]);
});

test('driving that turns out too short to be a trip leaves none', async () => {
  const { slot, binding } = await world.device();
  const tracker = await world.tracker();
  const log = createLog(world.product);
  // Drift while it stands looks like a way, until it has stood for long enough.
  const creep: Leg = { seconds: 25, kmh: 2 };
  const fixes = driveOf([{ seconds: 105, kmh: 11.5 }, creep, stand(4)], { start: world.now() });
  const seen = [];
  for (const fix of fixes) {
    tracker.accept(await log.store(batchOf(slot, [fix]), world.now()));
    await tracker.checkpoint();
    seen.push((await world.stored(binding, slot)).length);
  }
  expect(log.whole(slot, 'MOVEMENT')).toEqual([]);
  expect([Math.max(...seen), seen.at(-1)]).toEqual([1, 0]);
});

test('an old log closes its last trip when nothing more of it comes, and a clock that is slow closes none', async () => {
  const { slot, binding } = await world.device();
  const tracker = await world.tracker();
  const log = createLog(world.product);
  const states = async () => (await world.stored(binding, slot)).map(({ state }) => state);
  const old = driveOf([drive(10), { ...drive(90), silent: true }, drive(10)], { start: Date.UTC(2018, 4, 1) });
  tracker.accept(await log.store(batchOf(slot, old), world.now()));
  await tracker.checkpoint();
  expect(await states()).toEqual(['CLOSED', 'LIVE']);
  world.product.clock.move(10_001);
  await tracker.checkpoint();
  expect(await states()).toEqual(['CLOSED', 'CLOSED']);

  const slow = driveOf([drive(10)], { start: world.now() - 60 * minute });
  for (const fix of slow) {
    tracker.accept(await log.store(batchOf(slot, [fix]), world.now()));
    await tracker.checkpoint();
    expect((await states()).slice(0, 2)).toEqual(['CLOSED', 'CLOSED']);
    expect((await states())[2] ?? 'LIVE').toBe('LIVE');
    world.product.clock.move(5_000);
  }
  expect((await states()).length).toBe(3);
});

test('a speed that the class of a vehicle does not reach is no speed of now, nor one of its track', async () => {
  const { slot, binding, vehicleId } = await world.device();
  await world.query(
    `update vehicle set category_id = (select id from vehicle_category where code = 'THREE_WHEELER_GOODS') where id = $1`,
    [vehicleId],
  );
  const tracker = await world.tracker();
  const log = createLog(world.product);
  const start = world.now();
  const fixes = driveOf([drive(10), stand(10)], { start });
  // Some devices say 255 when they do not know, and a three-wheeler does not drive 150.
  const wrong = new Map([
    [20, 255],
    [40, 150],
  ]);
  const stated = fixes.map((fix, at) => ({ ...fix, speedKmh: wrong.get(at) ?? fix.speedKmh }));
  const speedAfter = async (to: number) => {
    tracker.accept(await log.store(batchOf(slot, stated.slice(0, to)), world.now()));
    await tracker.checkpoint();
    return (await world.current(vehicleId))?.speed_ckmh;
  };
  expect([await speedAfter(20), await speedAfter(21), await speedAfter(41), await speedAfter(42)]).toEqual([
    4_000,
    null,
    null,
    4_000,
  ]);
  await speedAfter(stated.length);
  await tracker.catchUp();
  const [track] = await world.query<{ packed: Buffer }>(
    'select k.packed from trip_track k join trip t on t.id = k.trip_id where t.binding_id = $1',
    [binding],
  );
  const speeds = unpackTrack(track?.packed ?? Buffer.alloc(0)).map(({ speedCkmh }) => speedCkmh ?? 0);
  expect([speeds.length > 100, Math.max(...speeds)]).toEqual([true, 4_000]);
});

test('a vehicle is where the newest fix says that can be believed', async () => {
  const { slot, vehicleId } = await world.device();
  const tracker = await world.tracker();
  const log = createLog(world.product);
  const start = world.now();
  const at = (seconds: number, north = 0): TrackFix => ({
    time: start + seconds * 1000,
    lat: 23 + north,
    lon: 72.5,
    speedKmh: 0,
    accuracyM: 5,
    ignition: null,
  });
  const says = async (fix: TrackFix, more: Partial<Position> = {}) => {
    tracker.accept(await log.store([positionOfFix(slot, fix, more)], world.now()));
    await tracker.checkpoint();
    const { fix_at, lat_e7, odometer_m, battery_v } = (await world.current(vehicleId)) ?? {};
    return [(Date.parse(fix_at ?? '') - start) / 1000, lat_e7, odometer_m, battery_v];
  };
  expect(await says(at(10), { attributes: '{"odometer":1200,"battery":3.9}' })).toEqual([10, 230_000_000, 1200, 3.9]);
  expect(await says(at(5), { attributes: '{"odometer":7}' }), 'late').toEqual([10, 230_000_000, 1200, 3.9]);
  expect(await says(at(20, 1)), 'too far').toEqual([10, 230_000_000, 1200, 3.9]);
  expect(await says(at(25), { unfit: 1 }), 'unfit').toEqual([10, 230_000_000, 1200, 3.9]);
  expect(await says({ ...at(26), accuracyM: 300 }), 'inexact').toEqual([10, 230_000_000, 1200, 3.9]);
  expect(await says(at(30)), 'without an odometer').toEqual([30, 230_000_000, 1200, 3.9]);
  expect((await says(at(40, 1)))[0], 'one that is far').toBe(30);
  expect((await says(at(50, 1)))[0], 'two that agree').toBe(30);
  expect(await says(at(60, 1)), 'three that agree').toEqual([60, 240_000_000, 1200, 3.9]);
});
