import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrackFix } from '#telematics/pipeline/fix.ts';
import { driveOf, type Leg } from '#telematics/pipeline/testing/drives.ts';
import { createLog, positionOfFix } from '../testing/log.ts';
import { expected, startTracked } from '../testing/tracked.ts';

const drive = (minutes: number, kmh = 40): Leg => ({ seconds: minutes * 60, kmh });
const stand = (minutes: number): Leg => ({ seconds: minutes * 60, kmh: 0 });
const batchOf = (slot: number, fixes: readonly TrackFix[]) => fixes.map((fix) => positionOfFix(slot, fix));
const minute = 60_000;

let world: Awaited<ReturnType<typeof startTracked>>;
beforeAll(async () => void (world = await startTracked()));
afterAll(() => world?.product.close());

const rows = (binding: string) =>
  world.query<{ id: string; state: string; start_at: string; end_at: string; updated_at: string }>(
    'select id, state, start_at, end_at, updated_at from trip where binding_id = $1 order by start_at',
    [binding],
  );

test('a late fix changes its own trip, which keeps its id and is reopened, and touches no other', async () => {
  const { slot, binding } = await world.device();
  const tracker = await world.tracker();
  const log = createLog(world.product);
  const all = driveOf([drive(10), stand(10), drive(10), stand(10), drive(10), stand(10), drive(5)], {
    start: world.now(),
  });
  // A turn that nobody heard of at first.
  const begin = all[0]?.time ?? 0;
  const missing = all
    .filter(({ time }) => time > begin + 25 * minute && time < begin + 27 * minute)
    .map((fix, at, { length }) => ({ ...fix, lon: fix.lon + 0.002 * Math.min(at, length - at) * 0.1 }));
  const received = all.filter(({ time }) => !missing.some((fix) => fix.time === time));
  tracker.accept(await log.store(batchOf(slot, received), world.now()));
  await tracker.catchUp();
  const before = await rows(binding);
  expect(before.map(({ state }) => state)).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'LIVE']);

  world.product.clock.move(minute);
  const batch = await log.store(batchOf(slot, missing), world.now());
  tracker.accept(batch);
  await tracker.checkpoint();
  expect(await rows(binding), 'more may come').toEqual(before);
  await tracker.catchUp();
  const after = await rows(binding);
  expect(after.map(({ state }) => state)).toEqual(['CLOSED', 'REOPENED', 'CLOSED', 'LIVE']);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect([after[0], after[2], after[3]]).toEqual([before[0], before[2], before[3]]);
  expect(after[1]?.updated_at).toBe(world.product.clock.now().toISOString());
  expect(await world.shown(binding, slot)).toEqual(expected(log.whole(slot, 'MOVEMENT')));

  // Again, as when the answer to it was lost: nothing is new.
  tracker.accept({ ...batch, receivedAt: batch.receivedAt + 1 });
  await tracker.catchUp();
  expect(await rows(binding)).toEqual(after);
});

test('late fixes that join two trips leave one of them, and a log in the wrong order comes out right', async () => {
  const { slot, binding } = await world.device();
  const tracker = await world.tracker();
  const log = createLog(world.product);
  const all = driveOf([drive(10), drive(70), drive(10), stand(10)], { start: world.now() });
  const begin = all[0]?.time ?? 0;
  const isMissing = ({ time }: TrackFix) => time > begin + 10 * minute && time < begin + 80 * minute;
  const received = all.filter((fix) => !isMissing(fix));
  tracker.accept(await log.store(batchOf(slot, received), world.now()));
  await tracker.catchUp();
  const before = await rows(binding);
  expect(before.length).toBe(2);
  tracker.accept(await log.store(batchOf(slot, all.filter(isMissing).toReversed()), world.now()));
  await tracker.catchUp();
  const after = await rows(binding);
  expect(after.map(({ id, state }) => [id, state])).toEqual([[before[0]?.id, 'REOPENED']]);
  expect(await world.shown(binding, slot)).toEqual(expected(log.whole(slot, 'MOVEMENT')));
});

