import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessMail } from '#areas/identity/mail-port.ts';
import { addAccount } from '#areas/identity/accounts/setup.routes.ts';
import { createProduct, type Product, type ProductOptions } from '#apps/server/product.ts';
import { devicesAnywhere } from '#apps/server/testing.ts';
import { cloneSeeded } from '#apps/server/testing/seeded.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import type { Clock } from '#kit/server/clock.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { loopbackNames } from '#kit/server/http/site.ts';
import { testDatabase } from '#kit/server/testing/database.ts';

export interface OwnProduct {
  url: string;
  product: Product;
  /** The server's clock: it goes with the browser's, and can be moved ahead of it. */
  clock: Clock & { move(milliseconds: number): void };
  /** What was mailed about ways in, oldest first. */
  mails: AccessMail[];
  /** Somebody of the staff, or of an organisation. */
  addStaff(email: string, name: string, role: string, organisationId?: string): Promise<string>;
  sql(text: string, params?: string[]): Promise<Record<string, unknown>[]>;
  /** What only the owner of the tables may. */
  asOwner(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** The product inside the test's own process: for journeys that move its clock or read what it mails. */
export const startOwnProduct = (options: Pick<ProductOptions, 'maps' | 'mail' | 'push'> = {}): Promise<OwnProduct> =>
  start(options);

/**
 * The demo as people start it, with its vehicles and at work, but in the test's own process: it starts in a tenth of the time
 * there, and has answered others before. For journeys that give it no settings, and do not end it.
 */
export async function startDemo(): Promise<OwnProduct> {
  const own = await start({ fleet: true, tracking: devicesAnywhere, hosts: loopbackNames });
  const { product } = own;
  await product.planJobs();
  product.jobs.start();
  product.sealer.start(1_000);
  product.refused.start(1_000);
  await product.tracking?.start();
  return own;
}

interface Makings extends Pick<ProductOptions, 'tracking' | 'hosts' | 'maps' | 'mail' | 'push'> {
  fleet?: true;
}

async function start({ fleet, ...more }: Makings): Promise<OwnProduct> {
  const root = join(import.meta.dirname, '../..');
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-own-'));
  const database = await cloneSeeded({ at: testDatabase().startedAt, ...(fleet ? { fleet } : {}) }, dataDir);
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
    webDirectory: join(root, 'dist/web'),
    publicBase: () => url,
    ...(fleet ? {} : { sendMail: async (_: unknown, mail: AccessMail) => void mails.push(mail) }),
    ...more,
  });
  url = (await product.app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
  return {
    url,
    product,
    clock,
    mails,
    addStaff: (email, name, role, organisationId) =>
      transact(product.db, everything, async (db) =>
        addAccount(
          db,
          { name, email, role, ...(organisationId ? { organisationId } : {}) },
          await product.passwords.hash(demoPassword),
          clock.now(),
        ),
      ),
    sql: (text, params = []) => transact(product.db, everything, (db) => db.query(text, params)),
    asOwner: (text) => withClient(database.owner, async (client) => void (await client.query(text))),
    async stop() {
      await product.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
