import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { createMail, type Mail } from './mail.server.ts';
import { outboxOf, secret } from './testing/outbox.ts';
import { shortTimeouts, startSmtp, type TestSmtp } from './testing/smtp.ts';

let product: TestProduct;
let tools: ReturnType<typeof outboxOf>;
let smtp: TestSmtp;
/** The same outbox in a process that has a mail server. */
let sending: Mail;
let admin: string;

beforeAll(async () => {
  smtp = await startSmtp();
  product = await startTestProduct();
  tools = outboxOf(product);
  sending = createMail({ ...product.product.mail, smtp: smtp.settings, timeouts: shortTimeouts });
});
afterAll(async () => {
  await product?.close();
  await smtp?.close();
});
beforeEach(async () => {
  smtp.arrived.length = 0;
  admin = await product.login('admin@roadkeeper.test');
});
const get = (path: string, token = admin) => product.call('GET', path, { token });
const post = (path: string, token = admin) => product.call('POST', path, { token });

/** Places where a text stands readable: any column of any table, hashes of passwords too, any file of the data folder. */
async function placesOf(text: string): Promise<string[]> {
  const places = await withClient(product.database.owner, async (client) => {
    // Row security holds the owner of the tables as well.
    await client.query(`select set_config('app.org', '', false), set_config('app.scope', 'staff', false)`);
    const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
      `select table_name as table, column_name as column, data_type as type from information_schema.columns
       where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying')`,
    );
    const found: string[] = [];
    for (const { table, column, type } of columns) {
      const holds =
        type === 'bytea'
          ? `position(convert_to($1, 'UTF8') in "${column}") > 0`
          : `position($1 in "${column}"::text) > 0`;
      const { rows } = await client.query(`select 1 from "${table}" where ${holds} limit 1`, [text]);
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  });
  for (const entry of await readdir(product.dataDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(text)) places.push(entry.name);
  return places;
}

test('without a mail server a mail is kept, can be read without its link, and does not leave when there is one', async () => {
  const token = secret();
  const id = await tools.queueReset('clerk@roadkeeper.test', token);
  const row = (await get(`/mail/${id}`)).json.data;
  expect(row).toMatchObject({ state: 'kept', secret: true, sealed: true, may: { resend: false, reveal: true } });
  expect(row.stays).toBe('No mail server is set up');
  expect(row.text).toContain('\n\n(secret link)\n\n');
  expect(row.html).toContain('(secret link)');
  await product.product.jobs.runDue();
  await tools.send(sending);
  expect(smtp.arrived).toEqual([]);
  expect((await get(`/mail/${id}`)).json.data.state).toBe('kept');
  const state = (await get('/mail/state')).json.data;
  expect(state).toMatchObject({ configured: false, server: null, from: 'Roadkeeper <no-reply@localhost>' });
  expect(state.counts.kept).toBeGreaterThan(0);
});

test('a secret link lies readable in no column and no file, before it is sent, while it waits, nor after', async () => {
  const token = secret();
  expect(await placesOf('Somebody'), 'the search itself finds what is there').toContain('mail.body_text');
  const kept = await tools.queueReset('clerk@roadkeeper.test', token);
  expect(await placesOf(token)).toEqual([]);
  const id = await tools.queueReset('clerk@roadkeeper.test', token, sending);
  smtp.answer = () => `451 4.0.0 Later, but not http://localhost:3000/reset-password#${token} nor ${token}`;
  await tools.send(sending);
  expect((await get(`/mail/${id}`)).json.data.error).toMatch(/Later, but not \(secret link\) nor …/);
  expect(await placesOf(token)).toEqual([]);
  smtp.answer = () => undefined;
  product.clock.move(60_000);
  await tools.send(sending);
  expect(smtp.arrived[0]?.text).toContain(`http://localhost:3000/reset-password#${token}`);
  expect(smtp.arrived[0]?.html).toContain(`href="http://localhost:3000/reset-password#${token}"`);
  expect(await placesOf(token)).toEqual([]);
  expect(await tools.sql('select 1 from mail where id = $1 and cipher is not null', [id])).toEqual([]);
  // One that never leaves loses it when it ends.
  expect(await tools.sql('select 1 from mail where id = $1 and cipher is not null', [kept])).toHaveLength(1);
  product.clock.move(20 * 60_000);
  await transact(product.product.db, everything, (db) => product.product.mail.sweep(db, product.clock.now()));
  expect(await tools.sql('select 1 from mail where id = $1 and cipher is not null', [kept])).toEqual([]);
});

test('a link that ended before it could be sent is not sent', async () => {
  const id = await tools.queueReset('clerk@roadkeeper.test', secret(), sending);
  product.clock.move(21 * 60_000);
  await tools.send(sending);
  admin = await product.login('admin@roadkeeper.test');
  const row = (await get(`/mail/${id}`)).json.data;
  expect(row).toMatchObject({ state: 'failed', sealed: false, error: 'Its link ended before it could be sent' });
  expect(smtp.arrived).toEqual([]);
});

test('a secret link is shown to somebody above its recipient only, while it has not left, and that is recorded', async () => {
  await tools.sql(
    `update permission set actions = '{view,edit,approve}' where module_id = (select id from module where key = 'mail')`,
  );
  await product.addStaff('ops@roadkeeper.test', 'Operations');
  await product.addStaff('ops2@roadkeeper.test', 'Operations');
  await product.addStaff('help@roadkeeper.test', 'Support');
  const [ops, help] = [await product.login('ops@roadkeeper.test'), await product.login('help@roadkeeper.test')];
  const reveal = async (email: string, token: string) => {
    const id = await tools.queueReset(email, secret());
    const may = (await get(`/mail/${id}`, token)).json.data.may.reveal;
    const answer = await post(`/mail/reveal/${id}`, token);
    expect(may, 'what the row says is what the call does').toBe(answer.status === 200);
    return answer.status;
  };
  expect(await reveal('help@roadkeeper.test', ops), 'below').toBe(200);
  expect(await reveal('client@roadkeeper.test', help), 'a client').toBe(200);
  expect(await reveal('ops2@roadkeeper.test', ops), 'a peer').toBe(403);
  expect(await reveal('ops@roadkeeper.test', ops), 'oneself').toBe(403);
  expect(await reveal('admin@roadkeeper.test', ops), 'above').toBe(403);
  expect(await reveal('ops@roadkeeper.test', help), 'above').toBe(403);

  const token = secret();
  const id = await tools.queueReset('help@roadkeeper.test', token);
  const answer = await post(`/mail/reveal/${id}`, ops);
  expect(answer.json.data).toEqual({ link: `http://localhost:3000/reset-password#${token}` });
  expect(answer.headers['cache-control']).toBe('no-store');
  const [entry] = await tools.sql(
    `select actor_name, action, after from history where module = 'mail' and record_id = $1`,
    [id],
  );
  expect(entry).toMatchObject({ actor_name: 'ops@roadkeeper.test', after: { revealed: true } });
  expect((await get(`/mail/${id}`)).json.data.log.at(-1)).toMatchObject({
    kind: 'revealed',
    by: 'ops@roadkeeper.test',
  });

  const queued = await tools.queueReset('help@roadkeeper.test', secret(), sending);
  expect((await post(`/mail/reveal/${queued}`, ops)).status, 'on its way').toBe(409);
  await tools.send(sending);
  expect((await post(`/mail/reveal/${queued}`, ops)).status, 'sent').toBe(409);
  const plain = await tools.queueReset('help@roadkeeper.test', secret(), product.product.mail, {
    to: { address: 'x@example.in', name: '' },
  });
  expect((await post(`/mail/reveal/${plain}`, ops)).status, 'nobody’s account').toBe(403);
  product.clock.move(21 * 60_000);
  const late = await product.login('ops@roadkeeper.test');
  expect((await post(`/mail/reveal/${id}`, late)).status, 'ended').toBe(409);
  // Whoever may only look at mails sees no link and cannot ask for it.
  await tools.sql(
    `update permission set actions = '{view}' where module_id = (select id from module where key = 'mail')`,
  );
  product.clock.move(2_000);
  const other = await tools.queueReset('clerk@roadkeeper.test', secret());
  expect((await get(`/mail/${other}`, late)).json.data.may).toEqual({ resend: false, reveal: false });
  expect((await post(`/mail/reveal/${other}`, late)).status).toBe(403);
  expect((await post(`/mail/resend/${other}`, late)).status).toBe(403);
});
