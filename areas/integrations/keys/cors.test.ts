import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { owner, withKeys } from '../testing/keys.ts';

const portal = 'https://portal.example.in';
let product: TestProduct;
let key: string;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true, site: { apiOrigins: [portal] } });
  ({ key } = await withKeys(product).make());
});
afterAll(() => product?.close());

const allowed = 'access-control-allow-origin';
const ask = (origin: string, token = key) => product.call('GET', '/vehicle?take=1', { token, headers: { origin } });
const preflight = (origin: string, path = '/api/v1/vehicle') =>
  product.product.app.inject({
    method: 'OPTIONS',
    url: path,
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  });

test('a page of a listed origin may call with an API key, and is remembered for ten minutes', async () => {
  const asked = await preflight(portal);
  expect(asked.statusCode).toBe(204);
  expect(asked.headers).toMatchObject({
    [allowed]: portal,
    vary: 'Origin',
    'access-control-max-age': '600',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  });
  expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
  for (let times = 0; times < 2; times += 1) {
    const answer = await ask(portal);
    expect([answer.status, answer.headers[allowed], answer.headers['vary']]).toEqual([200, portal, 'Origin']);
    expect(answer.headers['access-control-expose-headers']).toContain('retry-after');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  }
  // What went wrong can be read as well.
  const wrong = await ask(portal, `${key}x`);
  expect([wrong.status, wrong.headers[allowed]]).toEqual([401, portal]);
});

test('no other page may, however alike its origin is, and none with the session of a person', async () => {
  for (const origin of [
    'https://evil.example',
    'https://portal.example.in.evil.example',
    'https://xportal.example.in',
    'https://portal.example.in:8443',
    'http://portal.example.in',
    'https://PORTAL.example.in',
    'null',
    '*',
  ]) {
    expect((await preflight(origin)).headers[allowed], origin).toBeUndefined();
    const answer = await ask(origin);
    expect([answer.headers[allowed], answer.headers['vary']], origin).toEqual([undefined, 'Origin']);
  }
  const session = await product.login(owner);
  expect((await ask(portal, session)).headers[allowed]).toBeUndefined();
  const signIn = await product.call('POST', '/login', { body: {}, headers: { origin: portal } });
  expect(signIn.headers[allowed]).toBeUndefined();
  expect((await preflight(portal, '/')).headers[allowed]).toBeUndefined();
});

test('without listed origins nothing is said to any', async () => {
  const plain = await startTestProduct({ fleet: true });
  try {
    const made = await withKeys(plain).make();
    const answer = await plain.call('GET', '/vehicle?take=1', { token: made.key, headers: { origin: portal } });
    expect([answer.status, answer.headers[allowed], answer.headers['vary']]).toEqual([200, undefined, undefined]);
  } finally {
    await plain.close();
  }
});
