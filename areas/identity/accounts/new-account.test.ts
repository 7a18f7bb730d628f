import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { manualClock } from '#kit/server/clock.ts';
import { type KeyServer, startKeyServer } from '../testing/key-server.ts';

const projectId = 'roadkeeper-fleet';
let keys: KeyServer;
let product: TestProduct;
let admin: string;
let roleId: string;

beforeAll(async () => {
  keys = await startKeyServer(manualClock('2026-11-21T06:00:00Z'), projectId);
  product = await startTestProduct({ access: { firebaseProjectId: projectId, firebaseKeysUrl: keys.url } });
  admin = await product.login('admin@roadkeeper.test');
  const roles = await product.call('GET', '/role?option=true', { token: admin });
  roleId = roles.json.data.find((one: { name: string }) => one.name === 'Support').id;
});
afterAll(async () => {
  await product?.close();
  keys?.close();
});

const add = (body: object, firebase?: string) =>
  product.call('POST', '/user', {
    token: admin,
    body: { name: 'Leela Dsouza', roleId, ...body },
    headers: firebase === undefined ? {} : { firebase },
  });
const login = (email: string, password: string) => product.call('POST', '/login', { body: { email, password } });

test('a new user is sent a link that works once, and signs in with the password chosen there', async () => {
  const made = await add({ email: 'leela@example.in' });
  expect([made.status, made.text.includes('rkp_')]).toEqual([201, false]);
  const mail = product.mails.at(-1);
  expect(mail).toMatchObject({
    template: 'account-created',
    accountId: made.json.data.id,
    variables: { by: 'Asha Menon' },
  });
  const token = String(mail?.secretLink).split('#')[1];
  expect(token).toMatch(/^rkp_/);
  expect((await login('leela@example.in', '')).status).toBe(400);
  expect((await login('leela@example.in', 'Demo-Roadkeeper-2026')).status).toBe(401);
  const body = { token, password: 'Nine-Mango-Trees-9' };
  expect((await product.call('POST', '/password/reset', { body })).status).toBe(200);
  expect((await product.call('POST', '/password/reset', { body })).status).toBe(400);
  expect((await login('leela@example.in', 'Nine-Mango-Trees-9')).status).toBe(200);
  // In the history stands that there is an account, and nothing that opens it.
  const history = await product.call('GET', `/user/${made.json.data.id}/history`, { token: admin });
  expect(history.text).not.toMatch(/rkp_|password_hash/);
});

test('the link of somebody who waits too long is over, and one without an address gets none', async () => {
  await add({ email: 'late@example.in' });
  const token = String(product.mails.at(-1)?.secretLink).split('#')[1];
  const expiresAt = product.mails.at(-1)?.expiresAt;
  product.clock.move(expiresAt ? expiresAt.getTime() - product.clock.now().getTime() + 1_000 : 0);
  const body = { token, password: 'Nine-Mango-Trees-9' };
  expect((await product.call('POST', '/password/reset', { body })).status).toBe(400);
  admin = await product.login('admin@roadkeeper.test');
  const before = product.mails.length;
  const client = await product.call('GET', '/role/option?q=client viewer', { token: admin });
  const organisations = await product.call('GET', '/organisation?option=true', { token: admin });
  const driver = await product.call('POST', '/app-user', {
    token: admin,
    body: {
      name: 'Pradeep More',
      profileType: '2',
      mobile: '9822012345',
      roleId: client.json.data[0].id,
      orgId: organisations.json.data[0].id,
    },
  });
  expect([driver.status, product.mails.length]).toEqual([201, before]);
});

test('an account that is not made invites nobody', async () => {
  const before = product.mails.length;
  expect((await add({ email: 'leela@example.in' })).status).toBe(409);
  expect((await add({ email: 'no address' })).status).toBe(400);
  expect(product.mails.length).toBe(before);
});

test('with a firebase token the account is made for the person it names, and for nobody else', async () => {
  const now = () => Math.floor(product.clock.now().getTime() / 1_000);
  const times = () => ({ iat: now() - 60, exp: now() + 3_000, auth_time: now() - 60 });
  const token = await keys.sign({ ...times(), email: 'ravi@example.in' });
  const strange = await add({ email: 'other@example.in', mobile: '9000000001' }, token);
  expect([strange.status, Object.keys(strange.json.fields)]).toEqual([400, ['firebase']]);
  expect((await add({ email: 'ravi@example.in' }, 'not a token')).json.fields).toEqual({
    firebase: 'The firebase token is not valid',
  });
  expect((await add({ email: 'ravi@example.in' }, token)).status).toBe(201);
  // By number alone: whoever signed in there by telephone has no address.
  const byNumber = await keys.sign({ ...times(), email: undefined });
  expect((await add({ email: 'by.number@example.in', mobile: '9876543210' }, byNumber)).status).toBe(201);
});
