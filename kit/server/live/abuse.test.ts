import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { liveLimits } from './limits.ts';
import { enter, follow, frame, listen, openRaw, ticketFor } from './testing/sockets.ts';

let product: TestProduct;
let url: string;
let admin: string;
const live = () => product.product.kit.live;

beforeAll(async () => {
  product = await startTestProduct({
    live: { closeMs: 300, pieces: 64, subscriptionsPerSocket: 5, queuedBytes: 1_000_000 },
  });
  url = await listen(product);
  admin = await product.login('admin@roadkeeper.test');
  live().addTopic({ name: 'noise', authorise: () => true });
});
afterAll(() => product?.close());

const pad = (length: number) => ({ type: 'subscribe', topic: 'x'.repeat(length) });

test('messages that are no messages close the socket with a reason', async () => {
  const cases: [unknown, number, string][] = [
    ['{"type":', 1008, 'Not JSON'],
    ['', 1008, 'Not JSON'],
    ['[]', 1008, 'Unknown message'],
    [{ type: 'publish', topic: 'changes' }, 1008, 'Unknown message'],
    [{ type: 'subscribe', topic: 'changes', extra: 1 }, 1008, 'Unknown message'],
    ['{"type":"subscribe","topic":"changes","__proto__":{"a":1}}', 1008, 'Unknown message'],
    [{ type: 'subscribe', topic: 7 }, 1008, 'Unknown message'],
    [pad(101), 1008, 'Unknown message'],
    [{ type: 'subscribe', topic: 'nothing' }, 1008, 'Unknown topic'],
    [{ type: 'subscribe', topic: 'constructor' }, 1008, 'Unknown topic'],
    [{ type: 'subscribe', topic: 'changes', params: { path: 'rto' } }, 1008, 'Wrong parameters'],
    [{ type: 'ticket', ticket: 'again' }, 1008, 'A second ticket'],
    ['['.repeat(60_000), 1008, 'Not JSON'],
    // ws answers these by itself.
    ['x'.repeat(liveLimits.messageBytes + 1), 1009, ''],
  ];
  for (const [message, code, reason] of cases) {
    const client = await enter(product, url, admin);
    client.send(message);
    const end = await client.ended;
    expect([end.code, end.reason], JSON.stringify(message).slice(0, 80)).toEqual([code, reason]);
  }
  const client = await enter(product, url, admin);
  client.socket.send(Buffer.from('{"type":"subscribe","topic":"changes"}'), { binary: true });
  expect(await client.ended).toMatchObject({ code: 1008, reason: 'Only text is taken' });
});

test('more than twenty messages in a second close the socket, pings among them', async () => {
  const floods: ((client: Awaited<ReturnType<typeof enter>>) => void)[] = [
    (client) => client.send({ type: 'unsubscribe', topic: 'changes' }),
    (client) => client.socket.ping(),
    (client) => client.socket.pong(),
  ];
  for (const flood of floods) {
    const client = await enter(product, url, admin);
    for (let sent = 0; sent < 2_000; sent += 1) flood(client);
    expect(await client.ended).toMatchObject({ code: 1008, reason: 'Too many messages' });
  }
  const patient = await enter(product, url, admin);
  for (let sent = 0; sent < 15; sent += 1) patient.send({ type: 'unsubscribe', topic: 'changes' });
  expect((await follow(patient, 'changes')).type).toBe('subscribed');
  patient.socket.close();
});

test('a message in countless pieces is cut off before it costs anything', async () => {
  const fragments = await openRaw(url);
  fragments.write(frame('a', 0x01));
  for (let sent = 0; sent < 20_000 && !fragments.destroyed; sent += 1) fragments.write(frame('', 0x00));
  const [answer] = await once(fragments, 'data');
  expect((answer as Buffer).readUInt16BE(2), 'close code').toBe(1008);
  fragments.destroy();

  // A frame that is announced and then trickles in, a byte at a time.
  const trickle = await openRaw(url);
  trickle.setNoDelay(true);
  const cut = once(trickle, 'data');
  trickle.write(Buffer.from([0x81, 0xfe, 0xff, 0x00, 0, 0, 0, 0]));
  const tricklers = setInterval(() => trickle.write('a'), 1);
  expect(((await cut)[0] as Buffer).readUInt16BE(2)).toBe(1008);
  clearInterval(tricklers);
  trickle.destroy();
}, 30_000);

