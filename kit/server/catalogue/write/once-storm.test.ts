import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';

const atOnce = 1_000;
/** Refusals of what comes on top of what the product takes at once: they say when to ask again, and make nothing. */
const beyond = new Set([409, 429, 503]);
let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await startTestProduct();
  token = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const create = (name: string, key: string) =>
  product.call('POST', '/vehicle-brand', { token, body: { name }, headers: { 'idempotency-key': key } });
/** Asks again where it is told to: what was refused before still weighs on who asks. */
const named = async (text: string) => {
  const ask = () => product.call('GET', `/vehicle-brand?q=${text}&take=100`, { token });
  await vi.waitUntil(async () => !beyond.has((await ask()).status), { timeout: 30_000, interval: 500 });
  return (await ask()).json.data as { id: string; name: string }[];
};
const keptUnder = (key: string) =>
  transact(product.product.db, everything, (db) => db.query('select 1 from idempotency where key = $1', [key]));

test(`${atOnce} requests at once with one key make one record, and all are answered the same`, async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: atOnce }, () => create('Stormy one', key)));
  const odd = answers.filter(({ status }) => status !== 201 && !beyond.has(status));
  expect(odd.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map(({ text, headers }) => `${String(headers['etag'])} ${text}`)).size).toBe(1);
  expect(made.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
  expect(answers.filter(({ status, headers }) => beyond.has(status) && !headers['retry-after'])).toEqual([]);

  const [record, ...others] = await named('stormy');
  expect([record?.id, others]).toEqual([made[0]?.json.data.id, []]);
  expect((await product.call('GET', `/vehicle-brand/${record?.id}/history`, { token })).json.count).toBe(1);
  expect(await keptUnder(key)).toHaveLength(1);
  const again = await create('Stormy one', key);
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([201, made[0]?.text, 'true']);
});

test('of two bodies under one key only one is ever written, whichever comes first', async () => {
  const key = randomUUID();
  const bodies = ['Gusty left', 'Gusty right'] as const;
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, at) => {
      const name = bodies[at % 2] as string;
      return { name, status: (await create(name, key)).status };
    }),
  );
  const [record, ...others] = await named('gusty');
  expect(others).toEqual([]);
  for (const { name, status } of answers)
    expect(name === record?.name ? [201, ...beyond] : [422, ...beyond], name).toContain(status);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]));
  for (const name of bodies) expect((await create(name, key)).status).toBe(name === record?.name ? 201 : 422);
});

test('requests at once, each with a key of its own, make one record of a name that is unique', async () => {
  const answers = await Promise.all(Array.from({ length: 300 }, () => create('Squally', randomUUID())));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 201 && !beyond.has(status)).map(({ text }) => text)).toEqual([]);
  expect(await named('squally')).toHaveLength(1);
});
