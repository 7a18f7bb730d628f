import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';
import { addTrip } from '#areas/trips/testing/trips.ts';
import { demoAccounts } from '#db/seed/demo-accounts.ts';
import type { AreaChart } from '#kit/contract/charts/chart.ts';
import type { Charts } from '../dashboard-answers.contract.ts';

let product: TestProduct;
let fleet: Carriers;

/** Trips of two organisations over three weeks, each with a violation; one at half past midnight, which is another day in London. */
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  fleet = await carriersOf(product);
  const [ours, theirs] = [await fleet.carrier('Sahyadri Logistics'), await fleet.carrier('Deccan Cold Chain')];
  const now = product.clock.now().getTime();
  for (let days = 0; days < 21; days += 1) {
    const midnight = Date.parse('2026-11-20T19:00:00Z') - days * 86_400_000;
    for (const [at, one] of [ours, theirs].entries()) {
      const startAt = new Date(Math.min(now - 3_600_000, midnight + at * 3_600_000)).toISOString();
      const tripId = await addTrip(product, {
        bindingId: one.bindingId,
        startAt,
        orgId: one.orgId,
        distanceM: 1_000 + days * 10.5,
      });
      await addViolation(tripId, ['TO_REVIEW', 'CONFIRMED', 'DISMISSED'][days % 3] ?? '');
    }
  }
});
afterAll(() => product?.close());

async function addViolation(tripId: string, state: string): Promise<void> {
  await fleet.sql((db) =>
    db.query(
      `insert into violation (id, org_id, vehicle_id, device_id, trip_id, tier, severity, state, decided_at, reason_id, from_at, to_at, road_id,
         road_name, peak_lat_e7, peak_lon_e7, limit_kmh, limit_source, threshold_kmh, statutory_tolerance_pct, company_buffer_kmh, speed_class,
         peak_kmh, mean_kmh, length_m, confidence, fixes, segments, refused, track, hash, created_at, updated_at)
       select $1, t.org_id, t.vehicle_id, t.device_id, t.id, 'REVIEW', 'MAJOR', $3, case when $3 <> 'TO_REVIEW' then t.start_at end,
         case when $3 = 'DISMISSED' then (select p.id from helpdesk_purpose p where p.code = 'WRONG_ROAD') end, t.start_at,
         t.start_at + interval '1 minute', $1, 'Sample road', 230000000, 720000000, 60, 'ROAD_TYPE', 63, 5, 0, 'M1', 90, 88, 1500, 1, 12, '[]', '[]',
         '[]', repeat('0', 64), t.start_at, t.start_at from trip t where t.id = $2`,
      [uuidv7(), tripId, state],
    ),
  );
}

const chartsOf = async (token: string): Promise<AreaChart[]> =>
  ((await product.call('GET', '/dashboard/charts', { token })).json.data as Charts).charts;
const sumOf = ({ points }: AreaChart): number =>
  points.flatMap(({ values }) => values).reduce((sum, { value }) => sum + value, 0);

/** What the list that an address of the web app shows adds up to. */
async function listed(token: string, unit: AreaChart['unit'], to: string): Promise<number> {
  const path = {
    count: to.replace('/obligations', '/obligation'),
    metres: to.replace('/reports?report=daily-summary', '/report/daily-summary?take=1'),
    paise: to.replace('/wallet?', '/wallet-transaction?take=100&'),
  }[unit];
  const { status, json } = await product.call('GET', path, { token });
  expect(status, path).toBe(200);
  if (unit === 'metres') return json.data.totals.distanceM;
  if (unit === 'count') return json.count ?? json.data.count;
  expect(json.count, 'all of it is on one page').toBeLessThanOrEqual(100);
  const rows: { amountPaise: number; capturedPaise: number | null }[] = json.data;
  return rows.reduce((sum, row) => sum + (row.capturedPaise ?? row.amountPaise), 0);
}

async function expectEqual(token: string): Promise<AreaChart[]> {
  const charts = await chartsOf(token);
  for (const chart of charts)
    for (const point of chart.points) {
      expect(point.values.length, chart.key).toBe(chart.series.length);
      for (const { value, to } of point.values)
        expect(await listed(token, chart.unit, to), `${chart.key}: ${to}`).toBe(value);
    }
  return charts;
}

const accounts = demoAccounts.flatMap(({ email, role }) => (email ? [[role, email] as const] : []));
test.each(accounts)('%s (%s): every number of a chart is that of the list it opens', async (_, email) => {
  await expectEqual(await product.login(email));
});

test('staff who work for one organisation see its numbers alone', async () => {
  const all = await chartsOf(await product.login('admin@roadkeeper.test'));
  expect(all.map((chart) => [chart.key, sumOf(chart) > 0])).toEqual([
    ['distance-per-day', true],
    ['speeding-per-day', true],
    ['expiries-ahead', true],
    ['tickets-by-age', true],
    ['wallet-flow', true],
  ]);
  await fleet.sql(async (db) => {
    await db.query(`update role set row_scope = 'OWN_CLIENTS' where name = 'Road-safety officer'`);
    await db.query(
      `insert into user_client (user_id, org_id) select id, $1 from account where email = 'safety@roadkeeper.test'`,
      [fleet.orgNamed('Deccan Cold Chain')],
    );
  });
  const narrow = await expectEqual(await product.login('safety@roadkeeper.test'));
  const [distance] = narrow.filter(({ key }) => key === 'distance-per-day');
  expect(distance && sumOf(distance)).toBeGreaterThan(0);
  expect(distance && sumOf(distance)).toBeLessThan(sumOf(all[0] as AreaChart));
});

test('who may see no list has no chart', async () => {
  expect(await chartsOf(await product.login('clerk@roadkeeper.test'))).toEqual([]);
});
