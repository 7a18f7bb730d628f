import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { accountById } from '../accounts/accounts.store.ts';
import { makePasswordLink } from './password-link.store.ts';
import { cookiesOf, goodPassword, idOf, mailedToken, otherPassword, sql, switchOn, codeOf } from '../testing/people.ts';

let product: TestProduct;
const staff = 'asha@roadkeeper.test';
const login = (password: string, email = staff, more: Record<string, unknown> = {}) =>
  product.call('POST', '/login', { body: { email, password, ...more } });
const change = (token: string, body: unknown) => product.call('POST', '/session/password', { token, body });
const alive = async (token: string) => (await product.call('GET', '/token', { token })).status === 200;
const forgot = (email: string) => product.call('POST', '/password/forgot', { body: { email } });
const reset = (body: Record<string, unknown>) => product.call('POST', '/password/reset', { body });
const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');

beforeAll(async () => {
  product = await startTestProduct();
  await product.addStaff(staff, 'Support');
});
afterAll(() => product.close());

test('one’s own password is changed with the present one: this session goes on, all others end, a mail says so', async () => {
  const here = await login(demoPassword);
  const token = here.json.accessToken as string;
  const there = await login(demoPassword);
  expect(await alive(there.json.accessToken)).toBe(true);
  const wrong = await change(token, { current: 'not this', password: goodPassword });
  expect([wrong.status, wrong.json.fields]).toEqual([400, { current: 'This is not your password' }]);
  const done = await change(token, { current: demoPassword, password: goodPassword });
  expect([done.status, done.json.message]).toEqual([200, 'Password changed. You are signed out everywhere else.']);
  expect([await alive(token), await alive(there.json.accessToken)]).toEqual([true, false]);
  const renewed = await product.call('POST', '/session/refresh', { headers: { cookie: cookiesOf(there.headers) } });
  expect(renewed.status).toBe(401);
  expect((await login(demoPassword)).status).toBe(401);
  expect((await login(goodPassword)).status).toBe(200);
  expect(product.mails.at(-1)).toMatchObject({ template: 'password-changed', accountId: await idOf(product, staff) });
  const [row] = await sql<{ after: object }>(
    product,
    `select after from history where module = 'user' order by id desc`,
  );
  expect(row?.after).toEqual({ password: 'changed' });
});

test('a new password keeps the rules, and what is no password at all is refused by the shape', async () => {
  const token = (await login(goodPassword)).json.accessToken as string;
  const refused = async (password: unknown, extra: object = {}) => {
    const answer = await change(token, { current: goodPassword, password, ...extra });
    expect(answer.status, String(password)).toBe(400);
    return Object.entries(answer.json.fields)[0];
  };
  expect(await refused('only fourteen!')).toEqual(['password', expect.stringContaining('15')]);
  expect(await refused('x'.repeat(600))).toEqual(['password', expect.stringContaining('128')]);
  expect(await refused('long words '.repeat(12))).toEqual(['password', expect.stringContaining('128')]);
  expect(await refused(goodPassword)).toEqual(['password', 'This is your current password']);
  expect(await refused('asha@roadkeeper.test')).toEqual(['password', expect.stringContaining('easy to guess')]);
  expect(await refused('demo-roadkeeper-2026')).toEqual(['password', expect.stringContaining('too common')]);
  expect(await refused('a null byte \u0000 in the middle')).toEqual(['password', expect.any(String)]);
  expect(await refused(['an array of words here'])).toEqual(['password', expect.any(String)]);
  expect(await refused({ $ne: '' })).toEqual(['password', expect.any(String)]);
  expect(await refused(otherPassword, { accountId: 'x' })).toEqual(['accountId', expect.any(String)]);
  expect((await change('rka_nobody_at_all_here', { current: goodPassword, password: otherPassword })).status).toBe(401);
  const proto = await product.call('POST', '/session/password', {
    token,
    payload: `{"current":"${goodPassword}","password":"${otherPassword}","__proto__":{"x":1}}`,
    headers: { 'content-type': 'application/json' },
  });
  expect(proto.status).toBe(400);
});

