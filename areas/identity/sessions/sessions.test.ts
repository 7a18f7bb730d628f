import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { deviceInWords } from './user-agent.ts';
import { cookiesOf, grantPeople, idOf, sql, switchOn } from '../testing/people.ts';

let product: TestProduct;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0';
const phone =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36';
const login = (email: string, agent = firefox, from = '198.51.100.7') =>
  product.call('POST', '/login', { body: { email, password: demoPassword }, headers: { 'user-agent': agent }, from });
const list = async (token: string) => (await product.call('GET', '/session/list', { token })).json.data;
const status = async (token: string) => (await product.call('GET', '/token', { token })).status;

beforeAll(async () => {
  product = await startTestProduct();
  await grantPeople(product, 'Operations', ['user', 'app-user']);
  await product.addStaff('ops@roadkeeper.test', 'Operations');
});
afterAll(() => product.close());

test('one’s own sessions are listed with device, address and times, and the one of the call is marked', async () => {
  const here = (await login('clerk@roadkeeper.test')).json.accessToken as string;
  product.clock.move(60_000);
  const second = await login('clerk@roadkeeper.test', phone, '203.0.113.9');
  const rows = await list(here);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    device: 'Chrome on Android',
    isPhone: true,
    address: '203.0.113.9',
    startedAt: '2026-11-21T06:01:00.000Z',
    isCurrent: false,
  });
  expect(rows[1]).toMatchObject({ device: 'Firefox on Windows', isPhone: false, isCurrent: true });
  // Whose refresh token ran out is over, though nobody ended it.
  product.clock.move(29 * 60_000 + 30_000);
  const renewed = await product.call('POST', '/session/refresh', { headers: { cookie: cookiesOf(second.headers) } });
  expect((await list(renewed.json.accessToken)).map((row: { device: string }) => row.device)).toEqual([
    'Chrome on Android',
  ]);
});

test('when a session was last used is known to the minute, without a write for each request', async () => {
  const { json, headers } = await login('clerk@roadkeeper.test');
  let token = json.accessToken as string;
  const seen = async () => (await list(token)).find((row: { isCurrent: boolean }) => row.isCurrent).lastSeenAt;
  const at = await seen();
  product.clock.move(59_000);
  await status(token);
  product.clock.move(500);
  expect(await seen()).toBe(at);
  product.clock.move(2_000);
  await status(token);
  await expect.poll(seen).toBe(product.clock.now().toISOString());
  const [before] = await sql<{ xmin: string }>(
    product,
    'select xmin::text from session order by last_seen_at desc limit 1',
  );
  for (let turn = 0; turn < 20; turn += 1) {
    product.clock.move(1_500);
    await status(token);
  }
  const [after] = await sql<{ xmin: string }>(
    product,
    'select xmin::text from session order by last_seen_at desc limit 1',
  );
  expect(after).toEqual(before);
  const renewed = await product.call('POST', '/session/refresh', { headers: { cookie: cookiesOf(headers) } });
  token = renewed.json.accessToken;
  expect(await seen()).toBe(product.clock.now().toISOString());
});

test('an ended session is refused with its next request, its refresh token with it', async () => {
  const here = (await login('clerk@roadkeeper.test')).json.accessToken as string;
  const there = await login('clerk@roadkeeper.test', phone);
  const token = there.json.accessToken as string;
  expect(await status(token)).toBe(200);
  const { id } = (await list(token)).find((row: { isCurrent: boolean }) => row.isCurrent);
  expect((await product.call('DELETE', `/session/${id}`, { token: here })).status).toBe(200);
  expect(await status(token)).toBe(401);
  const cookie = cookiesOf(there.headers);
  expect((await product.call('POST', '/session/refresh', { headers: { cookie } })).status).toBe(401);
  expect((await product.call('DELETE', `/session/${id}`, { token: here })).status).toBe(404);
});

test('nobody ends a session of somebody else, and an unknown one is answered with the same bytes', async () => {
  const mine = (await login('clerk@roadkeeper.test')).json.accessToken as string;
  const theirs = (await login('client@roadkeeper.test')).json.accessToken as string;
  const { id } = (await list(theirs))[0];
  const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
  const end = async (one: string) => bare((await product.call('DELETE', `/session/${one}`, { token: mine })).text);
  expect(await end(id)).toBe(await end('01a1fc17-27e9-7627-921e-d6ed735c9999'));
  expect(await end('not-an-id')).toBe(await end(id));
  expect(await status(theirs)).toBe(200);
});

