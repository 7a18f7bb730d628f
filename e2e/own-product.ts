import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProduct, type Product } from '#apps/server/product.ts';
import { loadDemo, loadReference } from '#db/seed/run.ts';
import { manualClock } from '#kit/server/clock.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';

export interface OwnProduct {
  url: string;
  product: Product;
  /** The server's clock; it begins now and stands still until it is moved. */
  clock: ReturnType<typeof manualClock>;
  sql(text: string, params?: string[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** The product inside the test's own process: for journeys that move its clock. */
export async function startOwnProduct(): Promise<OwnProduct> {
  const root = join(import.meta.dirname, '..');
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-own-'));
  const postgres = await startPostgres({ dataDir, durable: false, log: () => undefined });
  const directory = join(root, 'db/migrations');
  await migrate(postgres.owner, { directory, appRole: postgres.app.user, log: () => undefined });
  const clock = manualClock(new Date().toISOString());
  const product = await createProduct({
    database: postgres.app,
    dataDir,
    clock,
    alone: true,
    demo: true,
    secure: false,
    log: false,
    webDirectory: join(root, 'dist/web'),
  });
  await loadReference(product.db, clock.now());
  await loadDemo(product.db, product.passwords, clock.now());
  const url = (await product.app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
  return {
    url,
    product,
    clock,
    sql: (text, params = []) => transact(product.db, everything, (db) => db.query(text, params)),
    async stop() {
      await product.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