test('what drives while a log is cut again is not lost, nor what comes while nothing can be stored', async () => {
  const { slot, binding, vehicleId } = await world.device();
  const tracker = await world.tracker();
  const log = createLog(world.product);
  const all = driveOf([drive(30), stand(10), drive(30)], { start: world.now() });
  const late = all.filter((_, at) => at > 100 && at < 200);
  tracker.accept(
    await log.store(
      batchOf(
        slot,
        all.filter((fix, at) => at < 500 && !late.includes(fix)),
      ),
      world.now(),
    ),
  );
  await tracker.checkpoint();
  tracker.accept(await log.store(batchOf(slot, late), world.now()));
  const batch = await log.store(batchOf(slot, all.slice(500, 700)), world.now());
  const cutting = tracker.catchUp();
  tracker.accept(batch);
  await cutting;

  await world.blocked('trip', async () => {
    tracker.accept(await log.store(batchOf(slot, all.slice(700)), world.now()));
    await expect(tracker.checkpoint()).rejects.toThrow('The database is not available at the moment');
    expect(Date.parse((await world.current(vehicleId))?.fix_at ?? '')).toBe(all[699]?.time);
  });
  await tracker.catchUp();
  expect(Date.parse((await world.current(vehicleId))?.fix_at ?? '')).toBe(all.at(-1)?.time);
  expect(await world.shown(binding, slot)).toEqual(expected(log.whole(slot, 'MOVEMENT')));
});

test('trips whose log is not kept any more stay as they are', async () => {
  const { slot, binding } = await world.device();
  const tracker = await world.tracker();
  const log = createLog(world.product);
  const day = 24 * 60 * minute;
  const old = driveOf([drive(10), stand(10)], { start: world.now() - 20 * day });
  const recent = driveOf([drive(10), stand(10), drive(10), stand(10)], { start: world.now() });
  tracker.accept(await log.store(batchOf(slot, [...old, ...recent.slice(150)]), world.now()));
  await tracker.catchUp();
  const before = await rows(binding);
  expect(before.length).toBe(2);
  await world.asOwner('delete from position where fix_at < $1', [new Date(world.now() - 10 * day).toISOString()]);
  // Everything is cut again.
  await world.query(`update device set trip_rule = 'SILENCE' where slot = $1::int`, [String(slot)]);
  await world.registry.refresh();
  tracker.accept(await log.store(batchOf(slot, recent.slice(0, 150)), world.now()));
  await tracker.catchUp();
  const after = await rows(binding);
  expect(after[0]).toEqual(before[0]);
  expect(after.length).toBe(2);
  expect((await world.shown(binding, slot)).slice(1)).toEqual(expected(log.whole(slot, 'SILENCE', recent[0]?.time)));
});

test('nor does a trip go that was the last one when its log was dropped', async () => {
  const { slot, binding } = await world.device();
  let tracker = await world.tracker();
  const log = createLog(world.product);
  const day = 24 * 60 * minute;
  const old = driveOf([drive(10)], { start: world.now() - 20 * day });
  tracker.accept(await log.store(batchOf(slot, old), world.now()));
  await tracker.catchUp();
  world.product.clock.move(minute);
  await tracker.catchUp();
  const before = await rows(binding);
  expect(before.map(({ state }) => state)).toEqual(['CLOSED']);
  await world.asOwner('delete from position where fix_at < $1', [new Date(world.now() - 10 * day).toISOString()]);
  const later = driveOf([drive(5), stand(10), drive(10)], { start: world.now() });
  // The second half comes first, so that everything is cut again.
  for (const part of [later.slice(150), later.slice(0, 150)]) {
    tracker.accept(await log.store(batchOf(slot, part), world.now()));
    await tracker.catchUp();
    tracker = await world.tracker();
  }
  await tracker.catchUp();
  expect((await rows(binding))[0]).toEqual(before[0]);
  expect((await world.shown(binding, slot)).slice(1)).toEqual(expected(log.whole(slot, 'MOVEMENT', later[0]?.time)));
});

test('a track that the database refuses is told of and left out, and stops no other', async () => {
  const [good, bad] = [await world.device(), await world.device()];
  const tracker = await world.tracker();
  await tracker.catchUp();
  const log = createLog(world.product);
  const fixes = driveOf([drive(10)], { start: world.now() });
  await world.asOwner(`alter table trip add constraint refused check (binding_id <> '${bad.binding}')`, []);
  try {
    for (const { slot } of [bad, good]) tracker.accept(await log.store(batchOf(slot, fixes), world.now()));
    await tracker.checkpoint();
    expect([(await rows(good.binding)).length, (await rows(bad.binding)).length]).toEqual([1, 0]);
    expect(world.logged.join()).toContain(`trips of binding ${bad.binding} were refused and left out`);
    const late = fixes.map((fix) => ({ ...fix, time: fix.time - 20 * minute, lat: fix.lat - 0.1 }));
    for (const { slot } of [bad, good]) tracker.accept(await log.store(batchOf(slot, late), world.now()));
    await expect(tracker.catchUp()).rejects.toThrow('refused');
  } finally {
    await world.asOwner('alter table trip drop constraint refused', []);
  }
  await tracker.catchUp();
  for (const { binding, slot } of [bad, good])
    expect(await world.shown(binding, slot)).toEqual(expected(log.whole(slot, 'MOVEMENT')));
});
