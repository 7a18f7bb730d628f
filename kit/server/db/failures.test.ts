import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { withClient } from '../postgres/roles.ts';
import { type Database, everything, openDatabase, transact } from './database.ts';

const askForLess =
  'This took the database too long. Ask for less: search for more letters, narrow the filter, or sort by another column';
const away = 'The database is not available at the moment. Try again shortly';
let product: TestProduct;
let admin: string;
/** Connections whose statements may take next to no time. */
let hasty: Database;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  hasty = openDatabase(product.database.app, { statementTimeoutMs: 100, log: () => undefined });
});
afterAll(async () => {
  await hasty?.close();
  await product?.close();
});

test('who asks for more than the database finds in time is told to ask for less, and not that it is away', async () => {
  const refused = { code: 'unavailable', message: askForLess };
  await expect(hasty.query('select pg_sleep(20)')).rejects.toMatchObject(refused);
  const asked = transact(hasty, everything, (db) => db.query('select pg_sleep(20)'));
  await expect(asked).rejects.toMatchObject(refused);

  const { app, owner } = product.database;
  await withClient(owner, (client) =>
    client.query(
      `create function too_slow() returns boolean language plpgsql as
         $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$;
       alter table rto rename to rto_real;
       create view rto as select r.* from rto_real r where too_slow();
       grant select on rto to "${app.user}"`,
    ),
  );
  const answer = await product.call('GET', '/rto?take=7&sort=-name', { token: admin });
  expect([answer.status, answer.json.message, answer.headers['retry-after']]).toEqual([503, askForLess, '2']);
  await withClient(owner, (client) => client.query('drop view rto; alter table rto_real rename to rto'));
  expect((await product.call('GET', '/rto?take=8', { token: admin })).status).toBe(200);
});

test('where no answer comes in time, nobody is told that the database is away', async () => {
  const asked = transact(hasty, everything, async (db) => {
    // As if the server could not enforce its own limit.
    await db.query(`select set_config('statement_timeout', '0', true)`);
    await db.query('select pg_sleep(20)');
  });
  await expect(asked).rejects.toMatchObject({
    code: 'unavailable',
    message: 'This takes too long at the moment. Try again shortly',
  });
  // The next finds a connection that answers.
  expect(await hasty.query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('a connection that is cut says that the database is away', async () => {
  const cut = transact(product.product.db, everything, (db) =>
    db.query('select pg_terminate_backend(pg_backend_pid())'),
  );
  await expect(cut).rejects.toMatchObject({ code: 'unavailable', message: away });
});
