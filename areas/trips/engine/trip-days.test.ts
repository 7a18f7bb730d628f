import { afterAll, beforeAll, expect, test } from 'vitest';
import { indiaDay } from '#kit/contract/days.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import type { TrackFix } from '#telematics/pipeline/fix.ts';
import { driveOf, type Leg } from '#telematics/pipeline/testing/drives.ts';
import { createLog, positionOfFix } from '../testing/log.ts';
import { startTracked } from '../testing/tracked.ts';
import { addTrip } from '../testing/trips.ts';

const drive = (minutes: number, kmh = 40): Leg => ({ seconds: minutes * 60, kmh });
const stand = (minutes: number): Leg => ({ seconds: minutes * 60, kmh: 0 });
const batchOf = (slot: number, fixes: readonly TrackFix[]) => fixes.map((fix) => positionOfFix(slot, fix));
const minute = 60_000;

let world: Awaited<ReturnType<typeof startTracked>>;
beforeAll(async () => void (world = await startTracked()));
afterAll(() => world?.product.close());

interface Trip {
  driverId: string | null;
  state: string;
  startAt: string;
  endAt: string;
  distanceM: number;
  idleS: number;
  stops: { kind: string }[];
}
interface Day {
  day: string;
  driverId: string | null;
  trips: number;
  distanceM: number;
  idleS: number;
  idles: number;
  stops: number;
  stoppedS: number;
}

const trips = (vehicleId: string) =>
  world.query<Trip>(
    `select driver_id as "driverId", state, start_at as "startAt", end_at as "endAt", distance_m as "distanceM", idle_s as "idleS", stops
     from trip where vehicle_id = $1 order by start_at`,
    [vehicleId],
  );
const kept = (vehicleId: string) =>
  world.query<Day>(
    `select day::text as day, driver_id as "driverId", trips, distance_m as "distanceM", idle_s as "idleS", idles, stops, stopped_s as "stoppedS"
     from trip_day where vehicle_id = $1 order by day, first_start_at`,
    [vehicleId],
  );

/** What the days of a vehicle are by its trips, worked out apart. */
async function expectedDays(vehicleId: string): Promise<Day[]> {
  const all = await trips(vehicleId);
  const days = new Map<string, Day>();
  for (const [at, trip] of all.entries()) {
    if (trip.state === 'LIVE') continue;
    const day = indiaDay(new Date(trip.startAt));
    const key = `${day} ${trip.driverId}`;
    const sum = days.get(key) ?? {
      day,
      driverId: trip.driverId,
      trips: 0,
      distanceM: 0,
      idleS: 0,
      idles: 0,
      stops: 0,
      stoppedS: 0,
    };
    const next = all[at + 1];
    const isStop = next !== undefined && indiaDay(new Date(next.startAt)) === day;
    days.set(key, {
      ...sum,
      trips: sum.trips + 1,
      distanceM: sum.distanceM + trip.distanceM,
      idleS: sum.idleS + trip.idleS,
      idles: sum.idles + trip.stops.filter(({ kind }) => kind === 'idle').length,
      stops: sum.stops + (isStop ? 1 : 0),
      stoppedS: sum.stoppedS + (isStop ? (Date.parse(next.startAt) - Date.parse(trip.endAt)) / 1_000 : 0),
    });
  }
  return [...days.values()];
}
const near = (days: readonly Day[]) =>
  days.map((day) => ({ ...day, distanceM: Math.round(day.distanceM), stoppedS: Math.round(day.stoppedS) }));

async function expectKept(vehicleId: string): Promise<Day[]> {
  const days = near(await kept(vehicleId));
  expect(days).toEqual(near(await expectedDays(vehicleId)));
  return days;
}

test('days add up what was driven, and follow trips that are cut again, joined and taken back', async () => {
  const { slot, vehicleId } = await world.device();
  const tracker = await world.tracker();
  const log = createLog(world.product);
  // A day and a half, with a trip over midnight.
  const all = driveOf(
    [drive(10), stand(10), drive(90), stand(600), drive(40), stand(120), drive(10), stand(300), drive(5)],
    {
      start: world.now(),
    },
  );
  const begin = all[0]?.time ?? 0;
  // A part of the way that came late: without it the second trip is two.
  const isLate = ({ time }: TrackFix) => time > begin + 25 * minute && time < begin + 100 * minute;
  tracker.accept(
    await log.store(
      batchOf(
        slot,
        all.filter((fix) => !isLate(fix)),
      ),
      world.now(),
    ),
  );
  await tracker.catchUp();
  const before = await expectKept(vehicleId);
  expect(before.length).toBeGreaterThan(1);
  tracker.accept(await log.store(batchOf(slot, all.filter(isLate)), world.now()));
  await tracker.catchUp();
  const after = await expectKept(vehicleId);
  expect(after).not.toEqual(before);
  await world.query('delete from trip where vehicle_id = $1', [vehicleId]);
  expect(await kept(vehicleId)).toEqual([]);
});

