import { hash } from 'node:crypto';
import { availableParallelism, getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookiesOf } from '#areas/identity/testing/people.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { asCaller, searchShares } from '#kit/server/turns/rooms.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

let product: TestProduct;
let client: string;
let other: string;
beforeAll(async () => {
  product = await startTestProduct();
  client = await product.login('client@roadkeeper.test');
  other = await product.login('viewer@roadkeeper.test');
});
afterAll(() => product.close());

/** Holds a lock as long as `work` takes: whatever needs it waits, with its connection. */
async function withHeld(lock: string, work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> {
  const holder = new pg.Client(product.database.owner);
  await holder.connect();
  try {
    await holder.query(`begin; ${lock}`);
    await work(async () => {
      const { rows } = await holder.query(
        'select count(*)::integer as n from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
      );
      return rows[0].n as number;
    });
    await holder.query('rollback');
  } finally {
    await holder.end();
  }
}
const driversHeld = 'lock table driver in access exclusive mode';

/**
 * The most that waited for a lock at a time until `work` was done. What is given up is still on its way out of the database for a moment, and
 * the next one begins before the answer is there: the last moments are left out.
 */
async function mostWaiting(waiting: () => Promise<number>, work: Promise<unknown>): Promise<number> {
  const lastMs = 500;
  const seen: { at: number; count: number }[] = [];
  const watch = { isOver: false };
  void work.finally(() => (watch.isOver = true));
  while (!watch.isOver) seen.push({ count: await waiting(), at: performance.now() });
  const until = performance.now() - lastMs;
  return Math.max(0, ...seen.flatMap(({ at, count }) => (at <= until ? [count] : [])));
}

test('whoever checks many imports at once keeps nobody from being answered', async () => {
  await withHeld(driversHeld, async (waiting) => {
    let ended = 0;
    const checks = Array.from({ length: 16 }, (_, at) =>
      product
        .call('POST', '/drivers/import/check', {
          token: client,
          body: {
            mode: 'create',
            key: ['mobile'],
            rows: [
              {
                line: 2,
                cells: { name: 'Ravi Kumar', mobile: `98220100${10 + at}`, dlNo: `MH14 201100123${10 + at}` },
              },
            ],
          },
        })
        .then((answer) => {
          ended += 1;
          return answer.status;
        }),
    );
    await expect.poll(waiting).toBe(1);
    const answers = [
      await product.product.app.inject('/readyz'),
      await product.product.app.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload: { email: 'kyc@roadkeeper.test', password: 'Demo-Roadkeeper-2026' },
      }),
      await product.product.app.inject({
        url: '/api/v1/rto?q=nothing',
        headers: { authorization: `Bearer ${other}` },
      }),
    ];
    expect(answers.map((one) => one.statusCode)).toEqual([200, 200, 200]);
    expect(ended, 'all of it while the checks wait').toBe(0);
    expect(await waiting(), 'one of them at a time is worked on').toBe(1);
    void Promise.all(checks);
    await Promise.race(checks);
  });
});

test('whoever searches much keeps neither others nor the rest of their own work from being answered', async () => {
  const { perTenant, amongOthers } = searchShares(availableParallelism());
  // Connections that are made on the way are not what is looked at.
  for (const path of ['/vehicle-model?take=2', '/history?take=2']) await product.call('GET', path, { token: client });
  await withHeld(driversHeld, async (waiting) => {
    const searches = Array.from({ length: 6 }, (_, at) =>
      product.call('GET', `/search?q=ravi${at}`, { token: client }),
    );
    void Promise.all(searches);
    const most = mostWaiting(waiting, Promise.race(searches));
    // How many at a time goes by whether others were at work in the last two seconds.
    await expect.poll(waiting).toBeGreaterThanOrEqual(amongOthers);
    const answers = await Promise.all([
      product.call('GET', '/vehicle-model?take=3', { token: client }),
      product.call('GET', '/history?take=3', { token: client }),
      product.call('GET', '/organisation?take=3', { token: other }),
    ]);
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200]);
    expect(await most).toBeLessThanOrEqual(perTenant);
  });
});

test('strangers who guess from many addresses are one tenant, and whoever is known from a browser signs in', async () => {
  const email = 'client@roadkeeper.test';
  const signIn = (password: string, from: string, headers: Record<string, string> = {}) =>
    product.call('POST', '/login', { body: { email, password }, from, headers });
  const cookie = cookiesOf((await signIn(demoPassword, '198.51.100.7')).headers);
  const key = hash('sha256', email, 'base64url');
  // Nobody else was at work in the last two seconds: strangers get as many turns as one tenant may have.
  await pause(2_100);
  await withHeld(`select pg_advisory_xact_lock(hashtextextended('${key}', 0))`, async (waiting) => {
    const guesses = Promise.all(Array.from({ length: 24 }, (_, at) => signIn('a guess', `203.0.${at}.9`)));
    const most = mostWaiting(waiting, guesses);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(6);
    const known = await signIn(demoPassword, '198.51.100.8', { cookie });
    expect(known.status).toBe(200);
    expect(await most).toBe(6);
  });
});

test('long work stands behind the rest where processors are wanted', async ({ skip }) => {
  const { db } = product.product;
  const backend = async () => {
    const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
    return row?.pid ?? 0;
  };
  const caller = { tenant: 'one', account: 'one' };
  const [quick, long] = [await asCaller(caller, 'brief', backend), await asCaller(caller, 'long', backend)];
  if (process.platform !== 'linux') return skip('where PostgreSQL runs is known on Linux only');
  expect([getPriority(quick), getPriority(long)]).toEqual([getPriority(), getPriority() + 5]);
});