test('a forgotten password: the same answer for everybody, a link to the person alone, used once and in time', async () => {
  product.mails.length = 0;
  const known = await forgot(staff);
  const unknown = await forgot('nobody@roadkeeper.test');
  expect([known.status, bare(known.text)]).toEqual([200, bare(unknown.text)]);
  expect(Object.keys(known.headers).sort()).toEqual(Object.keys(unknown.headers).sort());
  await product.product.jobs.runDue();
  expect(product.mails).toHaveLength(1);
  const [mail] = product.mails;
  expect(mail).toMatchObject({ template: 'password-reset', variables: { minutes: '20' } });
  expect(mail?.secretLink).toMatch(/^http:\/\/localhost:3000\/reset#rkp_[\w-]{43}$/);
  const first = mailedToken(product);
  const stored = JSON.stringify(await sql(product, `select encode(hash, 'hex') as hash, purpose from password_link`));
  expect(stored).not.toContain(first.slice(4));

  // A host that the caller names is never the link's; a newer link makes the older one void.
  await product.call('POST', '/password/forgot', {
    body: { email: staff },
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  });
  await product.product.jobs.runDue();
  expect(product.mails.at(-1)?.secretLink).toMatch(/^http:\/\/localhost:3000\//);
  const token = mailedToken(product);
  expect((await reset({ token: first, password: otherPassword })).json.fields).toEqual({
    token: 'This link is no longer valid',
  });
  const facts = await product.call('POST', '/password/link', { body: { token } });
  expect(facts.json.data).toEqual({ purpose: 'reset', name: staff, email: staff, needsCode: false, minLength: 15 });

  const session = (await login(goodPassword)).json.accessToken as string;
  expect((await reset({ token, password: 'too short' })).json.fields.password).toMatch(/15/);
  const done = await reset({ token, password: otherPassword });
  expect([done.status, done.json.data, done.headers['set-cookie']]).toEqual([200, null, undefined]);
  expect(await alive(session)).toBe(false);
  expect(product.mails.at(-1)?.template).toBe('password-changed');
  expect((await reset({ token, password: goodPassword })).status).toBe(400);
  expect((await login(otherPassword)).status).toBe(200);

  product.clock.move(3_600_000);
  await forgot(staff);
  await product.product.jobs.runDue();
  product.clock.move(20 * 60_000 + 1);
  expect((await reset({ token: mailedToken(product), password: goodPassword })).status).toBe(400);
});

test('no other token opens a password, and a link’s token opens nothing else', async () => {
  product.clock.move(3_600_000);
  const signedIn = await login(otherPassword);
  await forgot(staff);
  await product.product.jobs.runDue();
  const link = mailedToken(product);
  const refreshToken = String(signedIn.headers['set-cookie']).split(';')[0]?.slice(3);
  for (const token of [
    signedIn.json.accessToken,
    refreshToken,
    `${link}x`,
    link.slice(0, -1),
    '',
    'rkp_',
    "' or 1=1 --",
  ])
    expect((await reset({ token, password: goodPassword })).status, token).toBe(400);
  expect((await product.call('GET', '/token', { token: link })).status).toBe(401);
  expect((await product.call('POST', '/session/refresh', { headers: { cookie: `rt=${link}` } })).status).toBe(401);
  expect(
    (
      await product.call('POST', '/setup', {
        body: { token: link, name: 'A B', email: 'a@b.in', password: goodPassword },
      })
    ).status,
  ).toBe(403);
  for (const token of [5, null, ['x'], { $gt: '' }, undefined])
    expect((await reset({ token, password: goodPassword })).status).toBe(400);
  expect((await reset({ token: link, password: goodPassword, purpose: 'invite' })).json.fields).toEqual({
    purpose: 'Not a field of this call',
  });
  expect((await reset({ token: link, password: goodPassword })).status).toBe(200);
});

test('of ten who use one link at once, one sets the password', async () => {
  product.clock.move(3_600_000);
  await forgot(staff);
  await product.product.jobs.runDue();
  const token = mailedToken(product);
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, n) => reset({ token, password: `${otherPassword} ${n}` })),
  );
  expect(all.filter((one) => one.status === 200)).toHaveLength(1);
});

