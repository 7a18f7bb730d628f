import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { listen } from '#kit/server/live/testing/sockets.ts';
import { connectionsOf, figureOf, keepLongFile, type RawClient, rawClient, requestOf } from '../testing/raw-client.ts';
import { clientLimits } from './limits.ts';

let product: TestProduct;
let url: string;
let admin: string;
let fileId: string;

/** A twenty-fifth of the usual times. */
const limits = {
  headersMs: 400,
  requestMs: 800,
  checkMs: 50,
  stuckMs: 1_200,
  tickMs: 20,
  held: 600_000,
  waitingRequests: 100,
};

beforeAll(async () => {
  product = await startTestProduct({ clients: limits });
  url = await listen(product);
  admin = await product.login('admin@roadkeeper.test');
  ({ id: fileId } = await keepLongFile(product, admin));
});
afterAll(() => product?.close());

const noConnection = () => expect.poll(() => connectionsOf(product), { interval: 20 }).toBe(0);
const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
/** Writes a letter every few milliseconds until the connection is gone, or `forMs` are over. */
async function trickle({ socket }: RawClient, text: string, forMs: number): Promise<void> {
  const from = performance.now();
  for (const letter of text) {
    if (socket.destroyed || !socket.writable || performance.now() - from > forMs) return;
    socket.write(letter);
    await sleep(5);
  }
}

test('the times of the product', () => {
  const { headersMs, requestMs, checkMs, stuckMs, tickMs } = clientLimits;
  expect(headersMs + checkMs).toBeLessThanOrEqual(20_000);
  expect(requestMs + checkMs).toBeLessThanOrEqual(35_000);
  // The pieces into which the time is cut, the moment it is looked at, and the seconds that a busy machine takes to begin.
  expect(stuckMs * (1 + 1 / 10) + tickMs + 5_000).toBeLessThanOrEqual(35_000);
});

// Whoever writes on while the connection is taken away may lose the answer with it: only who has stopped is asked what it was told.
test('headers that trickle are cut off, and so are connections that say nothing', async () => {
  const silent = await rawClient(url);
  const stopped = await rawClient(url);
  const slow = await rawClient(url);
  const text = `GET /livez HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(2_000)}`;
  const from = performance.now();
  const [said] = await Promise.all([
    stopped.until((answer) => answer.includes('}')),
    trickle(stopped, text, limits.headersMs / 2),
    trickle(slow, text, 5_000),
    // None closes its own end.
    noConnection(),
  ]);
  expect(said).toContain('408 Request Timeout');
  expect(performance.now() - from).toBeLessThan(limits.headersMs + limits.checkMs + 20_000);
  for (const { socket } of [silent, stopped, slow]) socket.destroy();
});

test('a body that trickles is cut off, also behind an answer that did not wait for it', async () => {
  const body = JSON.stringify({ email: 'a@b.c', password: 'x'.repeat(2_000) });
  const [stopped, slow] = [await rawClient(url), await rawClient(url)];
  for (const { socket } of [stopped, slow]) socket.write(post('/api/v1/login', body.length));
  const unread = await rawClient(url);
  unread.socket.write(post('/api/v1/vehicle-brand', 2_000));
  const from = performance.now();
  const [said] = await Promise.all([
    stopped.until((answer) => answer.includes('}')),
    trickle(stopped, body, limits.requestMs / 2),
    trickle(slow, body, 5_000),
    trickle(unread, body, 5_000),
    noConnection(),
  ]);
  expect(said).toContain('408 Request Timeout');
  expect(performance.now() - from).toBeLessThan(limits.requestMs + limits.checkMs + 20_000);
  for (const { socket } of [stopped, slow, unread]) socket.destroy();
});

