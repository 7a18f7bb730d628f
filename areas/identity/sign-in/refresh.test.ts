import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';

let product: TestProduct;
const cookieOf = (headers: Record<string, unknown>) => String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
const refresh = (cookie: string) => product.call('POST', '/session/refresh', { headers: { cookie } });
const signIn = async () => {
  const body = { email: 'admin@roadkeeper.test', password: demoPassword };
  const answer = await product.call('POST', '/login', { body });
  return { cookie: cookieOf(answer.headers), token: answer.json.accessToken as string };
};
const status = async (token: string) => (await product.call('GET', '/token', { token })).status;

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

test('fifty uses of one refresh token, before and after a restart, have one successor', async () => {
  const { cookie } = await signIn();
  const fifty = () => Promise.all(Array.from({ length: 50 }, () => refresh(cookie)));
  const first = await fifty();
  await product.restart();
  product.clock.move(9_000);
  const second = await fifty();
  const all = [...first, ...second];
  const fine = all.filter((one) => one.status === 200);
  // A pool that is full says so; nobody is signed out by it.
  expect(all.every((one) => one.status === 200 || one.status === 503)).toBe(true);
  expect([first, second].map((half) => half.some((one) => one.status === 200))).toEqual([true, true]);
  expect(new Set(fine.map((one) => cookieOf(one.headers))).size).toBe(1);
  expect(new Set(fine.map((one) => one.json.accessToken)).size).toBe(1);
  expect(await status(fine[0]?.json.accessToken)).toBe(200);
});

test('a replay after the grace period ends the family, though the product was restarted in between, and it stays ended', async () => {
  const { cookie, token } = await signIn();
  const next = await refresh(cookie);
  expect(next.status).toBe(200);
  await product.restart();
  product.clock.move(10_001);
  expect((await refresh(cookie)).status).toBe(401);
  const family = async () => [
    await status(token),
    await status(next.json.accessToken),
    (await refresh(cookieOf(next.headers))).status,
    (await refresh(cookie)).status,
  ];
  expect(await family()).toEqual([401, 401, 401, 401]);
  await product.restart();
  expect(await family()).toEqual([401, 401, 401, 401]);
});

test('fifty who replay at once after the grace period get nothing, and other sessions of the account go on', async () => {
  const mine = await signIn();
  const { cookie } = await signIn();
  const next = await refresh(cookie);
  product.clock.move(10_001);
  const all = await Promise.all(Array.from({ length: 50 }, () => refresh(cookie)));
  expect(all.some((one) => one.status === 401)).toBe(true);
  expect(all.every((one) => one.status === 401 || one.status === 503)).toBe(true);
  expect(await status(next.json.accessToken)).toBe(401);
  expect(await status(mine.token)).toBe(200);
});

test('a session that was revoked before a restart is revoked after it', async () => {
  const { cookie, token } = await signIn();
  await product.call('POST', '/logout', { token });
  await product.restart();
  expect([await status(token), (await refresh(cookie)).status]).toEqual([401, 401]);
});
