import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { followingIn } from '#areas/trips/testing/following.ts';
import type { Follower } from '#areas/trips/trips.server.ts';
import type { Database } from '#kit/server/db/database.ts';
import { noRelay } from '#kit/server/live/relay.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { createSosFollower } from './sos-follower.ts';

let product: TestProduct;
let its: Awaited<ReturnType<typeof followingIn>>;
const logged: string[] = [];
const published: unknown[] = [];
beforeAll(async () => {
  product = await startTestProduct({ fleet: true, at: '2026-11-23T06:00:00Z' });
  its = await followingIn(product, 'sos');
}, 120_000);
afterAll(() => product?.close());

/** A follower over what is stored. As after a kill: of what another one did not save nothing is left. */
async function followerOn(
  db: Database = product.product.db,
  devices: Pick<typeof its.registry, 'bySlot'> = its.registry,
): Promise<Follower> {
  const { jobs, kit } = product.product;
  const follower = createSosFollower({
    db,
    clock: product.clock,
    log: (line) => void logged.push(line),
    versions: kit.versions,
    registry: devices,
    jobs,
    places: kit.places,
    relay: noRelay,
    live: { publish: (_topic, _audience, _key, data) => void published.push(data) },
  });
  await follower.restore(its.now());
  return follower;
}

const sos = (slot: number, at: number, isSos = true) => its.position(slot, at, isSos ? 'SOS' : null);
const entriesOf = (vehicleId: string) =>
  its.query<{ kind: string; at: string; id: string }>(
    `select e.kind, e.at, i.id from incident i join incident_entry e on e.incident_id = i.id where i.vehicle_id = $1 order by e.at, e.no`,
    [vehicleId],
  );

test('a kill or a lost answer at any moment doubles and loses no signal', async () => {
  const random = randomFrom(7);
  for (let turn = 0; turn < 8; turn += 1) {
    const { slot, vehicleId } = await its.device();
    const unsteady = its.unsteady();
    let follower = await followerOn(unsteady);
    const begin = its.now();
    const all = Array.from({ length: 40 }, (_, at) => sos(slot, begin + at * 1_000, random() < 0.3));
    product.clock.move(60_000);
    for (let at = 0; at < all.length; ) {
      const size = 1 + Math.floor(random() * 6);
      const dice = random();
      unsteady.next = dice < 0.2 ? 'is away' : dice < 0.4 ? 'is lost' : 'works';
      const batch = await its.log.store(all.slice(at, at + size), its.now());
      follower.accept(batch);
      at += size;
      if (random() < 0.4) await follower.catchUp().catch(() => undefined);
      unsteady.next = 'works';
      // Killed: whatever it had not saved is read again from the store by the next one.
      if (random() < 0.3) follower = await followerOn(unsteady);
    }
    await follower.catchUp();
    const wanted = all.filter(({ attributes }) => attributes !== null).map(({ fixAt }) => fixAt);
    const entries = await entriesOf(vehicleId);
    expect(entries.map(({ at }) => Date.parse(at))).toEqual(wanted);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(wanted.length === 0 ? 0 : 1);
    expect(entries.filter(({ kind }) => kind === 'RAISED').length).toBe(Math.min(1, wanted.length));
  }
});

test('one signal that cannot be taken keeps no other waiting', async () => {
  const [broken, sound] = [await its.device(), await its.device()];
  const follower = await followerOn(product.product.db, its.misplacing(broken.slot));
  logged.length = 0;
  follower.accept(
    await its.log.store([sos(broken.slot, its.now() - 2_000), sos(sound.slot, its.now() - 1_000)], its.now()),
  );
  await follower.catchUp();
  expect((await entriesOf(sound.vehicleId)).map(({ kind }) => kind)).toEqual(['RAISED']);
  expect(
    logged.map((line) => line.replace(/^SOS of Device sos-\d+ (was not taken yet|is given up): .*/, '$1')),
  ).toEqual(['was not taken yet', 'is given up']);
});

test('a signal that cannot be taken for a moment is taken later, also by the follower after a kill', async () => {
  const { slot, vehicleId } = await its.device();
  const follower = await followerOn(product.product.db, its.misplacing(slot));
  follower.accept(await its.log.store([sos(slot, its.now() - 2_000)], its.now()));
  follower.start(3_600_000);
  await follower.stop();
  expect(await entriesOf(vehicleId)).toEqual([]);
  const next = await followerOn();
  await next.catchUp();
  expect((await entriesOf(vehicleId)).map(({ kind }) => kind)).toEqual(['RAISED']);
});
