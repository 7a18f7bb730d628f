import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { codeOf, goodPassword, sql, switchOn } from '../testing/people.ts';

let product: TestProduct;
let turn = 0;
const login = (email: string, more: Record<string, unknown> = {}, password = demoPassword) =>
  product.call('POST', '/login', { body: { email, password, ...more } });
const path = '/session/two-step';
/** A new account of its own with the code switched on. */
async function person() {
  const email = `person${(turn += 1)}@roadkeeper.test`;
  await product.addStaff(email, 'Support');
  const token = await product.login(email);
  return { email, token, ...(await switchOn(product, token, demoPassword)) };
}
const nextStep = () => product.clock.move(30_000);

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

test('the code is switched on with password and a first code, and asked for from then on', async () => {
  const email = 'first@roadkeeper.test';
  await product.addStaff(email, 'Support');
  const token = await product.login(email);
  const other = await product.login(email);
  expect((await product.call('GET', path, { token })).json.data).toEqual({ onSince: null, codesLeft: 0 });
  expect((await product.call('POST', `${path}/start`, { token, body: { password: 'not this' } })).json.fields).toEqual({
    password: 'This is not your password',
  });
  const begun = await product.call('POST', `${path}/start`, { token, body: { password: demoPassword } });
  const { secret, uri } = begun.json.data as { secret: string; uri: string };
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toContain('otpauth://totp/Roadkeeper:first%40roadkeeper.test?');
  expect(uri).toContain(`secret=${secret}`);
  // Begun is not on.
  expect((await login(email)).status).toBe(200);
  const confirm = (code: string) => product.call('POST', `${path}/confirm`, { token, body: { code } });
  expect((await confirm('000000')).json.fields).toHaveProperty('code');
  const done = await confirm(codeOf(product, secret));
  expect(done.json.data.codes).toHaveLength(10);
  expect(new Set(done.json.data.codes).size).toBe(10);
  expect((await product.call('GET', '/token', { token })).status).toBe(200);
  expect((await product.call('GET', '/token', { token: other })).status).toBe(401);
  expect(product.mails.at(-1)?.template).toBe('sign-in-code-changed');
  expect((await product.call('GET', path, { token })).json.data).toMatchObject({ codesLeft: 10 });
  expect((await product.call('POST', `${path}/start`, { token, body: { password: demoPassword } })).status).toBe(409);

  const asked = await login(email);
  expect([asked.status, asked.json.code, Object.keys(asked.json.fields)]).toEqual([401, 'unauthorised', ['code']]);
  // Asked only of whoever knows the password.
  expect((await login(email, {}, 'not this')).json.fields).toBeUndefined();
  nextStep();
  expect((await login(email, { code: codeOf(product, secret) })).status).toBe(200);
});

