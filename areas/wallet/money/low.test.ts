import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import type { WorkCard } from '#kit/contract/work.ts';

let product: TestProduct;
const people = {
  finance: 'finance@roadkeeper.test',
  client: 'client@roadkeeper.test',
  viewer: 'dispatch@roadkeeper.test',
  stranger: 'deccan@roadkeeper.test',
  admin: 'admin@roadkeeper.test',
} as const;
type Who = keyof typeof people;
let tokens: Record<Who, string>;
let wallet: string;
beforeAll(async () => {
  product = await startTestProduct();
  const signIn = Object.entries(people).map(async ([who, email]) => [who, await product.login(email)] as const);
  tokens = Object.fromEntries(await Promise.all(signIn)) as Record<Who, string>;
  wallet = (await call('client', 'POST', '/wallet', {})).json.data.id;
}, 60_000);
afterAll(() => product?.close());

const call = (who: Who, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  product.call(method, path, { token: tokens[who], ...(body === undefined ? {} : { body }) });
const one = async () => (await call('client', 'GET', `/wallet/${wallet}`)).json.data;
const low = async (who: Who, is = 'true') => (await call(who, 'GET', `/wallet?low=${is}`)).json.count as number;
const choose = (lowPaise: unknown, who: Who = 'client') =>
  call(who, 'PUT', `/wallet/${wallet}/low-balance`, { lowPaise });
const credit = async (amountPaise: number) => {
  const body = { walletId: wallet, transactionType: 1, amountPaise, note: 'Low' };
  expect((await call('finance', 'POST', '/wallet/adjustment', body)).status).toBe(201);
};
const pay = async (amountPaise: number, more: object = {}): Promise<string> => {
  const body = { walletId: wallet, amountPaise, reason: 'FEE', subject: 'Low', ...more };
  const { status, json, text } = await call('client', 'POST', '/wallet/payment', body);
  expect(status, text).toBe(201);
  return json.data.id;
};
/** How often each person has been told. */
const told = async (): Promise<Record<string, number>> => {
  await product.product.jobs.runDue();
  const rows = await transact(product.product.db, everything, (db) =>
    db.query<{ email: string; count: number }>(
      `select a.email, count(*) as count from notice n join account a on a.id = n.account_id where n.topic = 'wallet-low' group by a.email`,
    ),
  );
  return Object.fromEntries(rows.map(({ email, count }) => [email, count]));
};
const card = async (who: Who) =>
  (await call(who, 'GET', '/dashboard')).json.data.work.find(({ key }: WorkCard) => key === 'wallets-low');

test('a wallet that was never used is not low; one that falls below its amount is, and who sees it is told once', async () => {
  expect(await one()).toMatchObject({ lowPaise: 100_000, isLow: false });
  await credit(300_000);
  await pay(150_000);
  expect([(await one()).isLow, await low('client'), await told()]).toEqual([false, 0, {}]);
  await pay(60_000);
  expect([(await one()).isLow, await low('client'), await low('client', 'false')]).toEqual([true, 1, 0]);
  const once = await told();
  expect(once).toHaveProperty([people.client], 1);
  // Whoever sees the wallet, of staff who may top it up, and nobody of another organisation.
  expect([once[people.finance], once[people.viewer]]).toEqual([1, 1]);
  expect(once).not.toHaveProperty([people.stranger]);
  await pay(10_000);
  expect(await told()).toEqual(once);
  expect([await low('finance'), await low('stranger')]).toEqual([1, 0]);
  expect(await card('client')).toMatchObject({
    count: 1,
    to: '/wallet?tab=wallets&low=true',
    rows: [{ note: '₹800.00', to: `/wallet/${wallet}` }],
  });
  expect(await card('viewer')).toBeUndefined();

  // A hold takes from what can be spent; what is taken of it does not take it twice.
  await credit(100_000);
  const hold = await pay(90_000, { holdHours: 1 });
  const twice = await told();
  expect(twice[people.client]).toBe(2);
  expect((await call('finance', 'POST', `/wallet-transaction/${hold}/capture`, {})).status).toBe(200);
  expect(await told()).toEqual(twice);
});

test('its amount is chosen by who may top it up, within bounds, and stands in the history', async () => {
  for (const wrong of [-1, 1.5, '5', null, undefined, 100_000_001]) expect((await choose(wrong)).status).toBe(400);
  expect((await choose(5, 'viewer')).status).toBe(403);
  expect((await choose(5, 'stranger')).status).toBe(404);
  expect((await call('client', 'PUT', '/wallet/nothing/low-balance', { lowPaise: 5 })).status).toBe(404);
  expect((await call('client', 'GET', '/wallet?low=maybe')).status).toBe(400);
  expect((await choose(0)).json).toMatchObject({
    message: 'Warning amount saved.',
    data: { lowPaise: 0, isLow: false },
  });
  expect([await low('client'), (await card('client')).count]).toEqual([0, 0]);
  expect((await choose(0)).status).toBe(200);
  const { json } = await call('admin', 'GET', `/history?module=wallet&record=${wallet}`);
  const changes = json.data.filter(({ action }: { action: string }) => action === 'update');
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({ before: { lowPaise: 100_000 }, after: { lowPaise: 0 } });
});

test('an amount that is raised above what can be spent makes the wallet low, and whoever sees it is told of that', async () => {
  const { availablePaise } = await one();
  expect((await choose(availablePaise)).json.data).toMatchObject({ isLow: false });
  const before = await told();
  const answers = await Promise.all([1, 2, 3].map(() => choose(availablePaise + 1)));
  expect(answers.map(({ json }) => json.data.isLow)).toEqual([true, true, true]);
  const after = await told();
  expect(after[people.client]).toBe((before[people.client] ?? 0) + 1);
  expect(after).not.toHaveProperty([people.stranger]);
  // Low already: a higher amount is no news.
  expect((await choose(availablePaise + 2)).json.data).toMatchObject({ isLow: true });
  expect(await told()).toEqual(after);
});
