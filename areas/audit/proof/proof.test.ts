import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { checkStep } from '#kit/server/chain/check.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { withClient } from '#kit/server/postgres/roles.ts';

let product: TestProduct;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const proof = async (method: 'GET' | 'POST' = 'GET', token = admin) => {
  const answer = await product.call(method, '/history/verify', { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
};
/** Runs what was asked for, moving the clock where the check waits. */
async function checked() {
  await proof('POST');
  while ((await proof()).running) {
    await product.product.jobs.runDue();
    product.clock.move(3_000);
  }
  return (await proof()).last;
}
const tamper = (sql: string) =>
  withClient({ ...product.database.owner, options: '-c app.scope=staff' } as never, (client) => client.query(sql));

test('before anything is checked that is said, and a check of everything is asked for once', async () => {
  const entries = await product.product.sealer.seal();
  expect(entries).toBeGreaterThan(2_000);
  expect(await proof()).toEqual({ entries, running: null, last: null });
  expect((await proof('POST')).running).toMatchObject({ state: 'running', checked: 0, total: entries });
  await proof('POST');
  // Four batches are one step.
  await product.product.jobs.runDue();
  expect((await proof()).last).toMatchObject({ state: 'whole', checked: entries, total: entries, broken: null });
  const [count] = await transact(product.product.db, everything, (db) =>
    db.query<{ n: number }>('select count(*) as n from history_check'),
  );
  expect(count?.n).toBe(1);
  expect((await stat(join(product.dataDir, 'history.head'))).mode & 0o777).toBe(0o600);
});

test('a check goes on where it was when its process died', async () => {
  await proof('POST');
  const { db, jobs } = product.product;
  const [check] = await transact(db, everything, (db) =>
    db.query<{ id: string }>(`select id from history_check where state = 'running'`),
  );
  const step = (fails: boolean) =>
    transact(db, everything, async (db) => {
      await checkStep(db, jobs, check?.id as string, product.clock.now(), () => undefined);
      if (fails) throw new Error('killed');
    });
  await expect(step(true)).rejects.toThrow('killed');
  expect((await proof()).running).toMatchObject({ checked: 0 });
  await step(false);
  expect((await proof()).running.checked).toBeGreaterThan(0);
  await product.product.jobs.runDue();
  expect((await proof()).last.state).toBe('whole');
});

test('the first broken entry is named to those who may know of it, and whole again is whole', async () => {
  const { json, text, status } = await product.call('POST', '/purpose', {
    token: admin,
    body: { name: 'Tampered', code: 'CANARY', appliesTo: ['TRIP'], needsNote: false, position: 5 },
  });
  expect(status, text).toBe(201);
  await product.product.sealer.seal();
  const rename = (name: string) =>
    tamper(`update history set record_title = '${name}' where record_id = '${json.data.id}'`);
  await rename('Innocent');
  const { broken } = await checked();
  expect(broken).toMatchObject({
    kind: 'changed',
    actorName: 'Asha Menon',
    action: 'create',
    module: 'purpose',
    recordTitle: 'Innocent',
    recordId: json.data.id,
  });
  await transact(product.product.db, everything, (db) =>
    db.query(
      `delete from permission where role_id = (select id from role where name = 'Finance') and module_id = (select id from module where key = 'purpose')`,
    ),
  );
  const finance = await product.login('finance@roadkeeper.test');
  expect((await proof('GET', finance)).last.broken).toMatchObject({
    kind: 'changed',
    seq: broken.seq,
    actorName: null,
    recordTitle: null,
  });
  await rename('Tampered');
  expect((await checked()).state).toBe('whole');
});

test('the product checks by itself once a day', async () => {
  const states = async () =>
    (
      await transact(product.product.db, everything, (db) =>
        db.query<{ by: string | null }>('select started_by as by from history_check order by started_at'),
      )
    ).map((row) => row.by === null);
  expect(await states()).not.toContain(true);
  await product.product.planJobs();
  for (let round = 0; round < 2; round += 1) {
    product.clock.move(25 * 3_600_000);
    await product.product.jobs.runDue();
    // A check that waits for entries which are being written goes on a moment later.
    product.clock.move(60_000);
    await product.product.jobs.runDue();
  }
  expect((await states()).filter(Boolean)).toHaveLength(2);
});

test('nobody without the right asks for it', async () => {
  const clerk = await product.login('clerk@roadkeeper.test');
  for (const method of ['GET', 'POST'] as const)
    expect((await product.call(method, '/history/verify', { token: clerk })).status).toBe(403);
  const answer = await product.call('POST', '/history/export', { token: clerk, body: {} });
  expect(answer.status).toBe(403);
});

test('the filtered history is a file of any length, in the order of the list, and told itself', async () => {
  admin = await product.login('admin@roadkeeper.test');
  const filter = { module: 'rto', source: 'seed' };
  const { json } = await product.call('GET', '/history?module=rto&source=seed', { token: admin });
  const file = await product.call('POST', '/history/export', { token: admin, body: { filter } });
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="history-2026-1\d-\d\d\.csv"$/);
  const lines = file.text.trim().split('\r\n');
  expect(lines[0]).toBe(
    'When,Who,On behalf of,What,How,Kind,Record,Record id,Before,After,Request,Address,Entry number',
  );
  expect(lines.length - 1).toBe(json.count);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines[1]).toContain(json.data[0].recordId);
  expect(lines[1]).toMatch(/,RTO,/);
  expect(lines.at(-1)).toMatch(/,\d+$/);
  const [entry] = (await product.call('GET', '/history?action=export&module=history', { token: admin })).json.data;
  expect(entry).toMatchObject({ actorName: 'Asha Menon', after: { format: 'csv', filter } });
  for (const body of [{ filter: { take: '5' } }, { filter: { module: 'nothing' } }, { format: 'csv' }])
    expect((await product.call('POST', '/history/export', { token: admin, body })).status).toBe(400);
});
