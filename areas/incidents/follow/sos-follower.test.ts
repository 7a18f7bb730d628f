import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { createDeviceRegistry, flag } from '#areas/gateway/gateway.server.ts';
import { addDevices, bindDevice, someVehicles } from '#areas/gateway/testing/devices.ts';
import { createLog, positionOfFix } from '#areas/trips/testing/log.ts';
import type { Follower } from '#areas/trips/trips.server.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { noRelay } from '#kit/server/live/relay.ts';
import { refuse } from '#kit/server/refusals.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { createSosFollower } from './sos-follower.ts';

let product: TestProduct;
let orgId: string;
let vehicles: string[];
let registry: ReturnType<typeof createDeviceRegistry>;
let log: ReturnType<typeof createLog>;
const logged: string[] = [];
const published: unknown[] = [];
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
  const [made] = await addDevices(product, [{ identifier: `sos-${serial}`, orgId, intervalS: 10 }]);
  await bindDevice(product, { deviceId: made?.id ?? '', vehicleId, from: '2010-01-01T00:00:00Z' });
  await registry.refresh();
  return { slot: made?.slot ?? 0, vehicleId };
}

/** A follower over what is stored. As after a kill: of what another one did not save nothing is left. */
async function followerOn(
  db: Database = product.product.db,
  devices: Pick<typeof registry, 'bySlot'> = registry,
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
  await follower.restore(now());
  return follower;
}

const position = (slot: number, at: number, isSos: boolean) => ({
  ...positionOfFix(slot, { time: at, lat: 18.87, lon: 73.89, speedKmh: 40, accuracyM: null, ignition: true }),
  ...(isSos ? { flags: flag.valid | flag.alarm, attributes: JSON.stringify({ alarms: ['SOS'] }) } : {}),
});
const entriesOf = (vehicleId: string) =>
  query<{ kind: string; at: string; id: string }>(
    `select e.kind, e.at, i.id from incident i join incident_entry e on e.incident_id = i.id where i.vehicle_id = $1 order by e.at, e.no`,
    [vehicleId],
  );

test('a kill or a lost answer at any moment doubles and loses no signal', async () => {
  const random = randomFrom(7);
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
    const all = Array.from({ length: 40 }, (_, at) => position(slot, begin + at * 1_000, random() < 0.3));
    product.clock.move(60_000);
    for (let at = 0; at < all.length; ) {
      const size = 1 + Math.floor(random() * 6);
      const dice = random();
      next = dice < 0.2 ? 'is away' : dice < 0.4 ? 'is lost' : 'works';
      const batch = await log.store(all.slice(at, at + size), now());
      follower.accept(batch);
      at += size;
      if (random() < 0.4) await follower.catchUp().catch(() => undefined);
      next = 'works';
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
  const [broken, sound] = [await device(), await device()];
  // A vehicle that is not there: its incident cannot be written.
  const vehicleId = '01a1fc17-27e9-7627-921e-d6ed735c9999';
  const follower = await followerOn(product.product.db, {
    bySlot(slot) {
      const known = registry.bySlot(slot);
      if (slot !== broken.slot || !known) return known;
      return { ...known, bindings: known.bindings.map((one) => ({ ...one, vehicleId })) };
    },
  });
  logged.length = 0;
  follower.accept(
    await log.store([position(broken.slot, now() - 2_000, true), position(sound.slot, now() - 1_000, true)], now()),
  );
  await follower.catchUp();
  expect((await entriesOf(sound.vehicleId)).map(({ kind }) => kind)).toEqual(['RAISED']);
  expect(
    logged.map((line) => line.replace(/^SOS of Device sos-\d+ (was not taken yet|is given up): .*/, '$1')),
  ).toEqual(['was not taken yet', 'is given up']);
});

test('a signal that cannot be taken for a moment is taken later, also by the follower after a kill', async () => {
  const { slot, vehicleId } = await device();
  let isGone = true;
  const nowhere = '01a1fc17-27e9-7627-921e-d6ed735c9999';
  const devices: Pick<typeof registry, 'bySlot'> = {
    bySlot(of) {
      const known = registry.bySlot(of);
      if (!known || of !== slot || !isGone) return known;
      return { ...known, bindings: known.bindings.map((one) => ({ ...one, vehicleId: nowhere })) };
    },
  };
  const follower = await followerOn(product.product.db, devices);
  follower.accept(await log.store([position(slot, now() - 2_000, true)], now()));
  follower.start(3_600_000);
  await follower.stop();
  expect(await entriesOf(vehicleId)).toEqual([]);
  isGone = false;
  const next = await followerOn(product.product.db, devices);
  await next.catchUp();
  expect((await entriesOf(vehicleId)).map(({ kind }) => kind)).toEqual(['RAISED']);
});
