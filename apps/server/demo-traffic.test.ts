import { afterAll, beforeAll, expect, test } from 'vitest';
import { everything, transact } from '#kit/server/db/database.ts';
import { startDemoTraffic } from './demo-traffic.ts';
import { startTestProduct, type TestProduct } from './testing.ts';

let product: TestProduct;
/** Two hours before it begins, India's day ends. */
const midnight = '2026-11-19T18:30:00Z';
beforeAll(async () => {
  product = await startTestProduct({ fleet: true, tracking: { ingest: { maxWaitMs: 5 } }, at: '2026-11-19T20:30:00Z' });
}, 120_000);
afterAll(() => product?.close());

const tracking = () => {
  const { tracking } = product.product;
  if (!tracking) throw new Error('The product does not listen to devices');
  return tracking;
};
const startTraffic = () =>
  startDemoTraffic(product.product.db, {
    host: '127.0.0.1',
    ports: tracking().ports,
    start: Date.parse('2026-11-19T13:30:00Z'),
    now: () => product.clock.now().getTime(),
  });

async function untilReported({ fleet }: Awaited<ReturnType<typeof startTraffic>>): Promise<void> {
  for (let last = -1; fleet.score.taken > last || fleet.owed > 0; ) {
    last = fleet.score.taken;
    fleet.tick();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await tracking().catchUp();
}

test('from the beginning there are trips, and every vehicle is somewhere', {
  timeout: 120_000,
}, async () => {
  const traffic = await startTraffic();
  await untilReported(traffic);
  expect(traffic.fleet.score).toMatchObject({ lost: 0, refused: 0, resent: 0 });
  const token = await product.login('admin@roadkeeper.test');
  const trips = (await product.call('GET', '/vehicle-trips?take=100', { token })).json.data;
  expect(trips.count).toBeGreaterThan(40);
  const patches = (await product.call('GET', '/current-patch?take=100', { token })).json;
  expect(patches.count).toBeGreaterThan(40);
  await traffic.stop();
  // Each near its owner: in the country around Pune, in Nashik, Hyderabad and Chennai.
  const places = await transact(product.product.db, everything, (db) =>
    db.query<{ city: string; lat: number; lon: number }>(
      `select distinct o.city, p.lat_e7 / 1e7 as lat, p.lon_e7 / 1e7 as lon
       from position p join device d on d.slot = p.device join organisation o on o.id = d.org_id`,
    ),
  );
  const homes: Record<string, readonly [lat: number, lon: number, degrees: number]> = {
    Pune: [18.8, 73.5, 0.8],
    Nashik: [19.97, 73.78, 0.2],
    Hyderabad: [17.4, 78.38, 0.3],
    Chennai: [13, 80.2, 0.2],
  };
  expect(new Set(places.map(({ city }) => city))).toEqual(new Set(Object.keys(homes)));
  for (const { city, lat, lon } of places) {
    const [homeLat, homeLon, degrees] = homes[city] ?? [0, 0, 0];
    expect(Math.max(Math.abs(lat - homeLat), Math.abs(lon - homeLon)), `${city} ${lat} ${lon}`).toBeLessThan(degrees);
  }
});

test('the geofences of the demo have events of the day before, and its groups have vehicles', async () => {
  const sql = <Row>(text: string, params: readonly string[] = []) =>
    transact(product.product.db, everything, (db) => db.query<Row>(text, params));
  const org = `(select id from organisation where name = 'Sahyadri Logistics')`;
  const fences = await sql<{ id: string }>(`select id from geofence where org_id = ${org} and deleted_at is null`);
  expect(fences).toHaveLength(4);
  const events = await sql<{ kind: string }>(
    `select distinct kind from geofence_event where org_id = ${org} and raised and at < $1`,
    [midnight],
  );
  expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['ENTER', 'EXIT']));
  const groups = await sql<{ members: number }>(
    `select count(m.vehicle_id)::int as members from vehicle_group g left join vehicle_group_member m on m.group_id = g.id
     where g.org_id = ${org} and g.deleted_at is null group by g.id`,
  );
  expect(groups.length).toBeGreaterThan(1);
  expect(Math.min(...groups.map(({ members }) => members))).toBeGreaterThan(0);
});

test('after a stop devices go on where they were, and tell nothing twice', { timeout: 120_000 }, async () => {
  const { stored, repeated } = tracking().ingest?.figures ?? { stored: 0, repeated: 0 };
  expect(stored).toBeGreaterThan(10_000);
  product.clock.move(20 * 60_000);
  const traffic = await startTraffic();
  await untilReported(traffic);
  await traffic.stop();
  const after = tracking().ingest?.figures;
  expect(after?.stored).toBeGreaterThan(stored);
  expect(after?.repeated).toBe(repeated);
  // Nobody was put elsewhere.
  const jumps = await product.product.db.query<{ jumps: number }>(
    'select coalesce(sum(jump_legs), 0)::int as jumps from trip',
  );
  expect(jumps).toEqual([{ jumps: 0 }]);
});
