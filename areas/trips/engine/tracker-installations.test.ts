import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrackFix } from '#telematics/pipeline/fix.ts';
import { driveOf, type Leg } from '#telematics/pipeline/testing/drives.ts';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { createLog, positionOfFix } from '../testing/log.ts';
import { expected, startTracked } from '../testing/tracked.ts';

const drive = (minutes: number, kmh = 40): Leg => ({ seconds: minutes * 60, kmh });
const stand = (minutes: number): Leg => ({ seconds: minutes * 60, kmh: 0 });
const batchOf = (slot: number, fixes: readonly TrackFix[]) => fixes.map((fix) => positionOfFix(slot, fix));
const minute = 60_000;
const iso = (time: number) => new Date(time).toISOString();

let world: Awaited<ReturnType<typeof startTracked>>;
beforeAll(async () => void (world = await startTracked()));
afterAll(() => world?.product.close());

const newDevice = async (identifier: string) => {
  const [device] = await addDevices(world.product, [{ identifier, orgId: world.orgId, intervalS: 10 }]);
  return device as { id: string; slot: number };
};
const end = (binding: string, at: number) =>
  world.query('update device_binding set to_at = $2 where id = $1', [binding, iso(at)]);
const periods = (vehicleId: string) =>
  world.query<{ device_id: string; start_at: string; end_at: string }>(
    'select device_id, start_at, end_at from trip where vehicle_id = $1 order by start_at',
    [vehicleId],
  );

test('a vehicle that gets another device mid-day keeps the trips of both, and none overlap', async () => {
  const first = await world.device();
  const second = await newDevice('second-of-the-day');
  const tracker = await world.tracker();
  const log = createLog(world.product);
  const start = world.now();
  const change = start + 40 * minute;
  await end(first.binding, change);
  const binding = await bindDevice(world.product, {
    deviceId: second.id,
    vehicleId: first.vehicleId,
    from: iso(change),
  });
  await world.registry.refresh();
  // Both go on sending all day: each counts only while the vehicle carries it.
  const day = driveOf([drive(10), stand(10), drive(60), stand(10), drive(10), stand(10)], { start });
  for (let at = 0; at < day.length; at += 200) {
    const piece = day.slice(at, at + 200);
    tracker.accept(await log.store([...batchOf(first.slot, piece), ...batchOf(second.slot, piece)], world.now()));
    await tracker.checkpoint();
    world.until(piece.at(-1)?.time ?? 0);
  }
  await tracker.catchUp();
  const wholeFirst = log.whole(first.slot, 'MOVEMENT', 0, change);
  const wholeSecond = log.whole(second.slot, 'MOVEMENT', change);
  expect(await world.shown(first.binding, first.slot)).toEqual(expected(wholeFirst));
  expect(await world.shown(binding, second.slot)).toEqual(expected(wholeSecond));
  const trips = await periods(first.vehicleId);
  expect(trips.map(({ device_id }) => device_id)).toEqual([first.deviceId, first.deviceId, second.id, second.id]);
  for (const [at, trip] of trips.entries()) expect(trip.start_at >= (trips[at - 1]?.end_at ?? '')).toBe(true);
  expect(await world.stored(first.binding, first.slot)).toMatchObject([{ state: 'CLOSED' }, { state: 'CLOSED' }]);
  expect((await world.current(first.vehicleId))?.binding_id).toBe(binding);

  // What the first one sent is moved on to the second by its beginning being put back: fewer trips of one, more of the other.
  await end(first.binding, start + 15 * minute);
  await world.query('update device_binding set from_at = $2 where id = $1', [binding, iso(start + 15 * minute)]);
  await world.registry.refresh();
  await tracker.catchUp();
  expect(await world.shown(first.binding, first.slot)).toEqual(
    expected(log.whole(first.slot, 'MOVEMENT', 0, start + 15 * minute)),
  );
  expect(await world.shown(binding, second.slot)).toEqual(
    expected(log.whole(second.slot, 'MOVEMENT', start + 15 * minute)),
  );
  expect((await periods(first.vehicleId)).length).toBe(3);
});

