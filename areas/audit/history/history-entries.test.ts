import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';

let product: TestProduct;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const sql = <Row>(text: string, params: (string | null)[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const history = async (query: string, token = admin): Promise<HistoryRow[]> => {
  const answer = await product.call('GET', `/history?take=100&${query}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
};
const login = (email: string, password: string) => product.call('POST', '/login', { body: { email, password } });
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0] as string;

test('signing in and out are told, with who it was and from where', async () => {
  const answer = await product.call('POST', '/login', {
    body: { email: 'viewer@roadkeeper.test', password: demoPassword },
    headers: { 'x-client': 'web' },
  });
  await product.call('POST', '/logout', { token: answer.json.accessToken });
  await product.call('POST', '/logout', { token: answer.json.accessToken });
  const rows = await history('q=rohan&module=session');
  expect(rows.map((row) => [row.action, row.actorName, row.recordTitle, row.source])).toEqual([
    ['sign-out', 'Rohan Kulkarni', 'Rohan Kulkarni', 'api'],
    ['sign-in', 'Rohan Kulkarni', 'Rohan Kulkarni', 'screen'],
  ]);
});

test('a refused sign-in is told without what was typed; unknown accounts are a number, and a flood is one too', async () => {
  await login('clerk@roadkeeper.test', 'Canary-of-a-wrong-password');
  for (let guess = 0; guess < 40; guess += 1) await login(`nobody${guess}@canary.test`, 'Canary-of-a-wrong-password');
  await product.product.refused.flush();
  const refused = () => history('action=sign-in-refused');
  expect((await refused()).map((row) => [row.actorName, row.recordTitle, row.after])).toEqual([
    ['Somebody', 'Vikram Rao', null],
  ]);
  product.clock.move(60_000);
  await product.product.refused.flush();
  expect((await refused())[0]).toMatchObject({ actorName: 'Roadkeeper', after: { count: 40 } });
  expect(await refused()).toHaveLength(2);
  const [all] = await sql<{ text: string }>('select string_agg(h::text, chr(10)) as text from history h');
  expect(all?.text).not.toMatch(/canary/i);
});

test('a call that was refused is told with the right it lacked, at most five a minute of one person', async () => {
  const clerk = await product.login('clerk@roadkeeper.test');
  for (let call = 0; call < 30; call += 1)
    expect((await product.call('POST', '/vehicle-brand', { token: clerk, body: { name: 'No' } })).status).toBe(403);
  await product.product.refused.flush();
  const rows = await history('action=refused');
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatchObject({
    actorName: 'Vikram Rao',
    module: 'vehicle-brand',
    recordTitle: 'Create a vehicle brand',
    after: { call: 'POST /api/v1/vehicle-brand', right: 'create' },
  });
  product.clock.move(60_000);
  await product.product.refused.flush();
  expect((await history('action=refused&module=session'))[0]?.after).toMatchObject({ count: 25 });
});

test('sessions that the product ends are told: a replayed refresh token, and one too many', async () => {
  const first = await login('client@roadkeeper.test', demoPassword);
  const cookie = cookieOf(first.headers);
  const refresh = () => product.call('POST', '/session/refresh', { headers: { cookie } });
  expect((await refresh()).status).toBe(200);
  product.clock.move(11_000);
  for (let replay = 0; replay < 3; replay += 1) expect((await refresh()).status).toBe(401);
  for (let session = 0; session < 11; session += 1) await product.login('client@roadkeeper.test');
  expect((await history('action=session-ended')).map((row) => [row.actorName, row.recordTitle, row.after])).toEqual([
    ['Roadkeeper', 'Meera Joshi', { why: 'too many sessions' }],
    ['Roadkeeper', 'Meera Joshi', { why: 'refresh token replayed' }],
  ]);
});

test('taking records out is told, at once and as a job', async () => {
  const body = { format: 'csv', filter: { state: 'GA' }, columns: ['code', 'name'] };
  expect((await product.call('POST', '/rto/export', { token: admin, body })).status).toBe(200);
  expect((await product.call('POST', '/rto/export/job', { token: admin, body })).status).toBe(201);
  const rows = await history('action=export&module=rto');
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(row).toMatchObject({
      actorName: 'Asha Menon',
      recordTitle: 'RTO offices',
      after: { format: 'csv', columns: ['code', 'name'], trash: false, rows: expect.any(Number) },
    });
});

test('whoever acts as somebody else is named with them, and both are found', async () => {
  const people = await sql<{ id: string; email: string }>('select id, email from account where email is not null');
  const idOf = (name: string) => people.find(({ email }) => email.startsWith(name))?.id as string;
  const clerk = await product.login('clerk@roadkeeper.test');
  const { user } = await product.product.sessions.authenticate(clerk);
  // A session as impersonation makes it: the clerk's, with the administrator behind it.
  const session = await product.product.sessions.authenticate(clerk);
  session.actor = { id: idOf('admin'), name: 'Asha Menon' };
  const sent = { token: clerk, headers: { 'x-client': 'web' } };
  const [office] = (await product.call('GET', '/rto?q=MH12', sent)).json.data;
  await product.call('PUT', `/rto/status/${office.id}`, sent);
  const entries = await history(`person=${idOf('admin')}&module=rto&from=2026-11-21`);
  const own = entries.filter((row) => row.onBehalfOfName !== null);
  expect(own.map((row) => [row.action, row.source, row.actorName, row.onBehalfOfName])).toEqual([
    ['status', 'screen', 'Asha Menon', 'Vikram Rao'],
  ]);
  expect((await history(`person=${user.id}&module=rto&action=status,update`)).length).toBe(1);
  expect((await history('q=vikram&module=rto&action=status,update')).length).toBe(1);
  expect((await history(`actor=${user.id}&module=rto&action=status,update`)).length).toBe(0);
  const tab = await product.call('GET', `/rto/${office.id}/history?action=status`, { token: admin });
  expect(tab.json.data[0]).toMatchObject({ actorName: 'Asha Menon', onBehalfOfName: 'Vikram Rao' });
  expect(tab.json.count).toBe(1);
});

test('no secret reaches the history, by whatever name or in whatever text it comes', async () => {
  const token = (kind: string) => `${kind}_${'Canary0'.repeat(6)}`;
  const canaries = {
    name: `Before ${token('rka')} after`,
    note: [`x ${token('rkr')}`, { deep: token('rks') }],
    signed: `eyJ${'Canary0'.repeat(3)}.${'Canary0'.repeat(3)}.${'Canary0'.repeat(3)}`,
    hash: 'Canary0',
    passwordHash: 'Canary0',
    reset_token: 'Canary0',
    totpSecret: 'Canary0',
    enrol: 'otpauth://totp/Roadkeeper?secret=Canary0',
    stored: '$argon2id$v=19$m=19456,t=2,p=1$Canary0$Canary0',
    bytes: Buffer.from('Canary0'),
    nested: { recoveryCodes: ['Canary0'], kept: 'seen' },
  };
  const writer: Writer = {
    actorId: null,
    actorName: 'Roadkeeper',
    orgId: null,
    source: 'job',
    ip: null,
    requestId: null,
    now: product.clock.now(),
    touched: [],
  };
  const record = { action: 'update', recordId: '01a1fc17-27e9-7627-921e-d6ed735c9999', orgId: null } as const;
  await transact(product.product.db, everything, async (db) => {
    const change = { ...record, module: 'role', recordTitle: token('rka'), before: canaries, after: canaries };
    await recordChange(db, writer, change);
    await recordChange(db, writer, { ...change, recordTitle: 'Listed', fields: ['name'] });
  });
  const made = await product.call('POST', '/purpose', {
    token: admin,
    body: { name: token('rka'), code: 'CANARY', appliesTo: ['TRIP'], needsNote: false, position: 500 },
  });
  expect(made.status, made.text).toBe(201);
  const [all] = await sql<{ text: string }>('select string_agg(h::text, chr(10)) as text from history h');
  expect(all?.text).not.toContain('Canary0');
  const [listed] = await sql<{ after: object }>(`select after from history where record_title = 'Listed'`);
  expect(listed?.after).toEqual({ name: 'Before [withheld] after' });
  const [open] = await sql<{ after: Record<string, unknown> }>(
    `select after from history where module = 'role' and record_title = '[withheld]'`,
  );
  expect(open?.after['nested']).toEqual({ kept: 'seen' });
});
