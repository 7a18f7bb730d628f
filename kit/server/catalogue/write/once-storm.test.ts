import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallAnswer, startTestProduct, type TestProduct } from '#apps/server/testing.ts';
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
/** The answer once the product has time for it: a storm leaves a slow machine busy for a while, and it says so. */
async function inCalm(ask: () => Promise<CallAnswer>): Promise<CallAnswer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429 && answer.status !== 503) return answer;
    await pause(100);
  }
}
const read = async (path: string) => {
  const answer = await inCalm(() => product.call('GET', path, { token }));
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
const named = async (text: string) =>
  (await read(`/vehicle-brand?q=${text}&take=100`)).json.data as { id: string; name: string }[];
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
  expect((await read(`/vehicle-brand/${record?.id}/history`)).json.count).toBe(1);
  expect(await keptUnder(key)).toHaveLength(1);
  const again = await inCalm(() => create('Stormy one', key));
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
  for (const name of bodies)
    expect((await inCalm(() => create(name, key))).status).toBe(name === record?.name ? 201 : 422);
});

test('requests at once, each with a key of its own, make one record of a name that is unique', async () => {
  const answers = await Promise.all(Array.from({ length: 300 }, () => create('Squally', randomUUID())));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 201 && !beyond.has(status)).map(({ text }) => text)).toEqual([]);
  expect(await named('squally')).toHaveLength(1);
});

test('a repetition is answered as the first was, whatever the record has become by it', async () => {
  const made = (await create('Breezy', randomUUID())).json.data;
  const once = async (method: 'PUT' | 'DELETE', path: string, more: { body?: unknown; headers?: object } = {}) => {
    const headers = { ...more.headers, 'idempotency-key': randomUUID() };
    const ask = () => product.call(method, path, { token, ...more, headers });
    const [first, second] = [await ask(), await ask()];
    expect([path, first.status, first.text]).toEqual([path, 200, first.text]);
    expect([second.status, second.text, second.headers['idempotency-replayed']]).toEqual([200, first.text, 'true']);
    return { first: first.json.data, headers };
  };
  // Done again it would be another version, then the old status, then not there.
  const body = { name: 'Breezier' };
  const { first } = await once('PUT', `/vehicle-brand/${made.id}`, { body, headers: { 'if-match': '"v1"' } });
  expect(first.version).toBe(2);
  expect((await once('PUT', `/vehicle-brand/status/${made.id}`)).first.status).toBe(0);
  const { headers } = await once('DELETE', `/vehicle-brand/${made.id}`);
  const history = await product.call('GET', `/vehicle-brand/${made.id}/history`, { token });
  expect(history.json.data.map(({ action }: { action: string }) => action)).toEqual([
    'delete',
    'status',
    'update',
    'create',
  ]);
  // The key of one thing is no key of another, which is refused for that alone.
  const other = await product.call('DELETE', `/vehicle-brand/${randomUUID()}`, { token, headers });
  expect(other.status).toBe(422);
});
