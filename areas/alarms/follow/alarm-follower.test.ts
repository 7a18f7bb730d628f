import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { addDevices } from '#areas/gateway/testing/devices.ts';
import { followingIn } from '#areas/trips/testing/following.ts';
import type { Follower } from '#areas/trips/trips.server.ts';
import type { Database } from '#kit/server/db/database.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { createAlarmFollower } from './alarm-follower.ts';

let product: TestProduct;
let its: Awaited<ReturnType<typeof followingIn>>;
const logged: string[] = [];
beforeAll(async () => {
  product = await startTestProduct({ fleet: true, at: '2026-11-23T06:00:00Z' });
  its = await followingIn(product, 'alarm');
}, 120_000);
afterAll(() => product?.close());

/** A follower over what is stored. As after a kill: of what another one did not save nothing is left. */
async function followerOn(
  db: Database = product.product.db,
  devices: Pick<typeof its.registry, 'bySlot'> = its.registry,
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
  await follower.restore(its.now());
  return follower;
}

const recordsOf = (vehicleId: string) =>
  its.query<{ kind: string; repeats: number; firstAt: string; lastAt: string }>(
    `select kind, repeats, first_at as "firstAt", last_at as "lastAt" from alarm where vehicle_id = $1 order by kind, first_at`,
    [vehicleId],
  );

test('a kill or a lost answer at any moment counts no signal twice and none too few', async () => {
  const random = randomFrom(5);
  for (let turn = 0; turn < 8; turn += 1) {
    const { slot, vehicleId } = await its.device();
    const unsteady = its.unsteady();
    let follower = await followerOn(unsteady);
    const begin = its.now();
    const all = Array.from({ length: 60 }, (_, at) => {
      const dice = random();
      return its.position(slot, begin + at * 10_000, dice < 0.2 ? 'TAMPER' : dice < 0.4 ? 'BRAKING' : null);
    });
    product.clock.move(60_000);
    for (let at = 0; at < all.length; ) {
      const size = 1 + Math.floor(random() * 6);
      const dice = random();
      unsteady.next = dice < 0.2 ? 'is away' : dice < 0.4 ? 'is lost' : 'works';
      follower.accept(await its.log.store(all.slice(at, at + size), its.now()));
      at += size;
      if (random() < 0.5) await follower.catchUp().catch(() => undefined);
      unsteady.next = 'works';
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
  const [broken, sound] = [await its.device(), await its.device()];
  const follower = await followerOn(product.product.db, its.misplacing(broken.slot));
  logged.length = 0;
  follower.accept(
    await its.log.store(
      [
        its.position(broken.slot, its.now() - 2_000, 'TAMPER'),
        its.position(sound.slot, its.now() - 1_000, 'TAMPER'),
        its.position(sound.slot, its.now() - 500, 'DOOR'),
      ],
      its.now(),
    ),
  );
  await follower.catchUp();
  expect((await recordsOf(sound.vehicleId)).map(({ kind }) => kind)).toEqual(['DOOR', 'TAMPER']);
  expect(logged.map((line) => line.replace(/: .*/, ''))).toEqual([`alarm of ${broken.identifier} left out`]);
});

test('devices in no vehicle, and what is no alarm, leave nothing', async () => {
  const { slot, vehicleId } = await its.device();
  const [stock] = await addDevices(product, [{ identifier: 'alarm-stock', orgId: its.orgId, intervalS: 10 }]);
  await its.registry.refresh();
  const follower = await followerOn();
  follower.accept(
    await its.log.store(
      [
        its.position(slot, its.now() - 2_000, 'IGNITION_ON'),
        its.position(stock?.slot ?? 0, its.now() - 1_000, 'TAMPER'),
      ],
      its.now(),
    ),
  );
  await follower.catchUp();
  expect(await recordsOf(vehicleId)).toEqual([]);
});
