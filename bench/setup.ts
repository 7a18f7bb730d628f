import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMissingModules, shippedModules } from '#areas/rights/modules/modules.ts';
import { catalogues, pages } from '#areas/areas.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { loadReference } from '#db/seed/run.ts';
import { everything, openDatabase, transact } from '#kit/server/db/database.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import type { MeasuredServer } from './child.ts';
import { loadVehicles } from './vehicles.ts';

/** A PostgreSQL of the bench's own with the reference data and, unless told otherwise, the 200,000 vehicles; `close` stops it and what was started on it. */
export async function startBench({ catalogue = true } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'roadkeeper-bench-'));
  const started: MeasuredServer[] = [];
  // Durable as in production: commits wait for the disk.
  const postgres = await startPostgres({ dataDir, log: (line) => console.error(`postgres: ${line}`) });
  const close = async () => {
    for (const server of started) await server.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const directory = join(import.meta.dirname, '../db/migrations');
    await migrate(postgres.owner, { directory, app: postgres.app });
    const db = openDatabase(postgres.app, { log: console.error });
    // Roles are given what they may do with modules that are there.
    await transact(db, everything, (db) => addMissingModules(db, shippedModules(catalogues, pages)));
    await loadReference(db, new Date());
    await db.close();
    if (catalogue) await loadVehicles(postgres.owner, postgres.app.user);
  } catch (error) {
    await close();
    throw error;
  }
  /** Rows of a statement that gives at least one. */
  const query = async <Row>(sql: string): Promise<[Row, ...Row[]]> => {
    const db = openDatabase(postgres.app, { log: console.error });
    try {
      return (await db.query(sql)) as [Row, ...Row[]];
    } finally {
      await db.close();
    }
  };
  return { dataDir, postgres, started, query, close };
}

/** Signs the demo administrator in, or somebody else; gives the headers of their calls. */
export async function signIn(
  product: MeasuredServer,
  email = 'admin@roadkeeper.test',
): Promise<Record<string, string>> {
  const answer = await fetch(`${product.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { authorization: `Bearer ${accessToken}` };
}