test('a device that gets a vehicle for the past has its log cut, also when the product was stopped meanwhile', async () => {
  const { id, slot } = await newDevice('bound-late');
  let tracker = await world.tracker();
  const log = createLog(world.product);
  const fixes = driveOf([drive(10), stand(10), drive(10)], { start: world.now() });
  tracker.accept(await log.store(batchOf(slot, fixes), world.now()));
  await tracker.catchUp();
  const vehicleId = world.vehicle();
  const from = fixes[60]?.time ?? 0;
  await world.query('delete from device_binding where vehicle_id = $1', [vehicleId]);
  const binding = await bindDevice(world.product, { deviceId: id, vehicleId, from: iso(from) });
  tracker = await world.tracker();
  await tracker.catchUp();
  expect(await world.shown(binding, slot)).toEqual(expected(log.whole(slot, 'MOVEMENT', from)));

  await world.query('update device_binding set from_at = $2 where id = $1', [binding, iso(from - 3 * minute)]);
  tracker = await world.tracker();
  await tracker.catchUp();
  expect(await world.shown(binding, slot)).toEqual(expected(log.whole(slot, 'MOVEMENT', from - 3 * minute)));

  await world.query(`update device set trip_rule = 'SILENCE' where id = $1`, [id]);
  await world.registry.refresh();
  await tracker.catchUp();
  expect(await world.shown(binding, slot)).toEqual(expected(log.whole(slot, 'SILENCE', from - 3 * minute)));

  await world.query('delete from device_binding where id = $1', [binding]);
  await world.registry.refresh();
  tracker.accept(
    await log.store(batchOf(slot, driveOf([drive(5)], { start: world.now() + 60 * minute })), world.now()),
  );
  await tracker.catchUp();
  expect([await periods(vehicleId), await world.current(vehicleId)]).toEqual([[], undefined]);
});

test('the open trip of a binding ends with it, and where the vehicle is goes back to what it really carried', async () => {
  const { slot, binding, vehicleId } = await world.device();
  const tracker = await world.tracker();
  const log = createLog(world.product);
  const start = world.now();
  const fixes = driveOf([drive(20)], { start });
  world.until(start + 20 * minute);
  tracker.accept(await log.store(batchOf(slot, fixes), world.now()));
  await tracker.catchUp();
  expect(await world.stored(binding, slot)).toMatchObject([{ state: 'LIVE' }]);
  await end(binding, start + 20 * minute + 1);
  await world.registry.refresh();
  world.product.clock.move(minute);
  await tracker.checkpoint();
  expect(await world.stored(binding, slot)).toMatchObject([{ state: 'CLOSED', end: fixes.at(-1)?.time }]);
  expect(await world.current(vehicleId)).toMatchObject({ moving: false, trip_start_at: null });

  await end(binding, start + 10 * minute);
  await world.registry.refresh();
  await tracker.catchUp();
  const whole = log.whole(slot, 'MOVEMENT', 0, start + 10 * minute);
  expect(await world.shown(binding, slot)).toEqual(expected(whole));
  expect(Date.parse((await world.current(vehicleId))?.fix_at ?? '')).toBe(whole[0]?.end.time);
});

test('a trip is of whoever owned and drove the vehicle when it began', async () => {
  const { slot, binding, vehicleId } = await world.device();
  const tracker = await world.tracker();
  const log = createLog(world.product);
  const start = world.now();
  const fixes = driveOf([drive(10), stand(10), drive(10), stand(10), drive(10)], { start });
  const [other] = await world.query<{ id: string }>('select id from organisation where id <> $1 limit 1', [
    world.orgId,
  ]);
  const [driver] = await world.query<{ id: string }>('select id from driver where org_id = $1 limit 1', [world.orgId]);
  await world.query('delete from driver_assignment where vehicle_id = $1 or driver_id = $2', [
    vehicleId,
    driver?.id ?? '',
  ]);
  await world.query(
    `insert into driver_assignment (id, org_id, vehicle_id, driver_id, from_at, to_at, created_at) values ($1, $2, $3, $4, $5, $6, $5)`,
    [uuidv7(), world.orgId, vehicleId, driver?.id ?? '', iso(start + 15 * minute), iso(start + 25 * minute)],
  );
  await world.query('delete from vehicle_owner where vehicle_id = $1', [vehicleId]);
  for (const [owner, from, to] of [
    [world.orgId, start + 5 * minute, start + 35 * minute],
    [other?.id ?? '', start + 35 * minute, start + 900 * minute],
  ] as const)
    await world.query(
      'insert into vehicle_owner (id, org_id, vehicle_id, from_at, to_at) values ($1, $2, $3, $4, $5)',
      [uuidv7(), owner, vehicleId, iso(from), iso(to)],
    );
  tracker.accept(await log.store(batchOf(slot, fixes), world.now()));
  await tracker.catchUp();
  const trips = await world.query('select org_id, driver_id from trip where binding_id = $1 order by start_at', [
    binding,
  ]);
  expect(trips).toEqual([
    { org_id: world.orgId, driver_id: null },
    { org_id: world.orgId, driver_id: driver?.id },
    { org_id: other?.id, driver_id: null },
  ]);
});
