import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { cookiesOf, goodPassword, grantPeople, idOf, mailedToken, sql, switchOn } from '../testing/people.ts';

let product: TestProduct;
const ids: Record<string, string> = {};
const nowhere = '01a1fc17-27e9-7627-921e-d6ed735c9999';
const login = (email: string, password = demoPassword) => product.call('POST', '/login', { body: { email, password } });
const reset = (token: string, id: string, data: unknown = { password: 'Tall-Oaks-7' }) =>
  product.call('PUT', `/admin/user-reset-password/${id}`, { token, body: { data } });
const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');

beforeAll(async () => {
  product = await startTestProduct();
  await grantPeople(product, 'Operations', ['user', 'app-user']);
  await grantPeople(product, 'KYC reviewer', ['app-user']);
  await grantPeople(product, 'Client owner', ['app-user']);
  const people = {
    root: ['root@roadkeeper.test', 'Super admin'],
    ops: ['ops@roadkeeper.test', 'Operations'],
    peer: ['peer@roadkeeper.test', 'Operations'],
    kyc: ['reviewer@roadkeeper.test', 'KYC reviewer'],
    support: ['helpdesk@roadkeeper.test', 'Support'],
  } as const;
  for (const [key, [email, role]] of Object.entries(people)) ids[key] = await product.addStaff(email, role);
  ids['client'] = await idOf(product, 'client@roadkeeper.test');
  ids['viewer'] = await idOf(product, 'viewer@roadkeeper.test');
  // A colleague of the client's own organisation.
  ids['colleague'] = await product.addStaff('colleague@roadkeeper.test', 'Support');
  await sql(
    product,
    `update account set kind = 'client', org_id = (select org_id from account where id = $2),
       role_id = (select id from role where name = 'Client viewer') where id = $1`,
    [ids['colleague'], ids['client'] ?? ''],
  );
});
afterAll(() => product.close());

test('a one-time password lives a day, ends every session, and is good for nothing but choosing another', async () => {
  const ops = await product.login('ops@roadkeeper.test');
  const before = await login('helpdesk@roadkeeper.test');
  const done = await reset(ops, ids['support'] ?? '');
  expect([done.status, done.json]).toEqual([200, { message: 'User Password reset successfully!', data: null }]);
  expect((await product.call('GET', '/token', { token: before.json.accessToken })).status).toBe(401);
  const renewed = await product.call('POST', '/session/refresh', { headers: { cookie: cookiesOf(before.headers) } });
  expect(renewed.status).toBe(401);
  expect((await login('helpdesk@roadkeeper.test')).status).toBe(401);
  expect(product.mails.at(-1)).toMatchObject({ template: 'password-changed', accountId: ids['support'] });

  const given = await login('helpdesk@roadkeeper.test', 'Tall-Oaks-7');
  const token = given.json.accessToken as string;
  expect(given.json.userData.mustChangePassword).toBe(true);
  expect((await product.call('GET', '/permission', { token })).json.data).toEqual([]);
  for (const path of ['/rto', '/dashboard', '/export', '/search?q=pune', '/session/list', '/session/profile'])
    expect([path, (await product.call('GET', path, { token })).status]).toEqual([path, 403]);
  const confirmation = { token, body: { password: 'Tall-Oaks-7' } };
  expect((await product.call('POST', '/session/prove', confirmation)).status).toBe(403);
  expect((await product.call('POST', '/session/two-step/start', confirmation)).status).toBe(403);
  const body = { current: 'Tall-Oaks-7', password: goodPassword };
  expect((await product.call('POST', '/session/password', { token, body })).status).toBe(200);
  expect((await product.call('GET', '/token', { token })).json.userData.mustChangePassword).toBe(false);
  expect((await product.call('GET', '/rto', { token })).status).toBe(200);

  await reset(ops, ids['support'] ?? '');
  product.clock.move(24 * 3_600_000 + 1);
  const late = await login('helpdesk@roadkeeper.test', 'Tall-Oaks-7');
  expect(bare(late.text)).toBe(bare((await login('nobody@roadkeeper.test', 'Tall-Oaks-7')).text));
  // The way back stands open all the same.
  await product.call('POST', '/password/forgot', { body: { email: 'helpdesk@roadkeeper.test' } });
  await product.product.jobs.runDue();
  const way = { token: mailedToken(product), password: goodPassword };
  expect((await product.call('POST', '/password/reset', { body: way })).status).toBe(200);
  expect((await login('helpdesk@roadkeeper.test', goodPassword)).json.userData.mustChangePassword).toBe(false);
});

test('with empty data a link is mailed, and the sessions end', async () => {
  const ops = await product.login('ops@roadkeeper.test');
  const session = await product.login('reviewer@roadkeeper.test');
  expect((await reset(ops, ids['kyc'] ?? '', {})).status).toBe(200);
  expect((await product.call('GET', '/token', { token: session })).status).toBe(401);
  expect(product.mails.at(-1)).toMatchObject({ template: 'password-reset', variables: { minutes: '1440' } });
  product.clock.move(23 * 3_600_000);
  const body = { token: mailedToken(product), password: goodPassword };
  expect((await product.call('POST', '/password/reset', { body })).status).toBe(200);
});

