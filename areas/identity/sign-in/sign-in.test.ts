import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { everything, transact } from '#kit/server/db/database.ts';

let product: TestProduct;
const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
const login = (email: string, password: string, headers?: Record<string, string>) =>
  product.call('POST', '/login', { body: { email, password }, ...(headers ? { headers } : {}) });
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0] as string;
const refresh = (cookie: string, headers: Record<string, string> = {}) =>
  product.call('POST', '/session/refresh', { headers: { cookie, ...headers } });
const sql = (text: string, params: string[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Record<string, unknown>>(text, params));

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

test('the answer to a wrong password is the answer to an unknown account', async () => {
  const wrong = await login('admin@roadkeeper.test', 'not this');
  const unknown = await login('nobody@roadkeeper.test', 'not this');
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(bare(wrong.text)).toBe(bare(unknown.text));
  expect((await login('', '')).json.fields).toEqual({ email: 'Email is required', password: 'Password is required' });
  expect((await login('admin@roadkeeper.test', 'x'.repeat(129))).status).toBe(400);
});

test('a session is verified, told its rights, and ends with sign-out', async () => {
  const answer = await login('Admin@Roadkeeper.Test', demoPassword);
  const [refreshCookie, deviceCookie] = answer.headers['set-cookie'] as string[];
  expect(refreshCookie).toMatch(/^rt=rkr_[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(deviceCookie).toMatch(/^kd=[\w~.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/);
  const token = answer.json.accessToken;
  const verified = await product.call('GET', '/token', { token });
  expect(verified.json.userData).toMatchObject({
    email: 'admin@roadkeeper.test',
    roleName: 'Super admin',
    orgId: null,
  });
  expect(verified.json.data.userData).toEqual(verified.json.userData);
  const permission = await product.call('GET', '/permission', { token });
  expect(permission.json.data.find((one: { key: string }) => one.key === 'rto').actions).toContain('delete');
  await product.call('POST', '/logout', { token });
  expect((await product.call('GET', '/token', { token })).status).toBe(401);
  expect((await refresh(cookieOf(answer.headers))).status).toBe(401);
});

test('tokens are stored as hashes only', async () => {
  const answer = await login('admin@roadkeeper.test', demoPassword);
  const stored = JSON.stringify(
    await sql('select t.*, s.* from session_token t join session s on s.id = t.session_id'),
  );
  expect(stored).not.toContain(answer.json.accessToken.slice(4));
  expect(stored).not.toContain(cookieOf(answer.headers).slice(7));
});

test('a refresh token has one successor, however often it is used at once; a late replay ends the session', async () => {
  const answer = await login('admin@roadkeeper.test', demoPassword);
  const cookie = cookieOf(answer.headers);
  const all = await Promise.all(Array.from({ length: 50 }, () => refresh(cookie)));
  const fine = all.filter((one) => one.status === 200);
  expect(fine.length).toBeGreaterThan(0);
  expect(all.every((one) => one.status === 200 || one.status === 503)).toBe(true);
  expect(new Set(fine.map((one) => cookieOf(one.headers))).size).toBe(1);
  expect(new Set(fine.map((one) => one.json.accessToken)).size).toBe(1);
  product.clock.move(11_000);
  expect((await refresh(cookie)).status).toBe(401);
  expect((await refresh(cookieOf(fine[0]?.headers ?? {}))).status).toBe(401);
  expect((await product.call('GET', '/token', { token: fine[0]?.json.accessToken })).status).toBe(401);
});

test('an access token ends after 15 minutes, an idle session after 30', async () => {
  const answer = await login('admin@roadkeeper.test', demoPassword);
  product.clock.move(15 * 60_000 + 1);
  expect((await product.call('GET', '/token', { token: answer.json.accessToken })).status).toBe(401);
  const renewed = await refresh(cookieOf(answer.headers));
  expect(renewed.status).toBe(200);
  product.clock.move(31 * 60_000);
  expect((await refresh(cookieOf(renewed.headers))).status).toBe(401);
});

test('another site cannot renew or end a session', async () => {
  const answer = await login('admin@roadkeeper.test', demoPassword);
  expect((await refresh(cookieOf(answer.headers), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await refresh(cookieOf(answer.headers), { origin: 'https://elsewhere.example' })).status).toBe(403);
});

test('what an administrator takes away acts within a second', async () => {
  const { json } = await login('clerk@roadkeeper.test', demoPassword);
  const token = json.accessToken;
  const body = { code: 'ZZ55', name: 'Office', state: 'MH', district: 'Pune', kind: 'RTO' };
  expect((await product.call('POST', '/vehicle-brand', { token, body: { name: 'No' } })).status).toBe(403);
  await sql(
    `delete from permission where role_id = (select id from role where name = 'RTO clerk') and module_id = (select id from module where key = 'rto')`,
  );
  product.clock.move(1_001);
  expect((await product.call('POST', '/rto', { token, body })).status).toBe(403);
  expect((await product.call('GET', '/dashboard', { token })).status).toBe(200);
  await sql(`update account set status = 0 where email = 'clerk@roadkeeper.test'`);
  product.clock.move(1_001);
  expect((await product.call('GET', '/token', { token })).status).toBe(401);
  const refused = await login('clerk@roadkeeper.test', demoPassword);
  expect(refused.status).toBe(401);
  expect(refused.json.message).toBe('Wrong email or password.');
});

test('guessing is slowed down for the account it aims at, never locked, whatever the headers say', async () => {
  const victim = 'viewer@roadkeeper.test';
  const statuses: number[] = [];
  for (let guess = 0; guess < 8; guess += 1)
    statuses.push((await login(victim, `guess ${guess}`, { 'x-forwarded-for': `10.0.0.${guess}` })).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  const slowed = await login(victim.toUpperCase(), demoPassword);
  expect(slowed.status).toBe(429);
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
  expect((await login('client@roadkeeper.test', demoPassword)).status).toBe(200);
  product.clock.move(Number(slowed.headers['retry-after']) * 1_000);
  expect((await login(victim, demoPassword)).status).toBe(200);
});

test('demo calls of the old template do not exist, and no answer shows what is inside', async () => {
  for (const path of [
    '/api/main-search/data',
    '/api/bookmarks/data',
    '/apps/kanban/boards',
    '/api/users/list',
    '/api/v1/nothing',
    '/../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
  ])
    expect((await product.product.app.inject(path)).statusCode, path).toBe(404);
  const { headers } = await product.call('GET', '/token');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  });
});
