import { getPriority } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asCaller } from '#kit/server/turns/rooms.ts';
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

/** Holds the table of drivers as long as `work` takes: whatever looks for one waits, with its connection. */
async function withLockedDrivers(work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> {
  const holder = new pg.Client(product.database.owner);
  await holder.connect();
  try {
    await holder.query('begin; lock table driver in access exclusive mode');
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

test('whoever checks many imports at once keeps nobody from being answered', async () => {
  await withLockedDrivers(async (waiting) => {
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

test('long work stands behind the rest where processors are wanted', async ({ skip }) => {
  const { db } = product.product;
  const backend = async () => {
    const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
    return row?.pid ?? 0;
  };
  const caller = { tenant: 'one', account: 'one' };
  const [quick, long] = [await asCaller(caller, false, backend), await asCaller(caller, true, backend)];
  if (process.platform !== 'linux') return skip('where PostgreSQL runs is known on Linux only');
  expect([getPriority(quick), getPriority(long)]).toEqual([getPriority(), getPriority() + 5]);
});