test('neither the secret nor the codes can be read from the database, and history and log hold neither', async () => {
  const { secret, codes } = await person();
  const stored = JSON.stringify([
    await sql(product, `select encode(secret, 'escape') as a, encode(secret, 'hex') as b from two_step`),
    await sql(product, `select encode(hash, 'hex') as a from recovery_code`),
    await sql(product, 'select before, after from history'),
  ]);
  for (const one of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
    expect(stored).not.toContain(one);
});

test('a code counts in its half minute and the ones beside it, once, also for two at a time', async () => {
  const { email, secret } = await person();
  nextStep();
  nextStep();
  expect((await login(email, { code: codeOf(product, secret, -2) })).status).toBe(401);
  expect((await login(email, { code: codeOf(product, secret, 2) })).status).toBe(401);
  expect((await login(email, { code: codeOf(product, secret, -1) })).status).toBe(200);
  expect((await login(email, { code: codeOf(product, secret, -1) })).status).toBe(401);
  const now = codeOf(product, secret);
  const both = await Promise.all([login(email, { code: now }), login(email, { code: now })]);
  expect(both.map((one) => one.status).sort()).toEqual([200, 401]);
  // The one after it was used: an older one that is still in time is a replay.
  expect((await login(email, { code: codeOf(product, secret, 1).replace(/(...)/, '$1 ') })).status).toBe(200);
  expect((await login(email, { code: now })).status).toBe(401);
});

test('a recovery code opens once, however it is spelt, and its use is told', async () => {
  const { email, codes, token } = await person();
  const [first, second] = codes as [string, string];
  product.mails.length = 0;
  expect((await login(email, { code: ` ${first.toLowerCase().replace('-', ' ')} ` })).status).toBe(200);
  expect(product.mails.map((mail) => mail.variables['change'])).toEqual([
    'passed with a recovery code, of which 9 are left,',
  ]);
  expect((await login(email, { code: first })).status).toBe(401);
  const both = await Promise.all([login(email, { code: second }), login(email, { code: second })]);
  expect(both.map((one) => one.status).sort()).toEqual([200, 401]);
  expect((await product.call('GET', path, { token })).json.data.codesLeft).toBe(8);
});

test('new recovery codes need a proof that is not old, and make the old ones void', async () => {
  const { email, codes, secret, token } = await person();
  product.clock.move(10 * 60_000 + 1);
  const refused = await product.call('POST', `${path}/recovery-codes`, { token });
  expect([refused.status, refused.json.code]).toEqual([403, 'prove_first']);
  const confirm = (body: object) => product.call('POST', '/session/prove', { token, body });
  expect((await confirm({ password: 'not this' })).json.fields).toEqual({ password: 'This is not your password' });
  expect((await confirm({})).status).toBe(400);
  expect((await confirm({ password: demoPassword, code: '123456' })).status).toBe(400);
  expect((await confirm({ code: codeOf(product, secret) })).status).toBe(200);
  const fresh = await product.call('POST', `${path}/recovery-codes`, { token });
  expect(fresh.json.data.codes).toHaveLength(10);
  expect((await login(email, { code: codes[0] })).status).toBe(401);
  expect((await login(email, { code: fresh.json.data.codes[0] })).status).toBe(200);
});

test('it is switched off with password and code, and not beside a password that is short without it', async () => {
  const { email, secret, token } = await person();
  const off = (body: object) => product.call('DELETE', path, { token, body });
  expect((await off({ password: 'not this', code: '000000' })).status).toBe(400);
  expect((await off({ password: demoPassword })).status).toBe(400);
  expect((await off({ password: demoPassword, code: '000000' })).json.fields).toHaveProperty('code');
  nextStep();
  const short = { current: demoPassword, password: 'tall oaks' };
  expect((await product.call('POST', '/session/password', { token, body: short })).status).toBe(200);
  const kept = await off({ password: 'tall oaks', code: codeOf(product, secret) });
  expect(kept.json.fields.password).toMatch(/15 characters/);
  const long = { current: 'tall oaks', password: goodPassword };
  expect((await product.call('POST', '/session/password', { token, body: long })).status).toBe(200);
  const other = await login(email, { code: codeOf(product, secret) }, goodPassword);
  expect(other.status).toBe(200);
  nextStep();
  expect((await off({ password: goodPassword, code: codeOf(product, secret) })).status).toBe(200);
  expect((await product.call('GET', '/token', { token: other.json.accessToken })).status).toBe(401);
  expect((await login(email, {}, goodPassword)).status).toBe(200);
  expect((await off({ password: goodPassword, code: '000000' })).status).toBe(409);
});

test('what is begun ends after a quarter of an hour, and the secret of one account opens no other', async () => {
  const email = 'slow@roadkeeper.test';
  const id = await product.addStaff(email, 'Support');
  const token = await product.login(email);
  const begun = await product.call('POST', `${path}/start`, { token, body: { password: demoPassword } });
  const { secret } = begun.json.data;
  product.clock.move(14 * 60_000);
  const { email: theirs, secret: theirSecret } = await person();
  await sql(
    product,
    `update two_step set secret = (select secret from two_step t join account a on a.id = t.account_id where a.email = $2) where account_id = $1`,
    [id, theirs],
  );
  const moved = { code: codeOf(product, theirSecret) };
  expect((await product.call('POST', `${path}/confirm`, { token, body: moved })).status).toBe(500);
  await product.call('POST', `${path}/start`, { token, body: { password: demoPassword } });
  product.clock.move(15 * 60_000 + 1);
  const late = await product.login(email);
  const body = { code: codeOf(product, secret) };
  expect((await product.call('POST', `${path}/confirm`, { token: late, body })).status).toBe(409);
});

test('hostile bodies are refused by their shape', async () => {
  const { token, email } = await person();
  for (const body of [{ code: 123456 }, { code: ['123456'] }, { code: { $ne: '' } }, { code: '1'.repeat(31) }, {}, []])
    expect((await product.call('POST', `${path}/confirm`, { token, body })).status).toBe(400);
  for (const code of [123456, ['123456'], null, '1'.repeat(31)])
    expect((await login(email, { code })).status).toBe(400);
  expect((await login(email, { code: '   ' })).json.fields).toHaveProperty('code');
  expect((await login(email, { code: '١٢٣٤٥٦' })).status).toBe(401);
});
