import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { figureOf } from '#kit/server/http/testing/raw-client.ts';

let product: TestProduct;
let admin: string;
const caches = { answers: 2_000_000, counts: 1_000_000 };
beforeAll(async () => {
  product = await startTestProduct({ caches });
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const kept = async (cache: string) => figureOf(product, `cache_bytes{cache="${cache}"}`);

test('long addresses count for what is remembered of their answers, and cost no more than short ones of how many rows match', async () => {
  const id = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
  // A hundred ids, every letter of them in hexadecimal: nearly as long as an address may be.
  const address = (at: number) => {
    const ids = Array.from({ length: 100 }, (_, own) => id(at * 100 + own)).join(',');
    return `/vehicle-model?take=1&brandId=${ids.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`;
  };
  const { length } = address(0);
  expect(length).toBeGreaterThan(10_000);
  const ask = async (from: number, count: number) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, at) => product.call('GET', address(from + at), { token: admin })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  };
  const before = await kept('answers');
  await ask(0, 20);
  expect((await kept('answers')) - before).toBeGreaterThan(20 * length);
  const few = await kept('counts');
  expect(few).toBeGreaterThan(20 * 128);
  expect(few).toBeLessThan(20 * 1_000);
  for (let from = 20; from < 220; from += 20) await ask(from, 20);
  // Without their addresses, all that is kept of these answers would be a fiftieth of it.
  expect(await kept('answers')).toBeGreaterThan(caches.answers / 2);
  expect(await kept('answers')).toBeLessThanOrEqual(caches.answers);
  expect(await kept('counts')).toBeGreaterThan(10 * few);
});

test('an answer from memory is the one that was made, is counted like it, and is for whoever may have it', async () => {
  const address = '/vehicle-brand?take=100&sort=-name';
  const ask = (headers: Record<string, string> = {}) => product.call('GET', address, { token: admin, headers });
  const answered = (status: number) =>
    figureOf(
      product,
      `http_request_duration_seconds_count{method="GET",route="/api/v1/vehicle-brand",status="${status}"}`,
    );
  const made = await ask();
  expect(made.status, made.text).toBe(200);
  const before = await answered(200);
  const ready = await ask();
  const { 'x-request-id': first, date: _, ...headers } = made.headers;
  expect(ready.text).toBe(made.text);
  expect(ready.headers).toEqual({ ...headers, 'x-request-id': expect.any(String), date: expect.any(String) });
  expect(ready.headers['x-request-id']).not.toBe(first);
  expect(await answered(200)).toBe(before + 1);
  const etag = String(headers['etag']);
  const known = await ask({ 'if-none-match': etag });
  expect([known.status, known.text, known.headers['etag']]).toEqual([304, '', etag]);
  expect(await answered(304)).toBe(1);
  expect((await product.call('GET', address)).status).toBe(401);
  // What is written ends it.
  const [brand] = ready.json.data;
  expect((await product.call('PUT', `/vehicle-brand/status/${brand.id}`, { token: admin })).status).toBe(200);
  const after = await ask({ 'if-none-match': etag });
  expect([after.status, after.json.data[0].status]).toEqual([200, 1 - brand.status]);
});

test('sessions are remembered for a moment, however many tokens there are', async () => {
  const { sessions } = product.product;
  for (let at = 0; at < 6; at += 1) {
    const token = await product.login('admin@roadkeeper.test');
    expect((await product.call('GET', '/permission', { token })).status).toBe(200);
    expect(sessions.remembered).toBeGreaterThan(0);
    product.clock.move(1_500);
  }
  expect(sessions.remembered).toBeLessThanOrEqual(2);
});
