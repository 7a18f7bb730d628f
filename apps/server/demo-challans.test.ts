import { afterAll, beforeAll, expect, test } from 'vitest';
import { challanStatuses } from '#areas/challans/challan/challan.contract.ts';
import { prove } from '#areas/ledger/testing/books.ts';
import { startDemoTraffic } from './demo-traffic.ts';
import { startTestProduct, type TestProduct } from './testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { demoChallans, wrongChallan } from '#db/seed/challans/challans-demo.data.ts';

let product: TestProduct;
const rowsOf = <T>(text: string) => transact(product.product.db, everything, (db) => db.query<T>(text));

beforeAll(async () => {
  product = await startTestProduct({ fleet: true, tracking: { ingest: { maxWaitMs: 5 } }, at: '2026-11-27T06:00:00Z' });
}, 120_000);
afterAll(() => product?.close());

interface Row {
  source: string;
  challanStatus: string;
  overdue: boolean;
  turns: number;
  late: boolean;
}

test('there are challans in every state, of the company and of authorities, each where its clock has brought it', async () => {
  const rows = await rowsOf<Row>(
    `select source, challan_status as "challanStatus", overdue, turns_at <= '2026-11-27T06:00:00Z' as late,
       (select count(*)::int from challan_turn t where t.challan_id = c.id) as turns from challan c`,
  );
  expect(rows.length).toBe(demoChallans.length);
  expect(rows.filter(({ turns, late }) => turns === 0 || late === true)).toEqual([]);
  const of = (source: string) =>
    new Set(rows.filter((row) => row.source === source).map(({ challanStatus }) => challanStatus));
  // No rule that comes with the product asks for no money, so that none of them just closes.
  const all = challanStatuses.map(({ value }) => value).filter((value) => value !== 'CLOSED');
  expect(of('INTERNAL')).toEqual(new Set(all));
  const authorities = ['NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'COURT', 'PAID', 'CANCELLED'];
  expect(of('GOVERNMENT')).toEqual(new Set(authorities));
  expect(new Set(rows.filter(({ overdue }) => overdue).map(({ source }) => source)).size).toBe(2);
  const [counts] = await rowsOf<Record<string, number>>(
    `select (select count(*)::int from challan_contest where length(text) > 40) as contests, (select count(*)::int from challan_note) as notes,
       (select count(*)::int from mail where template like 'challan%') as mails,
       (select count(*)::int from challan where answered_at is not null) as answers`,
  );
  expect(counts).toEqual({ contests: 9, notes: 2, mails: 0, answers: 1 });
});

test('what was paid from wallets is in the books, which are whole', async () => {
  expect(await prove(product)).toMatchObject({ state: 'WHOLE', sumPaise: 0, faults: [] });
  const [money] = await rowsOf<{ paid: number; booked: number; refunded: number }>(
    `select sum(paid_paise) filter (where payment = 'WALLET')::int as paid, sum(refunded_paise)::int as refunded,
       (select sum(case when transaction_type = 2 then paise else -paise end)::int from wallet_transaction where about_module = 'challan') as booked
     from challan`,
  );
  expect(money?.paid).toBeGreaterThan(0);
  expect(money?.refunded).toBeGreaterThan(0);
  expect(money?.booked).toBe(money?.paid);
  // Clients read the same.
  const token = await product.login('client@roadkeeper.test');
  const { json } = await product.call('GET', '/challan?take=100', { token });
  const own = demoChallans.filter(({ organisation }) => organisation === 'Sahyadri Logistics').length;
  // One draft was not asked about yet.
  expect(json.count).toBe(own - 1);
});

test('the stored trace of the vehicle disproves the wrong challan', { timeout: 120_000 }, async () => {
  const { tracking } = product.product;
  if (!tracking) throw new Error('The product does not listen to devices');
  // Only its own device tells what it kept since the day before: as the demo does at its first start.
  await rowsOf(
    `update device set status = 0 where not exists (select from device_binding b join challan c on c.vehicle_id = b.vehicle_id
       where b.device_id = device.id and b.to_at is null and c.challan_no = '${wrongChallan}')`,
  );
  const traffic = await startDemoTraffic(product.product.db, {
    host: '127.0.0.1',
    ports: tracking.ports,
    now: () => product.clock.now().getTime(),
  });
  // Until all was sent and answered, and for a while nothing more comes: on a busy machine the first answers take their time.
  for (let last = 0, still = 0; still < 20; ) {
    traffic.fleet.tick();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const { taken } = traffic.fleet.score;
    still = taken > 0 && taken === last && traffic.fleet.owed === 0 ? still + 1 : 0;
    last = taken;
  }
  await tracking.catchUp();
  await traffic.stop();
  const token = await product.login('client@roadkeeper.test');
  const get = async (path: string) => (await product.call('GET', path, { token })).json;
  const [row] = (await get(`/challan?q=${encodeURIComponent(wrongChallan)}`)).data;
  expect(row).toMatchObject({ source: 'GOVERNMENT', challanStatus: 'NOTIFIED', offenceAt: '2026-11-26T06:00:00.000Z' });
  const { registrationNo: plate } = (await get(`/vehicle/${row.vehicleId}`)).data;
  const body = { plate, lat: row.lat, lon: row.lon, from: row.offenceAt, noticeNo: row.challanNo };
  const found = await product.call('POST', '/alibi', { token, body });
  expect(found.status, found.text).toBe(200);
  expect(found.json.data).toMatchObject({ conclusion: 'ELSEWHERE' });
  expect(found.json.data.distance.leastM).toBeGreaterThan(400_000);
});
