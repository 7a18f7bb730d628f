import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { passesLuhn } from '#areas/devices/registry/check-digits.rules.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { demoTrackers, loadDemoDevices } from './demo-devices.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
}, 120_000);
afterAll(() => product?.close());

const rowsOf = <T>(text: string) => transact(product.product.db, everything, (db) => db.query<T>(text));

test('most vehicles of the demo carry a device, some devices lie in stock, one is faulty and one retired', async () => {
  const states = await rowsOf<{ state: string; count: number }>(
    'select state, count(*)::int as count from device group by state',
  );
  const of = (state: string) => states.find((one) => one.state === state)?.count ?? 0;
  expect([of('IN_STOCK'), of('FAULTY'), of('RETIRED'), of('OFFLINE'), of('LONG_OFFLINE')]).toEqual([4, 1, 1, 1, 1]);
  const [carried] = await rowsOf<{ share: number }>(
    `select (count(distinct d.vehicle_id)::numeric / (select count(*) from vehicle)) as share from device d`,
  );
  expect(carried?.share).toBeGreaterThan(0.7);
  expect(carried?.share).toBeLessThan(0.9);
  const wrong = await rowsOf(
    `select 1 from device d join vehicle v on v.id = d.vehicle_id
     where d.org_id <> v.org_id or v.status = 0 or v.situation in ('SOLD', 'RETIRED')
     union all select 1 from device_binding b join vehicle_owner o on o.vehicle_id = b.vehicle_id and o.org_id <> b.org_id
       where tstzrange(o.from_at, o.to_at) && tstzrange(b.from_at, b.to_at)`,
  );
  expect(wrong).toEqual([]);
  expect(await loadDemoDevices(product.product.kit)).toBe(false);
});

test('what moves in the demo is listed by its protocol, under names that the product takes', async () => {
  const of = async (protocol: string) =>
    (await demoTrackers(product.product.db))
      .filter((one) => one.protocol === protocol)
      .map(({ identifier }) => identifier);
  const [gt06, teltonika, osmand] = [await of('gt06'), await of('teltonika'), await of('osmand')];
  expect(gt06.length).toBeGreaterThan(35);
  expect(teltonika.length).toBeGreaterThan(5);
  expect(osmand).toEqual(['kulkarni-phone', 'lakshmi-phone']);
  for (const identifier of [...gt06, ...teltonika]) {
    expect(identifier).toMatch(/^\d{15}$/);
    expect(passesLuhn(identifier), identifier).toBe(true);
  }
  const cards = await rowsOf<{ iccid: string; number: string }>(
    'select iccid, sim_number as number from device where iccid is not null',
  );
  for (const { iccid, number } of cards) {
    expect([iccid, passesLuhn(iccid)]).toEqual([expect.stringMatching(/^89\d{17}$/), true]);
    expect(number).toMatch(/^7000004\d{3}$/);
  }
  // Whoever is taken out or given up moves no more.
  const token = await product.login('admin@roadkeeper.test');
  const [first] = (await product.call('GET', `/device?q=${gt06[0]}`, { token })).json.data as { id: string }[];
  await product.call('POST', `/device/vehicle-end/${first?.id}`, { token, body: {} });
  expect(await of('gt06')).toEqual(gt06.slice(1));
});
