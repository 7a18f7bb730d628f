import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProduct, type Product } from '#apps/server/product.ts';
import { loadDemo, loadReference } from '#db/seed/run.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import { buildWeb } from '#tools/build-web.ts';

const root = join(import.meta.dirname, '..');

/** A product in the process of the test itself, which can look into its database and move its clock. */
export interface OwnProduct {
  url: string;
  product: Product;
  /** The server's clock goes on from this much later. */
  moveClock(milliseconds: number): void;
  stop(): Promise<void>;
}

export async function startOwnProduct(): Promise<OwnProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-own-'));
  const log = () => undefined;
  const webDirectory = await buildWeb(root, log);
  const postgres = await startPostgres({ dataDir, log });
  await migrate(postgres.owner, {
    directory: join(root, 'db/migrations'),
    appRole: postgres.app.user as string,
    log,
  });
  let later = 0;
  const clock = { now: () => new Date(Date.now() + later) };
  const product = await createProduct({
    database: postgres.app,
    dataDir,
    clock,
    alone: true,
    demo: true,
    secure: false,
    log: false,
    webDirectory,
  });
  await loadReference(product.db, clock.now());
  await loadDemo(product.db, product.passwords, clock.now());
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const address = product.app.server.address();
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    product,
    moveClock(milliseconds) {
      later += milliseconds;
    },
    async stop() {
      product.app.server.closeAllConnections();
      await product.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
