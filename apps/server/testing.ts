import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { AccessMail } from '#areas/identity/mail-port.ts';
import { addAccount } from '#areas/identity/accounts/setup.routes.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { manualClock } from '#kit/server/clock.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { patiently } from '#kit/server/db/patiently.ts';
import type { LiveLimits } from '#kit/server/live/limits.ts';
import { usualPorts } from '#areas/gateway/gateway.server.ts';
import type { ClonedDatabase } from '#kit/server/testing/database.ts';
import type { AccessOptions } from './options.ts';
import { createProduct, type Product, type ProductOptions } from './product.ts';
import { cloneSeeded } from './testing/seeded.ts';

export interface TestProduct {
  /** The one that runs now: `restart` puts another in its place. */
  readonly product: Product;
  /** What was mailed about ways in, oldest first. */
  mails: AccessMail[];
  clock: ReturnType<typeof manualClock>;
  dataDir: string;
  database: ClonedDatabase;
  /** Signs in through POST /login and gives the access token. Demo accounts by email. */
  login(email: string, password?: string): Promise<string>;
  /** A call through the door, without a socket. `body` objects travel as JSON. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD', path: string, options?: CallOptions): Promise<CallAnswer>;
  /** An account of a role, made beside the API; password as for the demo accounts. Of a client's role, in an organisation. */
  addStaff(email: string, role: string, organisationId?: string): Promise<string>;
  /** Ends the product and starts another over the same database and data folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
}
export interface CallOptions {
  token?: string;
  body?: unknown;
  /** Raw payload with its content type, for multipart and hostile bodies. */
  payload?: string | Buffer;
  headers?: Record<string, string>;
  /** Address the call comes from. */
  from?: string;
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
  areas?: ProductOptions['areas'];
  webDirectory?: string;
  catalogues?: readonly AnyCatalogue[];
  /** SQL run by the owner before the product starts: tables of throw-away catalogues. */
  sql?: string;
  at?: string;
  /** See ProductOptions. */
  exportStepRows?: number;
  mail?: ProductOptions['mail'];
  live?: Partial<LiveLimits>;
  natsUrl?: string;
  clients?: ProductOptions['clients'];
  caches?: ProductOptions['caches'];
  /** Where people reach it, see ProductOptions. */
  site?: Partial<
    Pick<
      ProductOptions,
      'origin' | 'hosts' | 'secure' | 'trustedProxies' | 'metricsToken' | 'apiOrigins' | 'log' | 'tracing'
    >
  >;
  /** With the vehicles, drivers and papers of the demo. */
  fleet?: boolean;
  access?: AccessOptions;
  /** Mails about ways in go into the outbox, as in production, and not into `mails`. */
  outbox?: true;
  maps?: ProductOptions['maps'];
  payments?: ProductOptions['payments'];
  webhooks?: ProductOptions['webhooks'];
  push?: ProductOptions['push'];
  /** Listens to devices at free ports of this machine; other bounds than usual may be given. */
  tracking?: boolean | Pick<NonNullable<ProductOptions['tracking']>, 'limits' | 'ingest' | 'trustedProxies'>;
}

/** Listens to devices at free ports of this machine. */
export const devicesAnywhere: NonNullable<ProductOptions['tracking']> = {
  ports: Object.fromEntries(Object.keys(usualPorts).map((name) => [name, 'auto'])),
  host: '127.0.0.1',
  busyPort: 'fail',
  kept: { positions: 90, frames: 30 },
};

/** The whole product over a fresh database with reference data and the demo's accounts, its clock standing at 2026-11-21T06:00Z unless told otherwise. */
export async function startTestProduct(options: TestOptions = {}): Promise<TestProduct> {
  const at = options.at ?? '2026-11-21T06:00:00Z';
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-test-'));
  const database = await cloneSeeded({ at, ...(options.fleet ? { fleet: true } : {}) }, dataDir);
  const clock = manualClock(at);
  if (options.sql) await runAsOwner(database.owner, options.sql.replaceAll(':app', `"${database.app.user}"`));
  const mails: AccessMail[] = [];
  const start = () =>
    createProduct({
      database: database.app,
      dataDir,
      clock,
      alone: true,
      demo: true,
      secure: false,
      log: process.env['LOG_LEVEL'] ? pino({ level: process.env['LOG_LEVEL'] }) : false,
      ...(options.outbox ? {} : { sendMail: async (_: unknown, mail: AccessMail) => void mails.push(mail) }),
      ...options.access,
      ...options.site,
      ...(options.mail ? { mail: options.mail } : {}),
      ...(options.maps ? { maps: options.maps } : {}),
      ...(options.payments ? { payments: options.payments } : {}),
      ...(options.webhooks ? { webhooks: options.webhooks } : {}),
      ...(options.push ? { push: options.push } : {}),
      ...(options.live ? { live: options.live } : {}),
      ...(options.natsUrl ? { natsUrl: options.natsUrl } : {}),
      ...(options.caches ? { caches: options.caches } : {}),
      ...(options.clients ? { clients: options.clients } : {}),
      ...(options.areas ? { areas: options.areas } : {}),
      ...(options.webDirectory ? { webDirectory: options.webDirectory } : {}),
      ...(options.exportStepRows ? { exportStepRows: options.exportStepRows } : {}),
      ...(options.tracking
        ? { tracking: { ...devicesAnywhere, ...(options.tracking === true ? {} : options.tracking) } }
        : {}),
      ...(options.catalogues ? { catalogues: options.catalogues } : {}),
    });
  // Other files run beside this one, and may keep the database busy.
  let product = await patiently(start);
  await product.app.ready();
  await product.tracking?.start();
  // What a start leaves to be done is done: tests count their own jobs.
  await patiently(() => product.jobs.runDue());

  const call: TestProduct['call'] = async (method, path, { token, body, payload, headers, from } = {}) => {
    const answer = await product.app.inject({
      method,
      ...(from ? { remoteAddress: from } : {}),
      url: path.startsWith('/api/') || path.startsWith('//') ? path : `/api/v1${path}`,
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
    get product() {
      return product;
    },
    mails,
    clock,
    dataDir,
    database,
    call,
    async login(email, password = demoPassword) {
      const answer = await call('POST', '/login', { body: { email, password } });
      if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.text}`);
      return answer.json.accessToken as string;
    },
    addStaff: (email, role, organisationId) =>
      transact(product.db, everything, async (db) =>
        addAccount(
          db,
          { name: email, email, role, ...(organisationId ? { organisationId } : {}) },
          await product.passwords.hash(demoPassword),
          clock.now(),
        ),
      ),
    async restart() {
      await product.close();
      product = await start();
      await product.app.ready();
      await product.tracking?.start();
    },
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