test('nobody resets themselves, a peer or somebody above, and what one has no right to is not there', async () => {
  const ops = await product.login('ops@roadkeeper.test');
  const kyc = (await login('reviewer@roadkeeper.test', goodPassword)).json.accessToken as string;
  const root = await product.login('root@roadkeeper.test');
  const support = (await login('helpdesk@roadkeeper.test', goodPassword)).json.accessToken as string;
  const status = async (token: string, key: string) => (await reset(token, ids[key] ?? '')).status;
  expect([await status(ops, 'ops'), await status(ops, 'peer'), await status(ops, 'root')]).toEqual([403, 403, 403]);
  expect(await status(root, 'root')).toBe(403);
  const unknown = await reset(kyc, nowhere);
  expect(unknown.status).toBe(404);
  expect(bare((await reset(kyc, ids['support'] ?? '')).text)).toBe(bare(unknown.text));
  expect(bare((await reset(kyc, 'not-an-id')).text)).toBe(bare(unknown.text));
  expect(await status(kyc, 'viewer')).toBe(200);
  expect(await status(support, 'viewer')).toBe(403);
  expect((await reset('rka_nobody_at_all_here', ids['viewer'] ?? '')).status).toBe(401);
});

test('a client resets the people of their own organisation only', async () => {
  const client = await product.login('client@roadkeeper.test');
  const unknown = await reset(client, nowhere);
  for (const key of ['viewer', 'support', 'root'])
    expect([key, bare((await reset(client, ids[key] ?? '')).text)]).toEqual([key, bare(unknown.text)]);
  expect((await reset(client, ids['colleague'] ?? '')).status).toBe(200);
  expect((await reset(client, ids['client'] ?? '')).status).toBe(403);
});

test('the act needs a proof that is not older than ten minutes, and says so in words the screens understand', async () => {
  const token = await product.login('ops@roadkeeper.test');
  product.clock.move(10 * 60_000 + 1);
  for (const id of [ids['colleague'] ?? '', nowhere]) {
    const refused = await reset(token, id);
    expect([refused.status, refused.json.code]).toEqual([403, 'prove_first']);
  }
  expect((await product.call('POST', '/session/prove', { token, body: { password: demoPassword } })).status).toBe(200);
  expect((await reset(token, ids['colleague'] ?? '')).status).toBe(200);
});

test('hostile bodies change nothing', async () => {
  const token = await product.login('ops@roadkeeper.test');
  const put = (body: unknown) => product.call('PUT', `/admin/user-reset-password/${ids['colleague']}`, { token, body });
  for (const body of [
    {},
    { data: null },
    { data: 'x' },
    { data: [] },
    { password: 'Tall-Oaks-7' },
    { data: { password: 'short' } },
    { data: { password: 'password123' } },
    { data: { password: 'x'.repeat(129) } },
    { data: { password: null } },
    { data: { password: { $ne: 1 } } },
    { data: { password: 'Tall-Oaks-7', mustChange: false } },
    { data: { password: 'Tall-Oaks-7' }, id: ids['root'] },
  ])
    expect([JSON.stringify(body).slice(0, 60), (await put(body)).status]).toEqual([
      JSON.stringify(body).slice(0, 60),
      400,
    ]);
});

test('a lost second step is switched off by somebody above, and a new password follows', async () => {
  const email = 'lost@roadkeeper.test';
  const id = await product.addStaff(email, 'Support');
  const theirs = await product.login(email);
  await switchOn(product, theirs, demoPassword);
  const ops = await product.login('ops@roadkeeper.test');
  const off = (token: string, whose: string) => product.call('DELETE', `/admin/user-two-step/${whose}`, { token });
  const kyc = (await login('reviewer@roadkeeper.test', goodPassword)).json.accessToken as string;
  expect(bare((await off(kyc, id)).text)).toBe(bare((await off(kyc, nowhere)).text));
  expect((await off(ops, ids['peer'] ?? '')).status).toBe(403);
  expect((await off(ops, id)).status).toBe(200);
  expect((await off(ops, id)).status).toBe(409);
  expect((await product.call('GET', '/token', { token: theirs })).status).toBe(401);
  expect(product.mails.at(-1)).toMatchObject({ template: 'sign-in-code-changed', accountId: id });
  const again = await login(email);
  expect([again.status, again.json.userData.mustChangePassword]).toEqual([200, true]);
  product.clock.move(10 * 60_000 + 1);
  expect((await off(ops, id)).json.code).toBe('prove_first');
});

test('history tells who did it to whom, and holds no password', async () => {
  const rows = await sql<{ actor_name: string; record_title: string; after: object }>(
    product,
    `select actor_name, record_title, after from history where after->>'password' is not null order by id`,
  );
  expect(rows[0]).toEqual({
    actor_name: 'ops@roadkeeper.test',
    record_title: 'helpdesk@roadkeeper.test',
    after: { password: 'one-time password given' },
  });
  expect(JSON.stringify(rows)).not.toContain('Tall-Oaks');
});