test('all others end at once, and the eleventh session ends the oldest with its next request', async () => {
  const tokens: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) tokens.push((await login('viewer@roadkeeper.test')).json.accessToken);
  const ended = await product.call('POST', '/session/end-others', { token: tokens[3] as string });
  expect(ended.json.data).toEqual({ ended: 3 });
  expect(await Promise.all(tokens.map(status))).toEqual([401, 401, 401, 200]);
  for (let turn = 0; turn < 9; turn += 1) {
    product.clock.move(1);
    await login('viewer@roadkeeper.test');
  }
  expect(await status(tokens[3] as string)).toBe(200);
  await login('viewer@roadkeeper.test');
  expect(await status(tokens[3] as string)).toBe(401);
});

test('who looks after people sees and ends their sessions, below their own level and within what they may see', async () => {
  const ops = (await login('ops@roadkeeper.test')).json.accessToken as string;
  const clerk = (await login('clerk@roadkeeper.test', phone)).json.accessToken as string;
  const client = (await login('client@roadkeeper.test')).json.accessToken as string;
  const of = async (email: string) => `/user/${await idOf(product, email)}/sessions`;
  const rows = (await product.call('GET', await of('clerk@roadkeeper.test'), { token: ops })).json.data;
  const { id } = rows.find((row: { isPhone: boolean }) => row.isPhone);
  expect(rows.every((row: { isCurrent: boolean }) => !row.isCurrent)).toBe(true);
  const path = await of('clerk@roadkeeper.test');
  expect((await product.call('DELETE', `${await of('client@roadkeeper.test')}/${id}`, { token: ops })).status).toBe(
    404,
  );
  expect((await product.call('DELETE', `${path}/${id}`, { token: ops })).status).toBe(200);
  expect(await status(clerk)).toBe(401);
  const all = await product.call('DELETE', await of('client@roadkeeper.test'), { token: ops });
  expect(all.json.data.ended).toBeGreaterThan(0);
  expect(await status(client)).toBe(401);
  expect((await product.call('GET', await of('admin@roadkeeper.test'), { token: ops })).status).toBe(403);
  expect((await product.call('GET', await of('ops@roadkeeper.test'), { token: ops })).status).toBe(403);
  const other = (await login('viewer@roadkeeper.test')).json.accessToken as string;
  expect((await product.call('GET', path, { token: other })).status).toBe(403);
});

test('a session that somebody opened to act as its owner says who, to clients without name, address and device of staff', async () => {
  const admin = (await login('admin@roadkeeper.test', firefox, '192.0.2.5')).json.accessToken as string;
  const actAs = async (email: string) => {
    const body = { userId: await idOf(product, email), reason: 'A challan does not show' };
    const answer = await product.call('POST', '/session/impersonation', { token: admin, body, from: '192.0.2.5' });
    expect(answer.status, answer.text).toBe(200);
    return answer.json.accessToken as string;
  };
  type Row = { id: string; actor: { id: string | null; name: string } | null };
  const acted = (rows: Row[]) => rows.filter(({ actor }) => actor !== null);

  await actAs('clerk@roadkeeper.test');
  const clerk = (await login('clerk@roadkeeper.test')).json.accessToken as string;
  const [own] = acted(await list(clerk));
  expect(own).toMatchObject({ actor: { id: await idOf(product, 'admin@roadkeeper.test'), name: 'Asha Menon' } });

  const child = await actAs('client@roadkeeper.test');
  const client = (await login('client@roadkeeper.test')).json.accessToken as string;
  const staffs = { id: null, name: 'Roadkeeper staff' };
  const [seen, ...others] = acted(await list(client)) as [Row, ...Row[]];
  expect(seen).toMatchObject({ actor: staffs, address: null, device: 'Unknown device', isKept: false });
  expect(others).toEqual([]);
  expect(JSON.stringify(await list(client))).not.toMatch(/Asha|192\.0\.2\.5/);
  const kulkarni = (await login('kulkarni@roadkeeper.test')).json.accessToken as string;
  const acting = await actAs('viewer@roadkeeper.test');
  const path = `/user/${await idOf(product, 'viewer@roadkeeper.test')}/sessions`;
  const byOwner = (await product.call('GET', path, { token: kulkarni })).json.data;
  expect(acted(byOwner)).toMatchObject([{ actor: staffs, address: null }]);
  expect(JSON.stringify(byOwner)).not.toContain('Asha');
  const byStaff = (await product.call('GET', path, { token: admin })).json.data;
  expect(acted(byStaff)).toMatchObject([{ actor: { name: 'Asha Menon' }, address: '192.0.2.5' }]);

  // Its owner ends it like any other.
  expect(await status(child), 'another one was begun').toBe(401);
  expect((await product.call('DELETE', `${path}/${acted(byOwner)[0]?.id}`, { token: kulkarni })).status).toBe(200);
  expect(await status(acting)).toBe(401);
});

