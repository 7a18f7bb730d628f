import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { importing } from './testing/importing.ts';

let product: TestProduct;
let admin: string;
let io: ReturnType<typeof importing>;
const sql = (text: string, params: string[]) =>
  transact(product.product.db, everything, (db) => db.query(text, params)) as Promise<unknown>;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  io = importing(product, () => admin);
});
afterAll(() => product?.close());

const head = 'Name,Code,Used for,Note required,Position';
const order = { mode: 'upsert', key: ['code'] };

test('a twin many rows away is wrong in the import as it was in the check, and all is taken back', async () => {
  const lines = Array.from({ length: 420 }, (_, at) =>
    at === 409 ? 'Twin,TWIN_0,Trips,no,1' : `Twin ${at},TWIN_${at},Trips,no,${at}`,
  );
  const rows = await io.rowsOf('purpose', [head, ...lines].join('\n'));
  const checked = await io.check('purpose', rows, order);
  const bad = checked.rows.filter((row) => row.action === 'error');
  expect(bad).toEqual([{ line: 411, action: 'error', messages: { code: 'The same as in line 2' } }]);
  const before = await io.count('/purpose?take=1');
  const batch = await io.run('purpose', { ...order, rows });
  expect(batch).toMatchObject({ state: 'done', created: 419, updated: 0, failed: 1, done: 420 });
  expect((await io.get('/purpose?q=TWIN_0')).json.data[0].name).toBe('Twin 0');
  expect((await io.get(`/purpose/import/${batch.id}/report`)).text).toContain('411,Failed,Code: The same as in line 2');
  const undone = await io.post(`/purpose/import/${batch.id}/undo`);
  expect(undone.json.data).toEqual({ removed: 419, put: 0, left: [] });
  expect(await io.count('/purpose?take=1')).toBe(before);
});

test('what a batch wrote to a record twice is taken back twice', async () => {
  const write = async (name: string, position: number) =>
    io.run('purpose', { ...order, rows: await io.rowsOf('purpose', `${head}\n${name},OFTEN,Trips,no,${position}`) });
  await write('First', 1);
  const second = await write('Second', 2);
  const third = await write('Third', 3);
  await sql('update import_row set batch_id = $2, line = 3 where batch_id = $1', [third.id, second.id]);
  expect((await io.post(`/purpose/import/${second.id}/undo`)).json.data).toEqual({ removed: 0, put: 2, left: [] });
  expect((await io.get('/purpose?q=OFTEN')).json.data[0]).toMatchObject({ name: 'First', position: 1 });
});

test('who asks for an undo while another is at work is told so at once', async () => {
  const rows = await io.rowsOf('purpose', `${head}\nBusy,BUSY,Trips,no,1`);
  const batch = await io.run('purpose', { ...order, rows });
  await transact(product.product.db, everything, async (db) => {
    await db.query('select 1 from import_batch where id = $1 for update', [batch.id]);
    const answer = await io.post(`/purpose/import/${batch.id}/undo`);
    expect([answer.status, answer.json.message]).toEqual([409, 'This import is already being undone']);
  });
  expect((await io.post(`/purpose/import/${batch.id}/undo`)).status).toBe(200);
});

