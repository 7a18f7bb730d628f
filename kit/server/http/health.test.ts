import { afterEach, expect, test } from 'vitest';
import { startTestProduct, type TestOptions, type TestProduct } from '#apps/server/testing.ts';

let product: TestProduct | undefined;
afterEach(() => product?.close());

async function asking(site: NonNullable<TestOptions['site']>) {
  product = await startTestProduct({ site });
  const { app } = product.product;
  const ask = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    (await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
  return { ask, app };
}

test('measurements are for programs on this machine, not for what a proxy on it passes on', async () => {
  const { ask } = await asking({});
  expect(await ask()).toBe(200);
  expect(await ask({}, '::1')).toBe(200);
  expect(await ask({}, '203.0.113.9')).toBe(404);
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    expect(await ask({ [name]: '203.0.113.9' }), name).toBe(404);
});

test('behind a proxy, which need not say that it is one, only the token opens them', async () => {
  const { ask } = await asking({ origin: 'https://fleet.example.in' });
  expect(await ask()).toBe(404);
  await product?.close();
  const token = 'a-token-of-the-collector';
  const { ask: askNow, app } = await asking({ origin: 'https://fleet.example.in', metricsToken: token });
  expect(await askNow()).toBe(404);
  expect(await askNow({ authorization: 'Bearer another' })).toBe(404);
  expect(await askNow({ authorization: `Bearer ${token}`, host: 'collector.internal' }, '10.0.0.9')).toBe(200);
  const ready = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/readyz', headers })).json() as object;
  expect(await ready({ host: '10.0.0.5' })).toEqual({ status: 'ok' });
  expect(await ready({ authorization: `Bearer ${token}` })).toEqual({ status: 'ok', attention: [] });
});
