import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { createServer } from '#kit/server/http/server.ts';
import { addLive } from './endpoint.ts';
import { enter, listen, openSocket, ticketFor } from './testing/sockets.ts';

let product: TestProduct;
let url: string;
let admin: string;

beforeAll(async () => {
  product = await startTestProduct({ live: { ticketWaitMs: 300, closeMs: 300 } });
  url = await listen(product);
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

/** What a socket ends with whose first message this is. */
async function fate(first: unknown): Promise<[number, string]> {
  const client = await openSocket(url);
  if (first !== undefined) client.send(first);
  const { code, reason } = await client.ended;
  expect(client.said, 'nothing is told before a ticket was taken').toEqual([]);
  return [code, reason];
}

/** Status of the answer to an upgrade, 101 when the socket was opened. */
function upgrade(
  headers: Record<string, string>,
  { at = url, path = '/api/v1/live', method = 'GET' } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(`${at}${path}`, {
      method,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
        ...headers,
      },
    });
    call.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    call.on('error', reject);
    call.end();
  });
}

test('a ticket lets its session in once, and says when it ends', async () => {
  const { json } = await product.call('POST', '/live/ticket', { token: admin });
  expect(json.data.ticket).toMatch(/^rkt_[\w-]{43}$/);
  expect(json.data.expiresAt).toBe('2026-11-21T06:00:30.000Z');
  const client = await openSocket(url);
  client.send({ type: 'ticket', ticket: json.data.ticket });
  await client.next(({ type }) => type === 'ready');
  expect(await fate({ type: 'ticket', ticket: json.data.ticket }), 'used').toEqual([1008, 'The ticket is not good']);
  client.socket.close();
});

test('without a session there is no ticket, and without a ticket there is nothing', async () => {
  expect((await product.call('POST', '/live/ticket')).status).toBe(401);
  expect(await fate(undefined)).toEqual([1008, 'No ticket came']);
  expect(await fate({ type: 'subscribe', topic: 'changes' })).toEqual([1008, 'The ticket comes first']);
  expect(await fate({ type: 'ticket', ticket: admin }), 'an access token is no ticket').toEqual([
    1008,
    'The ticket is not good',
  ]);
  expect(await fate({ type: 'ticket', ticket: '' })).toEqual([1008, 'The ticket is not good']);
});

test('a ticket ends after half a minute', async () => {
  const [early, late] = [await ticketFor(product, admin), await ticketFor(product, admin)];
  product.clock.move(29_999);
  const client = await openSocket(url);
  client.send({ type: 'ticket', ticket: early });
  await client.next(({ type }) => type === 'ready');
  product.clock.move(1);
  expect(await fate({ type: 'ticket', ticket: late })).toEqual([1008, 'The ticket is not good']);
  client.socket.close();
});

test('a ticket of a session that has ended meanwhile, or of an account that was switched off, lets nobody in', async () => {
  const clerk = await product.login('clerk@roadkeeper.test');
  const ticket = await ticketFor(product, clerk);
  await product.call('POST', '/logout', { token: clerk });
  expect(await fate({ type: 'ticket', ticket })).toEqual([1008, 'The ticket is not good']);

  const email = await addClerk('switched.off@roadkeeper.test');
  const other = await ticketFor(product, await product.login(email));
  await product.product.db.transact({ orgId: null }, (db) =>
    db.query('update account set status = 0 where email = $1', [email]),
  );
  expect(await fate({ type: 'ticket', ticket: other })).toEqual([1008, 'The ticket is not good']);
});
async function addClerk(email: string): Promise<string> {
  await product.addStaff(email, 'RTO clerk');
  return email;
}

test('of the tickets of one session only the last ten are good', async () => {
  const token = await product.login(await addClerk('many.tickets@roadkeeper.test'));
  const tickets: string[] = [];
  for (let made = 0; made < 11; made += 1) tickets.push(await ticketFor(product, token));
  expect(await fate({ type: 'ticket', ticket: tickets[0] })).toEqual([1008, 'The ticket is not good']);
  const client = await openSocket(url);
  client.send({ type: 'ticket', ticket: tickets[1] });
  await client.next(({ type }) => type === 'ready');
  client.socket.close();
});

test('only pages of this server are let in, and programs that say whom they mean', async () => {
  const host = new URL(url).host;
  expect(await upgrade({ origin: url })).toBe(101);
  for (const origin of ['https://evil.example', `https://${host}`, `${url}.evil.example`, 'http://127.0.0.1', 'null'])
    expect(await upgrade({ origin }), origin).toBe(403);
  expect(await upgrade({}), 'no Origin').toBe(403);
  expect(await upgrade({ origin: url }, { path: '/api/v1/live?ticket=rkt_1' }), 'nothing travels in the address').toBe(
    404,
  );
  expect(await upgrade({ origin: url }, { method: 'POST' })).not.toBe(101);
  expect(await upgrade({ origin: url }, { path: '/api/v1/rto' }), 'no other address takes upgrades').toBe(401);
});

test('a server behind a proxy goes by the address that people type, and one on loopback by its own names', async () => {
  const { sessions, kit } = product.product;
  const statusOf = async (
    listener: { origin?: string; hosts?: readonly string[] },
    headers: (own: string) => Record<string, string>,
  ) => {
    const { app } = await createServer({ sessions, log: false, onceKey: Buffer.alloc(32), ...listener });
    addLive(app, { ...kit.live, stop: () => undefined });
    const at = await app.listen({ port: 0, host: '127.0.0.1' });
    try {
      return await upgrade(headers(at), { at });
    } finally {
      await app.close();
    }
  };
  const origin = 'https://fleet.example.in';
  expect(await statusOf({ origin }, () => ({ origin }))).toBe(101);
  expect(await statusOf({ origin }, (own) => ({ origin: own }))).toBe(403);
  const hosts = ['localhost', '127.0.0.1'];
  expect(await statusOf({ hosts }, (own) => ({ origin: own }))).toBe(101);
  const rebound = 'http://led-here.example';
  expect(await statusOf({ hosts }, () => ({ origin: rebound, host: 'led-here.example' }))).toBe(403);
});

test('a client that offers HTTP/2 on the way is answered as if it had not', async () => {
  expect(await upgrade({ upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings' }, { path: '/livez' })).toBe(200);
});

test('sockets that are opened and never used do not keep anybody out', async () => {
  const small = await startTestProduct({ live: { waitingSockets: 3, ticketWaitMs: 60_000 } });
  try {
    const at = await listen(small);
    const idle = [await openSocket(at), await openSocket(at), await openSocket(at)];
    const client = await enter(small, at, await small.login('admin@roadkeeper.test'));
    expect((await idle[0]?.ended)?.code).toBe(1013);
    expect(small.product.kit.live.figures).toMatchObject({ open: 1, waiting: 2 });
    client.socket.close();
  } finally {
    await small.close();
  }
});
