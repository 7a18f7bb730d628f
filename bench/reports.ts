import { withClient } from '#kit/server/postgres/roles.ts';
import { startServer } from './child.ts';
import { median } from './http/report.ts';
import { signIn, startBench } from './setup.ts';
import { fillTrips } from './trip-rows.ts';

// Reports over a month of a large fleet, and how long closing a trip takes with its day added up. A trip begins every seven hours.
const [vehicles, days] = [Number(process.argv[2] ?? 5_000), 30];
const [asks, ofThem] = [9, 3];

const { dataDir, postgres, started, close } = await startBench({ catalogue: false });
try {
  const product = await startServer('product-server.ts', { database: postgres.app, dataDir });
  started.push(product);
  const people = {
    staff: await signIn(product),
    client: await signIn(product, 'client@roadkeeper.test'),
  };
  const began = performance.now();
  await withClient(postgres.owner, async (client) => {
    await fillTrips(client, vehicles, Math.round((vehicles * days * 24) / 7));
    await client.query(`insert into geofence_event (id, org_id, vehicle_id, geofence_id, geofence_name, kind, at, lat_e7, lon_e7, visit_at, raised, created_at)
      select gen_random_uuid(), t.org_id, t.vehicle_id, md5('fence')::uuid, 'Depot', k.kind, t.start_at + k.after, 230000000, 725000000, t.start_at, true, now()
      from trip t, (values ('ENTER', interval '0'), ('EXIT', interval '10 min')) k (kind, after) where extract(day from t.start_at)::int % 2 = 0`);
    await client.query('vacuum analyze trip_day, geofence_event');
  });
  console.log(`filled in ${Math.round((performance.now() - began) / 1_000)} s`);
  const day = (back: number) => new Date(Date.now() + 5.5 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10);
  const [month, yesterday] = [`from=${day(days)}&to=${day(1)}`, `from=${day(1)}&to=${day(1)}`];
  const questions = {
    'daily summary, yesterday': `daily-summary?${yesterday}`,
    'daily summary, a month': `daily-summary?${month}`,
    'daily summary, longest way first': `daily-summary?${month}&sort=-distanceM`,
    'trips, a month': `trips?${month}`,
    'stops, a month': `stops?${month}`,
    'idling, a month': `idling?${month}`,
    'geofence visits, a month': `geofence-visits?${month}`,
    'distance per vehicle, a month': `vehicle-distance?${month}`,
    'distance per driver, a month': `driver-distance?${month}`,
  };
  const lines: Record<string, string | number>[] = [];
  for (const [person, headers] of Object.entries(people))
    for (const [report, path] of Object.entries(questions)) {
      const taken: number[] = [];
      let [rows, tooLong] = [0, 0];
      for (let at = 0; at < asks; at += 1) {
        const asked = performance.now();
        const answer = await fetch(`${product.url}/api/v1/report/${path}&take=${50 + at}`, { headers });
        const text = await answer.text();
        if (answer.status === 503) tooLong += 1;
        else if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
        else rows = (JSON.parse(text) as { data: { count: number } }).data.count;
        if (at >= ofThem) taken.push(performance.now() - asked);
      }
      lines.push({ person, report, rows, ms: Number(median(taken).toFixed(1)), tooLong });
    }
  console.table(lines);
  await withClient(postgres.owner, async (client) => {
    await client.query(`select set_config('app.scope', 'staff', false)`);
    const closed: Record<string, string | number>[] = [];
    for (const trips of [1, 100, 500])
      for (const added of ['with days', 'without'] as const) {
        await client.query(`alter table trip ${added === 'without' ? 'disable' : 'enable'} trigger trip_days_changed`);
        const taken: number[] = [];
        for (let at = 0; at < asks; at += 1) {
          const asked = performance.now();
          await client.query(
            `update trip set points = points + 1 where id in (select id from trip where state <> 'LIVE' order by start_at desc, id limit ${trips})`,
          );
          if (at >= ofThem) taken.push(performance.now() - asked);
        }
        closed.push({ trips, added, ms: Number(median(taken).toFixed(1)) });
      }
    console.table(closed);
  });
} finally {
  await close();
}
