import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addCarriers } from '#areas/gateway/testing/many-devices.ts';
import { loadReference } from '#db/seed/run.ts';
import { openDatabase } from '#kit/server/db/database.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import { childrenOf, signal } from '#kit/server/postgres/processes.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { addFences, countInside } from './fault-fences.ts';
import { productProcess } from './product-process.ts';
import { startTrackers } from './remembering-trackers.ts';

export type Rig = Awaited<ReturnType<typeof startRig>>;

/** The product in a process of its own, a durable PostgreSQL of its own, and trackers that remember what was acknowledged to them. */
export async function startRig({ devices, seed }: { devices: number; seed: number }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'roadkeeper-test-faults-'));
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  const database = postgres.app;
  await migrate(postgres.owner, {
    directory: join(import.meta.dirname, '../../../db/migrations'),
    app: database,
  });
  const db = openDatabase(database, { log: () => undefined });
  await loadReference(db, new Date());
  await db.close();
  const identifiers = await addCarriers(postgres.owner, devices);
  const query = <Row>(text: string, params: readonly unknown[] = []): Promise<Row[]> =>
    withClient(
      { ...postgres.superuser, database: database.database },
      async (client) => (await client.query(text, [...params])).rows as Row[],
    );
  const [owner] = await query<{ id: string }>('select distinct org_id as id from vehicle');
  await addFences(query, owner?.id ?? '');

  const product = productProcess({ database, dataDir });
  await product.start();

  const { acknowledged, fleet, random, finishReports } = startTrackers({ identifiers, ports: product.ports(), seed });

  const until = async (what: string, holds: () => boolean | Promise<boolean>, withinMs = 30_000) => {
    for (const end = performance.now() + withinMs; !(await holds()); await wait(20))
      if (performance.now() > end)
        throw new Error(`Not within ${withinMs / 1000} s: ${what}. ${JSON.stringify(fleet.score)}`);
  };
  const allOf = () => {
    const pid = postgres.pid();
    return pid === undefined ? [] : [pid, ...childrenOf(pid)];
  };

  return {
    acknowledged,
    fleet,
    random,
    until,
    query,
    ports: product.ports,
    startProduct: product.start,
    /** As kill -9 does; ends when every connection is gone, so that nothing more is acknowledged. */
    async killProduct() {
      if (await product.kill()) await until('trackers notice', () => fleet.score.connected === 0);
    },
    async killPostgres() {
      const pid = postgres.pid();
      if (pid === undefined) throw new Error('There is no database to kill');
      process.kill(pid, 'SIGKILL');
      await until('another database', () => ![undefined, pid].includes(postgres.pid()));
      await until('it answers', () =>
        query('select 1').then(
          () => true,
          () => false,
        ),
      );
    },
    freezePostgres() {
      const pid = postgres.pid();
      if (pid === undefined) throw new Error('There is no database to freeze');
      // First what makes connections: one that is made meanwhile would go on.
      signal(pid, 'SIGSTOP');
      for (const child of childrenOf(pid)) signal(child, 'SIGSTOP');
    },
    thawPostgres: () => allOf().forEach((pid) => signal(pid, 'SIGCONT')),
    settle: () => product.ask('settle'),
    /** No further reports; ends when all that were taken are acknowledged. */
    async drain() {
      finishReports();
      await until('everything is acknowledged', () => fleet.owed === 0, 60_000);
    },
    /** How many of these are not stored exactly once. */
    async missing(some: readonly { identifier: string; time: number }[]): Promise<number> {
      const [row] = await query<{ missing: number }>(
        `select count(*)::int as missing from unnest($1::text[], $2::bigint[]) as a (identifier, ms)
         where (select count(*) from device d join position p on p.device = d.slot and p.fix_at = to_timestamp(a.ms / 1000.0)
           where d.identifier = a.identifier) <> 1`,
        [some.map(({ identifier }) => identifier), some.map(({ time }) => time)],
      );
      return row?.missing ?? Number.NaN;
    },
    /** How many vehicles are on a visit to a geofence, by what is stored. */
    inside: async () =>
      countInside(
        await query<{ lat: number; lon: number }>(
          `select l.lat, l.lon from device d cross join lateral (select lat_e7 / 1e7 as lat, lon_e7 / 1e7 as lon from position p
             where p.device = d.slot order by p.fix_at desc limit 1) l`,
        ),
      ),
    async close() {
      await fleet.finish(0);
      for (const pid of allOf()) signal(pid, 'SIGCONT');
      await product.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