test('mails of this kind are few: five an hour to one account, and the sixth asks to wait, known or not', async () => {
  for (const email of ['clerk@roadkeeper.test', 'stranger@roadkeeper.test']) {
    product.clock.move(3_600_000);
    const statuses: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      statuses.push((await forgot(email)).status);
      product.clock.move(120_000);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
  }
});

test('with a code at sign-in the mail alone sets no password, and the code stays on', async () => {
  product.clock.move(3_600_000);
  const email = 'second@roadkeeper.test';
  await product.addStaff(email, 'Support');
  const token = (await login(demoPassword, email)).json.accessToken as string;
  const { secret, codes } = await switchOn(product, token, demoPassword);
  await forgot(email);
  await product.product.jobs.runDue();
  const link = mailedToken(product);
  const facts = await product.call('POST', '/password/link', { body: { token: link } });
  expect(facts.json.data).toMatchObject({ needsCode: true, minLength: 8 });
  const without = await reset({ token: link, password: 'tall oaks' });
  expect([without.status, Object.keys(without.json.fields)]).toEqual([400, ['code']]);
  expect((await reset({ token: link, password: 'tall oaks', code: '000000' })).status).toBe(400);
  expect((await reset({ token: link, password: 'tall oaks', code: codes[0] })).status).toBe(200);
  expect((await login('tall oaks', email)).json.fields).toHaveProperty('code');
  product.clock.move(30_000);
  expect((await login('tall oaks', email, { code: codeOf(product, secret) })).status).toBe(200);
});

test('a new account gets in with a link that lives three days, and an inactive one with none', async () => {
  const email = 'new@roadkeeper.test';
  const id = await product.addStaff(email, 'Support');
  await sql(product, 'update account set password_hash = null where id = $1', [id]);
  expect((await login(demoPassword, email)).status).toBe(401);
  const kit = { clock: product.clock, publicBase: () => 'https://fleet.example.in' };
  const make = () => transact(product.product.db, { orgId: null }, (db) => makePasswordLink(db, kit, id, 'invite'));
  const { link, expiresAt } = await make();
  expect(link).toMatch(/^https:\/\/fleet\.example\.in\/reset#rkp_/);
  expect(expiresAt.getTime() - product.clock.now().getTime()).toBe(72 * 3_600_000);
  product.clock.move(71 * 3_600_000);
  const token = link.split('#')[1];
  await sql(product, 'update account set status = 0 where id = $1', [id]);
  expect((await reset({ token, password: goodPassword })).status).toBe(400);
  await sql(product, 'update account set status = 1 where id = $1', [id]);
  expect((await product.call('POST', '/password/link', { body: { token } })).json.data.purpose).toBe('invite');
  expect((await reset({ token, password: goodPassword })).status).toBe(200);
  expect((await login(goodPassword, email)).status).toBe(200);
  const late = (await make()).link.split('#')[1];
  product.clock.move(72 * 3_600_000 + 1);
  expect((await reset({ token: late, password: otherPassword })).status).toBe(400);
});

test('a password that was changed while somebody signed in with the old one starts no session', async () => {
  const email = 'racer@roadkeeper.test';
  const id = await product.addStaff(email, 'Support');
  const old = await transact(product.product.db, everything, (db) => accountById(db, id, product.clock.now()));
  await sql(product, `update account set password_hash = 'another' where id = $1`, [id]);
  const owner = { accountId: id, orgId: null, kind: 'staff', passwordHash: old?.password_hash ?? '' } as const;
  const start = product.product.issuer.start(owner, { ip: '::1', userAgent: '', keep: false });
  await expect(start).rejects.toMatchObject({ code: 'unauthorised' });
  expect(await sql(product, 'select 1 from session where account_id = $1', [id])).toEqual([]);
});