test('a mended report comes in again as the same records', async () => {
  const made = await io.run('purpose', {
    ...order,
    rows: await io.rowsOf('purpose', `${head}\nOne,MEND_1,Trips,no,1\nTwo,MEND_2,Trips,no,2`),
  });
  const ids = [1, 2].map(async (at) => (await io.get(`/purpose?q=MEND_${at}`)).json.data[0].id as string);
  const [one, two] = await Promise.all(ids);
  const byId = { mode: 'upsert', key: ['id'] };
  const batch = await io.run('purpose', {
    ...byId,
    rows: await io.rowsOf(
      'purpose',
      `Id,Name,Position,Status\n${one},One again,11,Inactive\n${two},${'x'.repeat(500)},22,Inactive`,
    ),
  });
  expect(batch).toMatchObject({ updated: 1, failed: 1 });
  const report = (await io.get(`/purpose/import/${batch.id}/report`)).text;
  const lines = report.trim().split('\r\n');
  expect(lines[0]).toBe('Line,Result,Reason,Id,Name,Position,Status');
  expect(lines[1]).toBe(`2,Updated,,${one},One again,11,Inactive`);
  expect(lines[2]).toMatch(new RegExp(`^3,Failed,Name can have at most \\d+ characters,${two},x+,22,Inactive$`));
  const mended = await io.rowsOf('purpose', report.replace('x'.repeat(500), 'Two again'));
  expect(Object.keys(mended[0]?.cells ?? {}).sort()).toEqual(['id', 'name', 'position', 'status']);
  expect((await io.check('purpose', mended, byId)).rows.map((row) => row.action)).toEqual(['same', 'update']);
  expect(await io.run('purpose', { ...byId, rows: mended })).toMatchObject({ created: 0, updated: 1, same: 1 });
  expect((await io.get(`/purpose/${two}`)).json.data).toMatchObject({ name: 'Two again', code: 'MEND_2', status: 0 });

  // The first batch made both; both were changed since, so its undo leaves them and its report says why.
  const undone = (await io.post(`/purpose/import/${made.id}/undo`)).json.data;
  expect(undone).toMatchObject({ removed: 0, left: [{ line: 3 }, { line: 2 }] });
  const after = (await io.get(`/purpose/import/${made.id}/report`)).text.trim().split('\r\n');
  expect(after[1]).toBe(`2,Created,Not undone: was changed since,${one},One,MEND_1,Trips,no,1,`);
  expect((await io.post(`/purpose/import/${batch.id}/undo`)).json.data.left).toEqual([]);
  expect((await io.get(`/purpose/import/${batch.id}/report`)).text).toContain(`2,Undone,,${one},One again`);
});

test('one person has three imports that are not finished, and others have theirs', async () => {
  const rows = await io.rowsOf('purpose', `${head}\nCapped,CAPPED,Trips,no,1`);
  const body = { ...order, fileName: 'rows.csv', partial: true, rows };
  const together = await Promise.all(Array.from({ length: 5 }, () => io.post('/purpose/import', body)));
  expect(together.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409]);
  expect(together.find(({ status }) => status === 409)?.json.message).toBe(
    '3 of your imports are still being worked on. Wait for one of them to finish',
  );
  await product.addStaff('second.admin@roadkeeper.test', 'Super admin');
  const other = await product.login('second.admin@roadkeeper.test');
  expect((await io.post('/purpose/import', body, other)).status).toBe(201);
  await product.product.jobs.runDue();
  expect((await io.post('/purpose/import', body)).status).toBe(201);
  await product.product.jobs.runDue();
});

test('a dry run writes its trials a hundred rows at a time, and takes each back before the next', async () => {
  const { owner } = product.database;
  // Sequences keep what a transaction that is rolled back did to them.
  await withClient(owner, (client) =>
    client.query(
      `create sequence trials; create sequence last_trial;
       create function count_trials() returns trigger language plpgsql security definer as $$ begin
         if (select last_value from last_trial) <> txid_current() then
           perform nextval('trials'), setval('last_trial', txid_current());
         end if;
         return null;
       end $$;
       create trigger trials after insert on account for each row execute function count_trials()`,
    ),
  );
  const client = await product.login('client@roadkeeper.test');
  const roles = (await io.get('/role?take=100')).json.data;
  const roleId = roles.find((one: { name: string }) => one.name === 'Client viewer').id;
  const rows = Array.from({ length: 250 }, (_, at) => ({
    line: at + 2,
    cells: { name: 'Ravi Kumar', mobile: `98220${String(10_000 + at)}`, roleId, profileType: '0' },
  }));
  const checked = await product.call('POST', '/app-user/import/check', {
    token: client,
    body: { mode: 'create', key: ['mobile'], rows },
  });
  expect(checked.status, checked.text.slice(0, 300)).toBe(200);
  expect(checked.json.data).toMatchObject({ create: 250, error: 0 });
  await withClient(owner, async (own) => {
    const { rows: counted } = await own.query('select last_value::integer as n from trials');
    expect(counted[0].n).toBe(3);
    await own.query('drop trigger trials on account; drop function count_trials; drop sequence trials, last_trial');
  });
});