test('a trip that moves to another day or driver takes its figures along, and one in progress ends the stop before it alone', async () => {
  const { vehicleId, binding } = await world.device();
  const at = (time: string) => new Date(`2026-11-${time}+05:30`).toISOString();
  const [driver, other] = await world.query<{ id: string }>('select id from driver order by id limit 2', []);
  const first = await addTrip(world.product, {
    bindingId: binding,
    startAt: at('10T08:00'),
    driverId: driver?.id ?? '',
  });
  const second = await addTrip(world.product, {
    bindingId: binding,
    startAt: at('10T10:00'),
    driverId: other?.id ?? '',
  });
  expect(await expectKept(vehicleId)).toHaveLength(2);
  await world.query('update trip set driver_id = $2 where id = $1', [second, driver?.id ?? '']);
  expect(await expectKept(vehicleId)).toMatchObject([{ trips: 2, stops: 1 }]);
  await world.query(
    `update trip set start_at = start_at - interval '1 day', end_at = end_at - interval '1 day' where id = $1`,
    [first],
  );
  expect((await expectKept(vehicleId)).map(({ day, stops }) => [day, stops])).toEqual([
    ['2026-11-09', 0],
    ['2026-11-10', 0],
  ]);
  const live = await addTrip(world.product, { bindingId: binding, startAt: at('10T12:00'), state: 'LIVE' });
  expect((await expectKept(vehicleId)).map(({ trips, stops }) => [trips, stops])).toEqual([
    [1, 0],
    [1, 1],
  ]);
  await world.query(`update trip set state = 'CLOSED' where id = $1`, [live]);
  expect((await expectKept(vehicleId)).map(({ trips }) => trips)).toEqual([1, 1, 1]);
});

test('an organisation that deletes a driver for good changes days of trips that it does not see', async () => {
  const { vehicleId, binding } = await world.device();
  const [driver] = await world.query<{ id: string; orgId: string }>(
    'select id, org_id as "orgId" from driver where org_id <> $1 limit 1',
    [world.orgId],
  );
  const mine = driver as { id: string; orgId: string };
  await addTrip(world.product, { bindingId: binding, startAt: '2026-11-12T04:00:00Z', driverId: mine.id });
  await transact(world.product.product.db, { orgId: mine.orgId }, (db) =>
    db.query('update trip set driver_id = null where driver_id = $1', [mine.id]),
  );
  expect(await expectKept(vehicleId)).toMatchObject([{ driverId: mine.id }]);
  // The database itself takes a driver out of all their trips.
  await world.asOwner('delete from driver_assignment where driver_id = $1', [mine.id]);
  await world.asOwner('delete from vehicle_kyc_doc where driver_id = $1', [mine.id]);
  await world.asOwner('update vehicle set driver_id = null where driver_id = $1', [mine.id]);
  await world.asOwner('delete from medical_report where driver_id = $1', [mine.id]);
  await transact(world.product.product.db, { orgId: mine.orgId }, (db) =>
    db.query('delete from driver where id = $1', [mine.id]),
  );
  expect(await expectKept(vehicleId)).toMatchObject([{ driverId: null }]);
});

test('two who close trips of one vehicle at the same time leave the sum of both', async () => {
  const { vehicleId, binding } = await world.device();
  const { db } = world.product.product;
  const at = (hour: number) => `2026-11-13T${String(hour).padStart(2, '0')}:00:00Z`;
  const ids = await Promise.all(
    [4, 6, 8, 10].map((hour) => addTrip(world.product, { bindingId: binding, startAt: at(hour), state: 'LIVE' })),
  );
  await Promise.all(
    ids.map((id) => transact(db, everything, (tx) => tx.query(`update trip set state = 'CLOSED' where id = $1`, [id]))),
  );
  expect(await expectKept(vehicleId)).toMatchObject([{ trips: 4, stops: 3 }]);
});
