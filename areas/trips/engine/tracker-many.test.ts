import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driveOf } from '#telematics/pipeline/testing/drives.ts';
import { addDevices } from '#areas/gateway/testing/devices.ts';
import { createLog, positionOfFix } from '../testing/log.ts';
import { startTracked } from '../testing/tracked.ts';

let world: Awaited<ReturnType<typeof startTracked>>;
beforeAll(async () => void (world = await startTracked()));
afterAll(() => world?.product.close());

test('of more tracks than a round saves none loses anything when the product is killed', {
  timeout: 60_000,
}, async () => {
  const count = 1_100;
  const minute = 60_000;
  // Devices that vehicles carried one after the other, an hour each, with a drive in it.
  const devices = await addDevices(
    world.product,
    Array.from({ length: count }, (_, at) => ({ identifier: `many-${at}`, orgId: world.orgId })),
  );
  const begins = (at: number) => world.now() - Math.floor(at / 20) * 60 * minute - 60 * minute;
  await world.query('delete from device_binding', []);
  const vehicles = Array.from({ length: 20 }, () => world.vehicle());
  await world.query(
    `insert into device_binding (id, org_id, device_id, vehicle_id, from_at, to_at, created_at)
     select r.id, v.org_id, r.device, v.id, r.from_at, r.to_at, r.from_at
     from json_to_recordset($1::json) as r (id uuid, device uuid, vehicle uuid, from_at timestamptz, to_at timestamptz)
     join vehicle v on v.id = r.vehicle`,
    [
      JSON.stringify(
        devices.map(({ id }, at) => ({
          id: uuidv7(),
          device: id,
          vehicle: vehicles[at % 20],
          from_at: new Date(begins(at)).toISOString(),
          to_at: new Date(begins(at) + 60 * minute).toISOString(),
        })),
      ),
    ],
  );
  const first = await world.tracker();
  await first.catchUp();
  const log = createLog(world.product);
  const drives = devices.map(({ slot }, at) =>
    driveOf([{ seconds: 300, kmh: 40, everyS: 60 }], { start: begins(at) }).map((fix) => positionOfFix(slot, fix)),
  );
  first.accept(
    await log.store(
      drives.flatMap((fixes) => fixes.slice(0, 3)),
      world.now(),
    ),
  );
  await first.checkpoint();
  const trips = () =>
    world.query<{ points: number; count: number }>(
      'select t.points, count(*) from trip t join device d on d.id = t.device_id where d.identifier like $1 group by 1',
      ['many-%'],
    );
  const [saved] = await trips();
  expect(saved?.count, 'some are left to the next round').toBeLessThan(count);
  const batch = await log.store(
    drives.flatMap((fixes) => fixes.slice(3)),
    world.now(),
  );
  first.accept(batch);

  const second = await world.tracker();
  await second.catchUp();
  expect(await trips()).toEqual([{ points: 5, count }]);
});