test('whoever is refused does not keep the connection by leaving its own end open', async () => {
  const broken = await rawClient(url);
  broken.socket.write('NONSENSE\r\n\r\n');
  expect(await broken.until((text) => text.includes('}'))).toContain('400 Bad Request');
  const foreign = await rawClient(url);
  foreign.socket.write(
    'GET /api/v1/live HTTP/1.1\r\nhost: localhost\r\norigin: http://evil.test\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  );
  expect(await foreign.until((text) => text.includes('}'))).toContain('403 Forbidden');
  await noConnection();
  for (const { socket } of [broken, foreign]) socket.destroy();
});

test('a body without a session is short', async () => {
  const answer = await product.call('POST', '/login', { body: { email: 'a@b.c', password: 'x'.repeat(20_000) } });
  expect(answer.status).toBe(413);
});

test('a large file costs a client that does not read next to nothing, and it is cut off', async () => {
  const clients = await Promise.all(Array.from({ length: 5 }, () => rawClient(url)));
  const from = performance.now();
  for (const { socket } of clients) socket.write(requestOf(`/api/v1/file/${fileId}`, admin));
  let most = 0;
  while ((await connectionsOf(product)) > 0) {
    most = Math.max(most, await figureOf(product, 'http_unsent_bytes'));
    await sleep(20);
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(5 * 64 * 1024);
  expect(performance.now() - from, 'they had their time').toBeGreaterThan(limits.stuckMs);
  expect(await figureOf(product, 'http_connections_cut_total{reason="stuck"}')).toBe(5);
  await expect.poll(() => figureOf(product, 'http_unsent_bytes'), { interval: 20 }).toBe(0);
  for (const { socket } of clients) socket.destroy();
});

test('a client that takes its time, but takes something, gets all of it', async () => {
  // A busy machine may not let this client read for a second: its product waits for longer than that.
  const stuckMs = 5_000;
  const patient = await startTestProduct({ clients: { ...limits, stuckMs } });
  const token = await patient.login('admin@roadkeeper.test');
  const kept = await keepLongFile(patient, token);
  const { socket } = await rawClient(await listen(patient));
  socket.write(requestOf(`/api/v1/file/${kept.id}`, token));
  const parts: Buffer[] = [];
  const from = performance.now();
  let bytes = 0;
  // Slower than the time a client may take nothing in: what the system holds for it is seen to go down.
  while (performance.now() - from < 1.5 * stuckMs) {
    const part = socket.read(20_000) as Buffer | null;
    if (part) parts.push(part);
    await sleep(20);
  }
  for await (const part of socket as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes = parts.reduce((sum, one) => sum + one.length, 0);
    if (bytes > kept.content.length) break;
  }
  expect(Buffer.concat(parts).subarray(-kept.content.length).equals(kept.content)).toBe(true);
  socket.destroy();
  await patient.close();
});

test('a client that takes a byte now and then is cut off like one that takes nothing', async () => {
  const before = await figureOf(product, 'http_connections_cut_total{reason="stuck"}');
  const { socket } = await rawClient(url);
  socket.write(requestOf(`/api/v1/file/${fileId}`, admin));
  const timer = setInterval(() => socket.read(1), 20);
  await noConnection();
  clearInterval(timer);
  expect(await figureOf(product, 'http_connections_cut_total{reason="stuck"}')).toBe(before + 1);
  socket.destroy();
});

/** Requests for long answers, none like another, more of them than the system takes on behalf of a client. */
const longLists = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    requestOf(`/api/v1/rto/option?take=1200&skip=${at % 10}&createdAtFrom=20${seed + 10}-01-01`, admin),
  ).join('');

test('requests that come all at once are answered one after the other, and too many end the connection', async () => {
  const patient = await rawClient(url);
  patient.socket.write(
    Array.from({ length: 20 }, (_, at) => requestOf(`/api/v1/rto?take=1&skip=${at}`, admin)).join(''),
  );
  const said = await patient.until((text) => text.split('HTTP/1.1 200').length === 21 && text.endsWith('}'));
  const codes = [...said.matchAll(/"code":"([^"]+)"/g)].map(([, code]) => code);
  expect(new Set(codes).size).toBe(20);
  patient.socket.destroy();

  const greedy = await rawClient(url);
  greedy.socket.write(Array.from({ length: 300 }, () => requestOf('/api/v1/rto?take=1', admin)).join(''));
  await noConnection();
  greedy.socket.destroy();
});

test('what whole answers hold for slow clients is bounded: the slowest is cut off at once', async () => {
  const before = await figureOf(product, 'http_connections_cut_total{reason="crowded"}');
  const clients = await Promise.all(Array.from({ length: 8 }, () => rawClient(url)));
  clients.forEach(({ socket }, at) => socket.write(longLists(at, 90)));
  await expect
    .poll(() => figureOf(product, 'http_connections_cut_total{reason="crowded"}'), { interval: 20 })
    .toBeGreaterThan(before);
  await expect
    .poll(() => figureOf(product, 'http_unsent_bytes'), { interval: 20 })
    .toBeLessThan(limits.held + 8 * 64 * 1024);
  // Others are answered meanwhile.
  const fine = await rawClient(url);
  fine.socket.write(requestOf('/api/v1/rto?take=100', admin));
  expect(await fine.until((text) => text.includes('"count":') && text.endsWith('}'))).toContain('HTTP/1.1 200');
  for (const { socket } of [...clients, fine]) socket.destroy();
  await noConnection();
});