test('who looks after people sees how they sign in, and nobody else does', async () => {
  const ops = (await login('ops@roadkeeper.test')).json.accessToken as string;
  const facts = async (email: string, token = ops) =>
    product.call('GET', `/user/${await idOf(product, email)}/sign-in`, { token });
  expect((await facts('clerk@roadkeeper.test')).json.data).toEqual({
    hasPassword: true,
    passwordChangedAt: null,
    mustChangePassword: false,
    oneTimeUntil: null,
    codeSince: null,
  });
  const theirs = (await login('safety@roadkeeper.test')).json.accessToken as string;
  await switchOn(product, theirs, demoPassword);
  expect((await facts('safety@roadkeeper.test')).json.data.codeSince).toBe(product.clock.now().toISOString());
  const id = await idOf(product, 'safety@roadkeeper.test');
  const body = { data: { password: 'Tall-Oaks-7' } };
  expect((await product.call('PUT', `/admin/user-reset-password/${id}`, { token: ops, body })).status).toBe(200);
  expect((await facts('safety@roadkeeper.test')).json.data).toMatchObject({
    passwordChangedAt: product.clock.now().toISOString(),
    mustChangePassword: true,
    oneTimeUntil: new Date(product.clock.now().getTime() + 24 * 3_600_000).toISOString(),
  });
  expect((await facts('admin@roadkeeper.test')).status).toBe(403);
  expect((await facts('ops@roadkeeper.test')).status).toBe(403);
  const clerk = (await login('clerk@roadkeeper.test')).json.accessToken as string;
  expect((await facts('viewer@roadkeeper.test', clerk)).status).toBe(403);
  const client = (await login('client@roadkeeper.test')).json.accessToken as string;
  const foreign = await facts('kulkarni@roadkeeper.test', client);
  expect(foreign.status).toBe(404);
  const { text } = await product.call('GET', '/user/01a1fc17-27e9-7627-921e-d6ed735c9999/sign-in', { token: client });
  const bare = (one: string) => one.replace(/"requestId":"[^"]+"/, '');
  expect(bare(foreign.text)).toBe(bare(text));
});

test('one’s own name and number are changed; the number only with a recent proof, and never to somebody else’s', async () => {
  const token = (await login('clerk@roadkeeper.test')).json.accessToken as string;
  const read = await product.call('GET', '/session/profile', { token });
  expect(read.json.data).toMatchObject({
    email: 'clerk@roadkeeper.test',
    roleName: 'RTO clerk',
    orgName: null,
    mobile: null,
  });
  const put = (body: unknown, headers: Record<string, string> = {}) =>
    product.call('PUT', '/session/profile', { token, body, headers });
  expect(
    (await put({ name: 'Vikram S. Rao', mobile: null }, { 'if-match': String(read.headers['etag']) })).status,
  ).toBe(200);
  expect((await put({ name: 'Late', mobile: null }, { 'if-match': String(read.headers['etag']) })).status).toBe(412);
  expect((await product.call('GET', '/token', { token })).json.userData.name).toBe('Vikram S. Rao');
  product.clock.move(10 * 60_000 + 1);
  expect((await put({ name: 'Vikram Rao', mobile: '9876543210' })).json.code).toBe('prove_first');
  expect((await put({ name: 'Vikram Rao', mobile: null })).status).toBe(200);
  await product.call('POST', '/session/prove', { token, body: { password: demoPassword } });
  expect((await put({ name: 'Vikram Rao', mobile: '9876543210' })).status).toBe(200);
  expect((await login('+91 98765-43210')).status).toBe(200);
  const other = (await login('viewer@roadkeeper.test')).json.accessToken as string;
  const body = { name: 'Rohan Kulkarni', mobile: '9876543210' };
  const taken = await product.call('PUT', '/session/profile', { token: other, body });
  expect([taken.status, Object.keys(taken.json.fields)]).toEqual([409, ['mobile']]);
  for (const bad of [
    { name: 'x', mobile: null },
    { name: 'Vikram Rao', mobile: '123' },
    { name: 'Vikram Rao', mobile: '5876543210' },
    { name: 'Vikram Rao' },
    { name: 'Vikram Rao', mobile: null, roleId: 'x' },
    { name: 'Vikram Rao', mobile: null, email: 'admin@roadkeeper.test' },
    { name: 'nul\u0000', mobile: null },
  ])
    expect((await put(bad)).status, JSON.stringify(bad)).toBe(400);
});

test('browsers and systems are told in words', () => {
  const words = (agent: string) => deviceInWords(agent).device;
  expect(
    words(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari on iPhone');
  expect(
    words(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
    ),
  ).toBe('Edge on macOS');
  expect(
    words(
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0.0.0 Safari/537.36',
    ),
  ).toBe('Chrome on Linux');
  expect(
    words(
      'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    ),
  ).toBe('Samsung Internet on Android');
  expect(words('curl/8.5.0')).toBe('curl');
  expect(words('')).toBe('Unknown device');
  expect(deviceInWords(null).device).toBe('Unknown device');
});