test('what is subscribed to is bounded', async () => {
  live().addTopic({ name: 'numbered', params: z.strictObject({ n: z.number() }), authorise: () => true });
  const client = await enter(product, url, admin);
  // Everybody has one for what is about themselves.
  for (let n = 1; n < 5; n += 1) expect((await follow(client, 'numbered', { n })).type).toBe('subscribed');
  client.send({ type: 'unsubscribe', topic: 'numbered', params: { n: 1 } });
  expect((await follow(client, 'numbered', { n: 5 })).type).toBe('subscribed');
  client.send({ type: 'subscribe', topic: 'numbered', params: { n: 6 } });
  expect(await client.ended).toMatchObject({ code: 1008, reason: 'Too many subscriptions' });
});

test('the sixth socket of a person closes the first', async () => {
  const sockets = [];
  for (let opened = 0; opened < 6; opened += 1) sockets.push(await enter(product, url, admin));
  expect(await sockets[0]?.ended).toMatchObject({ code: 4409, reason: 'Opened elsewhere' });
  expect(live().figures.open).toBe(5);
  for (const { socket } of sockets) socket.close();
  await Promise.all(sockets.map(({ ended }) => ended));
});

test('a socket whose other end is gone is reaped, and one that answers pings stays', async () => {
  expect(liveLimits.silentMs + liveLimits.tickMs, 'in the product').toBeLessThanOrEqual(60_000);
  expect(liveLimits.silentMs, 'one lost pong costs nothing').toBeGreaterThan(2 * liveLimits.pingMs);
  // A hundred times as fast.
  const fast = await startTestProduct({ live: { pingMs: 250, silentMs: 550, tickMs: 20 } });
  try {
    const at = await listen(fast);
    const token = await fast.login('admin@roadkeeper.test');
    const { figures } = fast.product.kit.live;
    const alive = await enter(fast, at, token);
    const dead = await openRaw(at);
    dead.write(frame(JSON.stringify({ type: 'ticket', ticket: await ticketFor(fast, token) })));
    await expect.poll(() => figures.open).toBe(2);
    const from = performance.now();
    await once(dead, 'close');
    const tookMs = performance.now() - from;
    expect(tookMs).toBeGreaterThan(400);
    expect(tookMs).toBeLessThan(20_000);
    await expect.poll(() => figures.open).toBe(1);
    // The browser's own sign that the server is there.
    expect(alive.said.filter(({ type }) => type === 'beat').length).toBeGreaterThanOrEqual(2);
    alive.socket.close();
  } finally {
    await fast.close();
  }
});

const text = 'x'.repeat(10_000);
/** Bytes that are held, those beside the heap too, once what nobody needs is gone. */
function inUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a reader who stops reading for a while is told the latest later, not everything', async () => {
  const reader = await enter(product, url, admin);
  await follow(reader, 'noise');
  // Its system takes some megabytes on its behalf before anything waits here.
  reader.socket.pause();
  const before = live().figures.replaced;
  for (let index = 0; index < 3_000; index += 1) {
    live().publish('noise', {}, `key ${index % 20}`, { index, text });
    if (index % 100 === 0) await sleep(1);
  }
  expect(live().figures.replaced - before).toBeGreaterThan(1_000);
  reader.socket.resume();
  const received = () => reader.said.filter(({ type }) => type === 'data').map(({ data }) => data.index as number);
  await expect
    .poll(() => Array.from({ length: 20 }, (_, key) => received().findLast((index) => index % 20 === key)))
    .toEqual(Array.from({ length: 20 }, (_, key) => 2_980 + key));
  expect(received().length).toBeLessThan(2_000);
  reader.socket.terminate();
  await expect.poll(() => live().figures.open).toBe(0);
}, 30_000);

