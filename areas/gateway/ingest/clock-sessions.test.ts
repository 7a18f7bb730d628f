import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { addDevices, someVehicles } from '../testing/devices.ts';
import { flag, type Position } from '../positions/position.ts';
import { clockDuring } from './clock-sessions.store.ts';
import { createClockSessions } from './clock-sessions.ts';
import { createDeviceRegistry, type DeviceRegistry } from './device-registry.ts';

let product: TestProduct;
let registry: DeviceRegistry;
let orgId: string;
const begin = Date.parse('2026-11-21T06:00:00Z');
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  ({ orgId } = await someVehicles(product, 1));
  registry = createDeviceRegistry(product.product.db);
});
afterAll(() => product?.close());

let serial = 0;
async function device() {
  serial += 1;
  const [one] = await addDevices(product, [{ identifier: `clock-${serial}`, orgId }]);
  await registry.refresh();
  return one as { id: string; slot: number };
}
/** A position of so many seconds, that came so many milliseconds later. */
const position = (slot: number, s: number, lateMs: number, more: Partial<Position> = {}) =>
  ({
    device: slot,
    fixAt: begin + s * 1_000,
    receivedAt: begin + s * 1_000 + lateMs,
    flags: flag.valid,
    unfit: 0,
    ...more,
  }) as Position;
const known = (id: string, fromS: number, toS: number) =>
  transact(product.product.db, everything, (db) => clockDuring(db, id, begin + fromS * 1_000, begin + toS * 1_000));

it('a clock is known by the median of what came live, for the time in which it came', async () => {
  const { id, slot } = await device();
  const clocks = createClockSessions(product.product.db, registry);
  clocks.take([0, 10, 20, 30, 40].map((s) => position(slot, s, s === 20 ? 9_000 : 600)));
  // What was kept, what comes late, and what cannot be.
  clocks.take([position(slot, 50, 400_000, { flags: flag.archived })]);
  clocks.take([position(slot, 5, 60_000), position(slot, 60, 60_000, { unfit: 1 })]);
  await clocks.write();
  expect((await known(id, 5, 35)).offsetMs).toBe(600);
  expect((await known(id, 50, 60)).offsetMs).toBeNull();
  expect((await known(id, -100, -1)).offsetMs).toBeNull();
});

it('what was kept and is sent on without saying so says nothing of a clock', async () => {
  const { id, slot } = await device();
  const clocks = createClockSessions(product.product.db, registry);
  // A day within a few seconds, and then what comes live.
  const kept = Array.from({ length: 40 }, (_, at) => position(slot, at * 10, 80_000_000 - at * 9_900));
  clocks.take(kept.slice(0, 1));
  await clocks.write();
  clocks.take(kept.slice(1));
  await clocks.write();
  expect((await known(id, 0, 400)).offsetMs).toBeNull();
  clocks.take(Array.from({ length: 60 }, (_, at) => position(slot, 80_400 + at * 10, 700)));
  await clocks.write();
  expect((await known(id, 80_400, 81_000)).offsetMs).toBe(700);
});

it('of several positions in one frame only the latest was taken when it was sent', async () => {
  const { id, slot } = await device();
  const clocks = createClockSessions(product.product.db, registry);
  for (const end of [60, 120, 180])
    clocks.take(
      [0, 20, 40].map((back) => ({ ...position(slot, end - 40 + back, 0), receivedAt: begin + end * 1_000 + 700 })),
    );
  await clocks.write();
  expect((await known(id, 20, 180)).offsetMs).toBe(700);
});

it('after a silence it is measured anew, and the worst of a time counts', async () => {
  const { id, slot } = await device();
  const clocks = createClockSessions(product.product.db, registry);
  clocks.take([0, 10].map((s) => position(slot, s, 500)));
  await clocks.write();
  clocks.take([1_000, 1_010].map((s) => position(slot, s, -4_000)));
  await clocks.write();
  expect((await known(id, 0, 10)).offsetMs).toBe(500);
  expect((await known(id, 1_000, 1_010)).offsetMs).toBe(4_000);
  expect((await known(id, 5, 1_005)).offsetMs).toBe(4_000);
});

it('a device whose times are taken by their arrival says nothing of its clock', async () => {
  const { id, slot } = await device();
  await transact(product.product.db, everything, (db) =>
    db.query(`update device set clock_rule = 'ARRIVAL' where id = $1`, [id]),
  );
  await registry.refresh();
  const clocks = createClockSessions(product.product.db, registry);
  clocks.take([0, 10].map((s) => position(slot, s, 0)));
  await clocks.write();
  expect((await known(id, 0, 10)).offsetMs).toBeNull();
});
