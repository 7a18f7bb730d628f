import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessMail } from '#areas/identity/mail-port.ts';
import { addAccount } from '#areas/identity/accounts/setup.routes.ts';
import { createProduct, type Product, type ProductOptions } from '#apps/server/product.ts';
import { cloneSeeded } from '#apps/server/testing/seeded.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import type { Clock } from '#kit/server/clock.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { testDatabase } from '#kit/server/testing/database.ts';

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
export async function startOwnProduct(options: Pick<ProductOptions, 'maps'> = {}): Promise<OwnProduct> {
  const root = join(import.meta.dirname, '../..');
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-own-'));
  const database = await cloneSeeded({ at: testDatabase().startedAt }, dataDir);
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
    database: database.app,
    dataDir,
    clock,
    alone: true,
    demo: true,
    secure: false,
    log: false,
    ...options,
    webDirectory: join(root, 'dist/web'),
    publicBase: () => url,
    sendMail: async (_, mail) => void mails.push(mail),
  });
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
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