test('a reader who never reads is dropped, and costs no memory until then', async () => {
  const fast = await startTestProduct({ live: { stuckMs: 2_500, tickMs: 20 } });
  try {
    const at = await listen(fast);
    const hub = fast.product.kit.live;
    hub.addTopic({ name: 'noise', authorise: () => true });
    const reader = await enter(fast, at, await fast.login('admin@roadkeeper.test'));
    await follow(reader, 'noise');
    reader.socket.pause();
    const noise = (count: number) => {
      for (let index = 0; index < count; index += 1) hub.publish('noise', {}, `key ${index % 3}`, { index, text });
    };
    // From here on something waits for it.
    const from = performance.now();
    noise(1_500);
    await sleep(50);
    const before = inUse();
    // A hundred megabytes.
    for (let round = 0; round < 20; round += 1) {
      noise(500);
      await sleep(1);
    }
    await sleep(50);
    expect(hub.figures.unsent).toBeGreaterThan(10_000);
    expect(hub.figures.unsent).toBeLessThanOrEqual(64 * 1024);
    // What was freed is swept a little later; what is held stays until the reader is dropped.
    await expect.poll(() => inUse() - before, { timeout: 2_000 }).toBeLessThan(5_000_000);
    expect(hub.figures.open).toBe(1);
    await expect.poll(() => hub.figures.open, { timeout: 15_000 }).toBe(0);
    expect(performance.now() - from, 'it had its time').toBeGreaterThan(2_000);
    await expect.poll(() => hub.figures.unsent).toBe(0);
    reader.socket.terminate();
  } finally {
    await fast.close();
  }
}, 30_000);

test('whoever asks and asks without reading what is answered is dropped', async () => {
  const fast = await startTestProduct({ live: { stuckMs: 60_000, tickMs: 5, messagesPerSecond: 1_000_000 } });
  try {
    const at = await listen(fast);
    const hub = fast.product.kit.live;
    hub.addTopic({ name: 'echo', params: z.strictObject({ text: z.string() }), authorise: () => true });
    const reader = await enter(fast, at, await fast.login('admin@roadkeeper.test'));
    reader.socket.pause();
    // Sixty megabytes of answers, more than its system takes on its behalf.
    const long = 'x'.repeat(20_000);
    for (let sent = 0; sent < 3_000 && hub.figures.open === 1; sent += 1) {
      reader.send({ type: 'subscribe', topic: 'echo', params: { text: long } });
      if (sent % 20 === 0) await sleep(1);
      expect(hub.figures.unsent).toBeLessThan(100_000);
    }
    await expect.poll(() => hub.figures.open).toBe(0);
    reader.socket.terminate();
  } finally {
    await fast.close();
  }
}, 30_000);

test('five hundred people looking on cost next to nothing', async () => {
  const { db, issuer } = product.product;
  await db.transact({ orgId: null }, (db) =>
    db.query(
      `insert into account (id, kind, name, email, role_id) select gen_random_uuid(), 'staff', 'Viewer ' || n, 'viewer' || n || '@roadkeeper.test',
         (select id from role where name = 'Finance') from generate_series(1, 100) n`,
    ),
  );
  const accounts = await db.transact({ orgId: null }, (db) =>
    db.query<{ id: string }>("select id from account where name like 'Viewer %'"),
  );
  const before = inUse();
  const clients = [];
  for (const { id } of accounts) {
    const { access } = await issuer.start(
      { accountId: id, orgId: null, kind: 'staff' },
      { ip: '::1', userAgent: '', keep: false },
    );
    for (let opened = 0; opened < 5; opened += 1) clients.push(await enter(product, url, access));
  }
  expect(live().figures.open).toBe(500);
  const cpu = process.cpuUsage();
  await sleep(4_100);
  const { user, system } = process.cpuUsage(cpu);
  const perSocket = (inUse() - before) / 500;
  console.log(
    `500 sockets: ${Math.round(perSocket / 1_000)} KB each with the client's end, ${Math.round((user + system) / 41_000)} % of a core`,
  );
  expect(live().figures.open).toBe(500);
  expect(perSocket).toBeLessThan(100_000);
  // Everybody hears of a change at once.
  const one = await follow(clients[0] as (typeof clients)[0], 'noise');
  expect(one.type).toBe('subscribed');
  for (const { socket } of clients) socket.terminate();
  await expect.poll(() => live().figures.open).toBe(0);
}, 60_000);

test('the measurements tell of sockets and messages', async () => {
  const client = await enter(product, url, admin);
  const metrics = await product.product.app.inject({ method: 'GET', url: '/metrics' });
  expect(metrics.body).toMatch(/live_sockets\{state="open"\} 1\n/);
  expect(metrics.body).toMatch(/live_sockets\{state="waiting"\} 0\n/);
  expect(metrics.body).toMatch(/live_messages_total\{kind="sent"\} \d+/);
  expect(metrics.body).toMatch(/live_sockets_closed_total\{code="4409"\} 1\n/);
  client.socket.close();
});
