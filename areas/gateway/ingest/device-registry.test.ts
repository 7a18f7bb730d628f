import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { bindingAt, createDeviceRegistry } from './device-registry.ts';
import { addDevices, bindDevice, someVehicles } from '../testing/devices.ts';

let product: TestProduct;
let orgId: string;
let vehicles: string[];
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  ({ orgId, vehicles } = await someVehicles(product, 2));
});
afterAll(() => product?.close());

test('a device is found by its name in any case, with what its rows and those of its category say', async () => {
  const [plain, strict] = await addDevices(product, [
    { identifier: 'Truck_7', orgId },
    { identifier: '860111222333444', orgId, checksum: 'STRICT', tripRule: 'SILENCE', intervalS: 7 },
  ]);
  const registry = createDeviceRegistry(product.product.db);
  expect(registry.find('truck_7')).toBeUndefined();
  let changes = 0;
  registry.onChange(() => (changes += 1));
  await registry.refresh();
  expect(changes).toBe(1);
  expect(registry.find('TRUCK_7')).toMatchObject({
    id: plain?.id,
    slot: plain?.slot,
    orgId,
    checksum: 'lenient',
    tripRule: 'MOVEMENT',
    admitted: true,
    bindings: [],
  });
  expect(registry.bySlot(strict?.slot ?? 0)).toMatchObject({ checksum: 'strict', tripRule: 'SILENCE', intervalS: 7 });
  expect([...registry.all()].map(({ slot }) => slot)).toEqual(expect.arrayContaining([plain?.slot, strict?.slot]));

  // What is heard of devices is written often, and is none of the book's business.
  const seenSql = `update device set state = 'ACTIVE', last_seen_at = now() where id = $1`;
  await transact(product.product.db, everything, (db) => db.query(seenSql, [plain?.id ?? '']));
  await registry.look();
  expect(changes).toBe(1);
  const slower = 'update device set interval_s = 77 where id = $1';
  await transact(product.product.db, everything, (db) => db.query(slower, [plain?.id ?? '']));
  await registry.look();
  expect([changes, registry.find('truck_7')?.intervalS]).toEqual([2, 77]);

  const planOf = async (sql: string) => {
    await transact(product.product.db, everything, (db) => db.query(sql, [plain?.id ?? '']));
    // Both want what is written by now: the second waits for a reading of its own.
    await Promise.all([registry.refresh(), registry.refresh()]);
  };
  await planOf(`update device set situation = 'RETIRED' where id = $1`);
  expect(registry.find('truck_7')?.admitted).toBe(false);
  await planOf(`update device set situation = 'IN_USE', status = 0 where id = $1`);
  expect(registry.find('truck_7')?.admitted).toBe(false);
  await planOf(`update device set status = 1, deleted_at = now() where id = $1`);
  expect(registry.find('truck_7')).toBeUndefined();
  expect(registry.bySlot(plain?.slot ?? 0)).toMatchObject({ id: plain?.id, admitted: false });
});

test('at any moment at most one vehicle carries it, up to the moment in which the next one does', async () => {
  const [device] = await addDevices(product, [{ identifier: 'Moves', orgId }]);
  const [first = '', second = ''] = vehicles;
  const deviceId = device?.id ?? '';
  const [from, to] = ['2026-11-01T00:00:00.000Z', '2026-11-03T12:00:00.000Z'];
  const later = await bindDevice(product, { deviceId, vehicleId: second, from: to });
  const earlier = await bindDevice(product, { deviceId, vehicleId: first, from, to });
  const registry = createDeviceRegistry(product.product.db);
  await registry.refresh();
  const known = registry.find('moves');
  if (!known) throw new Error('not found');
  expect(known.bindings.map(({ id }) => id)).toEqual([earlier, later]);
  const at = (time: string, ms = 0) => bindingAt(known, Date.parse(time) + ms)?.vehicleId;
  expect([at(from, -1), at(from), at(to, -1), at(to), at('2030-01-01T00:00:00Z')]).toEqual([
    undefined,
    first,
    first,
    second,
    second,
  ]);
  await transact(product.product.db, everything, (db) =>
    db.query('update device_binding set to_at = $2 where id = $1', [later, '2026-11-05T00:00:00Z']),
  );
  await registry.look();
  expect(bindingAt(registry.find('moves') ?? known, Date.parse('2026-11-05T00:00:00Z'))).toBeUndefined();
});

test('a period has the ceiling of its vehicle, also when the vehicle gets another category', async () => {
  const [device] = await addDevices(product, [{ identifier: 'Slow', orgId }]);
  const [vehicleId = ''] = vehicles;
  const becomes = (code: string) =>
    transact(product.product.db, everything, (db) =>
      db.query('update vehicle set category_id = (select id from vehicle_category where code = $2) where id = $1', [
        vehicleId,
        code,
      ]),
    );
  await becomes('THREE_WHEELER_GOODS');
  await bindDevice(product, { deviceId: device?.id ?? '', vehicleId, from: '2026-11-10T00:00:00Z' });
  const registry = createDeviceRegistry(product.product.db);
  await registry.refresh();
  const ceiling = () => registry.find('slow')?.bindings.map(({ ceilingKmh }) => ceilingKmh);
  expect(ceiling()).toEqual([100]);
  await becomes('BUS');
  await registry.look();
  expect(ceiling()).toEqual([160]);
});
