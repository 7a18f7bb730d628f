import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { createDeviceRegistry, flag } from '#areas/gateway/gateway.server.ts';
import { addDevices, bindDevice, someVehicles } from '#areas/gateway/testing/devices.ts';
import { createLog, positionOfFix } from '#areas/trips/testing/log.ts';
import type { Follower } from '#areas/trips/trips.server.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { createAlarmFollower } from './alarm-follower.ts';

let product: TestProduct;
let orgId: string;
let vehicles: string[];
let registry: ReturnType<typeof createDeviceRegistry>;
let log: ReturnType<typeof createLog>;
const logged: string[] = [];
beforeAll(async () => {
  product = await startTestProduct({ fleet: true, at: '2026-11-23T06:00:00Z' });
  ({ orgId, vehicles } = await someVehicles(product, 12));
  registry = createDeviceRegistry(product.product.db);
  log = createLog(product);
}, 120_000);
afterAll(() => product?.close());

const now = () => product.clock.now().getTime();
const query = <Row>(sql: string, params: readonly string[]) =>
  transact(product.product.db, everything, (db) => db.query<Row>(sql, params));

let serial = 0;
async function device(): Promise<{ slot: number; vehicleId: string }> {
  const vehicleId = vehicles[(serial += 1)] as string;
  await query('delete from device_binding where vehicle_id = $1', [vehicleId]);
  const [made] = await addDevices(product, [{ identifier: `alarm-${serial}`, orgId, intervalS: 10 }]);
  await bindDevice(product, { deviceId: made?.id ?? '', vehicleId, from: '2010-01-01T00:00:00Z' });
  await registry.refresh();
  return { slot: made?.slot ?? 0, vehicleId };
}

/** A follower over what is stored. As after a kill: of what another one did not save nothing is left. */
async function followerOn(
  db: Database = product.product.db,
  devices: Pick<typeof registry, 'bySlot'> = registry,
): Promise<Follower> {
  const { kit } = product.product;
  const follower = createAlarmFollower({
    db,
    clock: product.clock,
    log: (line) => void logged.push(line),
    versions: kit.versions,
    registry: devices,
    places: kit.places,
  });
  await follower.restore(now());
  return follower;
}

const position = (slot: number, at: number, alarm: string | null) => ({
  ...positionOfFix(slot, { time: at, lat: 18.87, lon: 73.89, speedKmh: 40, accuracyM: null, ignition: true }),
  ...(alarm ? { flags: flag.valid | flag.alarm, attributes: JSON.stringify({ alarms: [alarm] }) } : {}),
});
const recordsOf = (vehicleId: string) =>
  query<{ kind: string; repeats: number; firstAt: string; lastAt: string }>(
    `select kind, repeats, first_at as "firstAt", last_at as "lastAt" from alarm where vehicle_id = $1 order by kind, first_at`,
    [vehicleId],
  );

test('a kill or a lost answer at any moment counts no signal twice and none too few', async () => {
  const random = randomFrom(5);
  for (let turn = 0; turn < 8; turn += 1) {
    const { slot, vehicleId } = await device();
    /** What the database does next: as it should, nothing at all, or all of it without saying so. */
    let next: 'works' | 'is away' | 'is lost' = 'works';
    const { db } = product.product;
    const unsteady: Database = {
      ...db,
      async transact(scope, work) {
        if (next === 'is away') throw refuse.unavailable();
        const result = await db.transact(scope, work);
        if (next === 'is lost') throw refuse.unavailable();
        return result;
      },
    };
    let follower = await followerOn(unsteady);
    const begin = now();
    const all = Array.from({ length: 60 }, (_, at) => {
      const dice = random();
      return position(slot, begin + at * 10_000, dice < 0.2 ? 'TAMPER' : dice < 0.4 ? 'BRAKING' : null);
    });
    product.clock.move(60_000);
    for (let at = 0; at < all.length; ) {
      const size = 1 + Math.floor(random() * 6);
      const dice = random();
      next = dice < 0.2 ? 'is away' : dice < 0.4 ? 'is lost' : 'works';
      follower.accept(await log.store(all.slice(at, at + size), now()));
      at += size;
      if (random() < 0.5) await follower.catchUp().catch(() => undefined);
      next = 'works';
      // Killed: whatever it had not saved is read again from the store by the next one.
      if (random() < 0.3) follower = await followerOn(unsteady);
    }
    await follower.catchUp();
    const said = (name: string) => all.filter(({ attributes }) => attributes?.includes(name)).length;
    const records = await recordsOf(vehicleId);
    const tampering = records.filter(({ kind }) => kind === 'TAMPER');
    // It lasted ten minutes: one record that counts every signal.
    expect(tampering.map(({ repeats }) => repeats + 1)).toEqual([said('TAMPER')]);
    // Each harsh event is a record of its own.
    expect(records.filter(({ kind }) => kind === 'BRAKING').map(({ repeats }) => repeats)).toEqual(
      Array.from({ length: said('BRAKING') }, () => 0),
    );
  }
});

test('one signal that cannot be recorded keeps no other waiting', async () => {
  const [broken, sound] = [await device(), await device()];
  const nowhere = '01a1fc17-27e9-7627-921e-d6ed735c9999';
  const follower = await followerOn(product.product.db, {
    bySlot(slot) {
      const known = registry.bySlot(slot);
      if (slot !== broken.slot || !known) return known;
      return { ...known, bindings: known.bindings.map((one) => ({ ...one, vehicleId: nowhere })) };
    },
  });
  logged.length = 0;
  follower.accept(
    await log.store(
      [
        position(broken.slot, now() - 2_000, 'TAMPER'),
        position(sound.slot, now() - 1_000, 'TAMPER'),
        position(sound.slot, now() - 500, 'DOOR'),
      ],
      now(),
    ),
  );
  await follower.catchUp();
  expect((await recordsOf(sound.vehicleId)).map(({ kind }) => kind)).toEqual(['DOOR', 'TAMPER']);
  expect(logged.map((line) => line.replace(/: .*/, ''))).toEqual([`alarm of alarm-${serial - 1} left out`]);
});

test('devices in no vehicle, and what is no alarm, leave nothing', async () => {
  const { slot, vehicleId } = await device();
  const [stock] = await addDevices(product, [{ identifier: 'alarm-stock', orgId, intervalS: 10 }]);
  await registry.refresh();
  const follower = await followerOn();
  follower.accept(
    await log.store(
      [position(slot, now() - 2_000, 'IGNITION_ON'), position(stock?.slot ?? 0, now() - 1_000, 'TAMPER')],
      now(),
    ),
  );
  await follower.catchUp();
  expect(await recordsOf(vehicleId)).toEqual([]);
});
