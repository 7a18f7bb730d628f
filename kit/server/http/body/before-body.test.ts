import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { listen } from '#kit/server/live/testing/sockets.ts';
import { figureOf, rawClient } from '../testing/raw-client.ts';

let product: TestProduct;
let url: string;
/** Another, which is told of no mail server. */
let bare: TestProduct;
let bareUrl: string;
beforeAll(async () => {
  product = await startTestProduct({ mail: { incoming: { secret: 'a secret of the webhook of tests' } } });
  url = await listen(product);
  bare = await startTestProduct();
  bareUrl = await listen(bare);
});
afterAll(async () => {
  await product?.close();
  await bare?.close();
});

const now = (add = 0) => String(Math.floor(product.clock.now().getTime() / 1_000) + add);
const hex = 'a'.repeat(64);
const mail = (headers: string) => `content-type: message/rfc822\r\n${headers}`;

/** Announces a body of twenty megabytes and sends one byte of it. Gives what is answered. */
async function announce(path: string, headers: string, to = url): Promise<string> {
  const client = await rawClient(to);
  client.socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 20000000\r\ncontent-type: application/json\r\n${headers}\r\n\r\n{`.replace(
      /content-type: application\/json\r\n(?=content-type)/,
      '',
    ),
  );
  const said = await client.until((text) => text.includes('}'));
  client.socket.destroy();
  return said;
}

test.each([
  ['a path that is no call', '/api/v1/nothing', 'x: y', /^HTTP\/1.1 404 .*"Not found"/s],
  ['an email without a signature', '/api/v1/mail/inbound', mail('x: y'), /^HTTP\/1.1 401 .*does not belong/s],
  [
    'an email whose signature is none',
    '/api/v1/mail/inbound',
    () => mail(`x-mail-timestamp: ${now()}\r\nx-mail-signature: wrong`),
    /^HTTP\/1.1 401 .*does not belong/s,
  ],
  [
    'an email of yesterday',
    '/api/v1/mail/inbound',
    () => mail(`x-mail-timestamp: ${now(-86_400)}\r\nx-mail-signature: ${hex}`),
    /^HTTP\/1.1 401 .*too old/s,
  ],
  ['a payment that nobody signed', '/api/v1/wallet/gateway-event', 'x: y', /^HTTP\/1.1 400 .*does not belong/s],
  [
    'an onboarding without a pass',
    '/api/v1/invitation/onboarding',
    'content-type: multipart/form-data; boundary=b',
    /^HTTP\/1.1 401 .*Open your invitation again/s,
  ],
  [
    'an onboarding with a pass that nobody was given',
    '/api/v1/invitation/onboarding',
    'content-type: multipart/form-data; boundary=b\r\nx-onboarding: rko_nothing-that-was-ever-given',
    /^HTTP\/1.1 401 .*Open your invitation again/s,
  ],
])('%s is refused by its headers, and its body is not read', async (_, path, headers, expected) => {
  expect(await announce(path, typeof headers === 'string' ? headers : headers())).toMatch(expected);
  expect(await figureOf(product, 'http_body_bytes')).toBe(0);
});

test('where no mail server is set up nothing of an email is read, whoever signed it', async () => {
  const headers = mail(`x-mail-timestamp: ${now()}\r\nx-mail-signature: ${hex}`);
  expect(await announce('/api/v1/mail/inbound', headers, bareUrl)).toMatch(/^HTTP\/1.1 404 .*not taken in here/s);
});

test('a form to a call that takes none is not read, and needs no room', async () => {
  expect(await announce('/api/v1/login', 'content-type: multipart/form-data; boundary=b')).toMatch(/^HTTP\/1.1 400 /);
});

test('long bodies of strangers share one pace, however many send them', async () => {
  const body = Buffer.alloc(10 * 1024 * 1024, 'a');
  const headers = { 'content-type': 'message/rfc822', 'x-mail-timestamp': now(), 'x-mail-signature': hex };
  const begun = performance.now();
  const answers = await Promise.all(
    [1, 2].map(() => fetch(`${url}/api/v1/mail/inbound`, { method: 'POST', headers, body })),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  // Twenty megabytes, less the four that come at once.
  expect(performance.now() - begun).toBeGreaterThan(900);
});
