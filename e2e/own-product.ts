import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessMail } from '#areas/access/mail-port.ts';
import { addAccount } from '#areas/access/setup.ts';
import { createProduct, type Product } from '#apps/server/product.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { loadDemo, loadReference } from '#db/seed/run.ts';
import type { Clock } from '#kit/server/clock.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';

export interface OwnProduct {
  url: string;
  product: Product;
  /** The server's clock: it goes with the browser's, and can be moved ahead of it. */
  clock: Clock & { move(milliseconds: number): void };
  /** What was mailed about ways in, oldest first. */
  mails: AccessMail[];
  addStaff(email: string, name: string, role: string): Promise<string>;
  sql(text: string, params?: string[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** The product inside the test's own process: for journeys that move its clock or read what it mails. */
export async function startOwnProduct(): Promise<OwnProduct> {
  const root = join(import.meta.dirname, '..');
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-own-'));
  const postgres = await startPostgres({ dataDir, durable: false, log: () => undefined });
  const directory = join(root, 'db/migrations');
  await migrate(postgres.owner, { directory, appRole: postgres.app.user, log: () => undefined });
  let ahead = 0;
  const clock = {
    now: () => new Date(Date.now() + ahead),
    move(milliseconds: number) {
      ahead += milliseconds;
    },
  };
  const mails: AccessMail[] = [];
  let url = '';
  const product = await createProduct({
    database: postgres.app,
    dataDir,
    clock,
    alone: true,
    demo: true,
    secure: false,
    log: false,
    webDirectory: join(root, 'dist/web'),
    publicBase: () => url,
    sendMail: async (_, mail) => void mails.push(mail),
  });
  await loadReference(product.db, clock.now());
  await loadDemo(product.db, product.passwords, clock.now());
  url = (await product.app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
  return {
    url,
    product,
    clock,
    mails,
    addStaff: (email, name, role) =>
      transact(product.db, everything, async (db) =>
        addAccount(db, { name, email, role }, await product.passwords.hash(demoPassword), clock.now()),
      ),
    sql: (text, params = []) => transact(product.db, everything, (db) => db.query(text, params)),
    async stop() {
      await product.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
