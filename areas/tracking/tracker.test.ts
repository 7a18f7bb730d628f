import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrackFix } from '#telematics/pipeline/fix.ts';
import { driveOf, type Leg } from '#telematics/pipeline/testing/drives.ts';
import { createLog, positionOfFix } from './testing/log.ts';
import { expected, startTracked } from './testing/tracked.ts';

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
    tracker.took(await log.store(batchOf(slot, fixes.slice(0, to)), now()));
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
  tracker.took(await log.store(batchOf(slot, before), now()));
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
  tracker.took(await log.store(batchOf(slot, fixes), now()));
  await tracker.checkpoint();
  const [on] = await stored(binding, slot);
  expect([on?.id, on?.state, on?.end]).toEqual([live?.id, 'LIVE', fixes.at(-1)?.time]);
  expect(await query('select 1 from trip_track where trip_id = $1', [live?.id ?? ''])).toEqual([]);
});
