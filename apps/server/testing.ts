import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { addAccount } from '#areas/access/setup.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { loadDemo, loadReference } from '#db/seed/run.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { manualClock } from '#kit/server/clock.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { type ClonedDatabase, cloneDatabase } from '#kit/server/testing/database.ts';
import { createProduct, type Product } from './product.ts';

export interface TestProduct {
  product: Product;
  /** For a look behind the API as the owner of the tables. */
  database: ClonedDatabase;
  clock: ReturnType<typeof manualClock>;
  dataDir: string;
  /** Signs in through POST /login and gives the access token. Demo accounts by email. */
  login(email: string, password?: string): Promise<string>;
  /** A call through the door, without a socket. `body` objects travel as JSON. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD', path: string, options?: CallOptions): Promise<CallAnswer>;
  /** An account of a role, made beside the API; password as for the demo accounts. */
  addStaff(email: string, role: string): Promise<string>;
  close(): Promise<void>;
}
export interface CallOptions {
  token?: string;
  body?: unknown;
  /** Raw payload with its content type, for multipart and hostile bodies. */
  payload?: string | Buffer;
  headers?: Record<string, string>;
}
export interface CallAnswer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes
  json: any;
  raw: Buffer;
}

export interface TestOptions {
  catalogues?: readonly AnyCatalogue[];
  /** SQL run by the owner before the product starts: tables of throw-away catalogues. */
  sql?: string;
  at?: string;
  /** See ProductOptions. */
  exportStepRows?: number;
}

/** The whole product over a fresh database, its clock standing at 2026-11-21T06:00Z unless told otherwise. */
export async function startTestProduct(options: TestOptions = {}): Promise<TestProduct> {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-test-'));
  const clock = manualClock(options.at ?? '2026-11-21T06:00:00Z');
  if (options.sql) await runAsOwner(database.owner, options.sql.replaceAll(':app', `"${database.app.user}"`));
  const product = await createProduct({
    database: database.app,
    dataDir,
    clock,
    alone: true,
    demo: true,
    secure: false,
    log: process.env['LOG_LEVEL'] ? pino({ level: process.env['LOG_LEVEL'] }) : false,
    ...(options.exportStepRows ? { exportStepRows: options.exportStepRows } : {}),
    ...(options.catalogues ? { catalogues: options.catalogues } : {}),
  });
  await loadReference(product.db, clock.now());
  await loadDemo(product.db, product.passwords, clock.now());
  await product.app.ready();

  const call: TestProduct['call'] = async (method, path, { token, body, payload, headers } = {}) => {
    const answer = await product.app.inject({
      method,
      url: path.startsWith('/api') || path.startsWith('//') ? path : `/api/v1${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined ? { payload } : body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const isJson = (answer.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      raw: answer.rawPayload,
      json: isJson && answer.body ? JSON.parse(answer.body) : undefined,
    };
  };
  return {
    product,
    database,
    clock,
    dataDir,
    call,
    async login(email, password = demoPassword) {
      const answer = await call('POST', '/login', { body: { email, password } });
      if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.text}`);
      return answer.json.accessToken as string;
    },
    addStaff: (email, role) =>
      transact(product.db, everything, (db) =>
        addAccount(db, product.passwords, { name: email, email, role, password: demoPassword }, clock.now()),
      ),
    async close() {
      await product.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function runAsOwner(owner: Parameters<typeof createProduct>[0]['database'], sql: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
