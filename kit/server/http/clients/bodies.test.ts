import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { listen } from '#kit/server/live/testing/sockets.ts';
import { connectionsOf, figureOf, rawClient } from '../testing/raw-client.ts';

const secret = 'a secret of the webhook of tests';
let product: TestProduct;
let url: string;
const tokens: string[] = [];

beforeAll(async () => {
  product = await startTestProduct({
    clients: { bodiesOfOne: 200_000, bodies: 350_000, bodiesOfStrangers: 350_000, smallBody: 20_000, roomMs: 300 },
    mail: { incoming: { secret } },
  });
  url = await listen(product);
  for (const name of ['one', 'two', 'three']) {
    await product.addStaff(`${name}@roadkeeper.test`, 'Super admin');
    tokens.push(await product.login(`${name}@roadkeeper.test`));
  }
});
afterAll(() => product?.close());

/** Announces a body and sends the beginning of it. Gives the client and what it is answered, if it is. */
async function announce(who: number, head: string) {
  const client = await rawClient(url);
  client.socket.write(
    `POST /api/v1/vehicle-brand HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokens[who]}\r\ncontent-type: application/json\r\n${head}\r\n\r\n${head.startsWith('transfer') ? '1\r\n{\r\n' : '{'}`,
  );
  return client;
}
const promised = () => figureOf(product, 'http_body_bytes');

test('bodies have room for what they announce: of one account, and of all of them', async () => {
  const first = await announce(0, 'content-length: 150000');
  await expect.poll(promised).toBe(150_000);
  const own = await announce(0, 'content-length: 60000');
  expect(await own.until((text) => text.includes('}'))).toMatch(/^HTTP\/1.1 429 .*retry-after: 5/s);
  // What is not announced may become as long as the call allows.
  const vague = await announce(0, 'transfer-encoding: chunked');
  expect(await vague.until((text) => text.includes('}'))).toContain('HTTP/1.1 429');
  const second = await announce(1, 'content-length: 150000');
  await expect.poll(promised).toBe(300_000);
  const third = await announce(2, 'content-length: 60000');
  expect(await third.until((text) => text.includes('}'))).toMatch(/^HTTP\/1.1 503 .*retry-after: 5/s);
  // Small ones have room.
  const small = await product.call('POST', '/vehicle-brand', { token: tokens[2] ?? '', body: { name: 'Fits' } });
  expect(small.status, small.text).toBe(201);
  for (const { socket } of [first, own, vague, second, third]) socket.destroy();
  await expect.poll(promised).toBe(0);
  await expect.poll(() => connectionsOf(product)).toBe(0);
});

test('what finds no room waits for it, unread, and is taken when there is some', async () => {
  const first = await announce(0, 'content-length: 150000');
  await expect.poll(promised).toBe(150_000);
  const second = await announce(0, 'content-length: 60000');
  first.socket.destroy();
  await expect.poll(promised).toBe(60_000);
  expect(second.read()).toBe('');
  second.socket.destroy();
  await expect.poll(promised).toBe(0);
});

test('whoever leaves while they wait for their turn keeps no room', async () => {
  const long = (who: number) =>
    `POST /api/v1/vehicle-brand/import HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokens[who]}\r\ncontent-type: application/json\r\ncontent-length: 150000\r\n\r\n{`;
  const first = await rawClient(url);
  first.socket.write(long(0));
  await expect.poll(promised).toBe(150_000);
  // Long bodies of one tenant are read one after the other: this one waits in its lane, and leaves it.
  const second = await rawClient(url);
  second.socket.write(long(0));
  await expect.poll(() => figureOf(product, 'turns{of="bodies",state="waiting"}')).toBe(1);
  second.socket.destroy();
  await expect.poll(() => connectionsOf(product)).toBe(1);
  first.socket.destroy();
  await expect.poll(() => connectionsOf(product)).toBe(0);
  await expect.poll(() => figureOf(product, 'turns{of="bodies",state="waiting"}')).toBe(0);
  expect(await promised()).toBe(0);
});

test('an answer that does not wait for a long body ends the connection instead of reading it', async () => {
  const served: Socket[] = [];
  product.product.app.server.on('connection', (socket: Socket) => served.push(socket));
  const piece = Buffer.alloc(64 * 1024, 'a');
  const refused = await rawClient(url);
  refused.socket.write(
    'POST /api/v1/vehicle-brand HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=a\r\ncontent-length: 26000000\r\n\r\n',
  );
  for (let at = 0; at < 390; at += 1) refused.socket.write(piece);
  const said = await refused.until((text) => text.includes('}'));
  expect(said).toMatch(/^HTTP\/1.1 401 .*connection: close/s);
  await expect.poll(() => served.at(-1)?.destroyed, { timeout: 5_000 }).toBe(true);
  expect(served.at(-1)?.bytesRead).toBeLessThan(512 * 1024);
  refused.socket.destroy();
  // A short one is read, and the connection goes on.
  const short = await rawClient(url);
  const body = 'a'.repeat(5_000);
  const post = `POST /api/v1/vehicle-brand HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n${body}`;
  short.socket.write(post);
  await short.until((text) => text.includes('}'));
  short.socket.write(post);
  expect((await short.until((text) => text.split('HTTP/1.1 401').length === 3)).split('HTTP/1.1 401')).toHaveLength(3);
  short.socket.destroy();
});

test('a body that is longer than all the room is taken when nothing else is', async () => {
  const long = await announce(0, 'content-length: 250000');
  await expect.poll(promised).toBe(250_000);
  const other = await announce(0, 'content-length: 10');
  expect(await other.until((text) => text.includes('}'))).toContain('HTTP/1.1 429');
  for (const { socket } of [long, other]) socket.destroy();
  await expect.poll(promised).toBe(0);
});

/** Announces an email, from an address of this machine, as whoever knows no secret can. */
async function announceMail(from: string, head: string) {
  const client = await rawClient(url, from);
  const seconds = Math.floor(product.clock.now().getTime() / 1_000);
  client.socket.write(
    `POST /api/v1/mail/inbound HTTP/1.1\r\nhost: localhost\r\ncontent-type: message/rfc822\r\nx-mail-timestamp: ${seconds}\r\nx-mail-signature: ${'a'.repeat(64)}\r\n${head}\r\n\r\n${head.startsWith('transfer') ? '1\r\n{\r\n' : '{'}`,
  );
  return client;
}

test('an email whose headers prove that its sender knows the secret finds room while strangers have taken theirs', async () => {
  const strangers = await Promise.all(
    ['127.0.0.2', '127.0.0.3'].map((from) => announceMail(from, 'content-length: 160000')),
  );
  await expect.poll(promised).toBe(320_000);
  const seconds = String(Math.floor(product.clock.now().getTime() / 1_000));
  const sign = (key: string, time: string, bytes: number) =>
    createHmac('sha256', key).update(`${time}.length.${bytes}`).digest('hex');
  const head = (signature: string) => `content-length: 170000\r\nx-mail-length-signature: ${signature}`;
  const mail = await announceMail('127.0.0.4', head(sign(secret, seconds, 170_000)));
  await expect.poll(promised).toBe(490_000);
  expect(mail.read()).toBe('');
  // Of another length, time or secret it proves nothing.
  for (const wrong of [
    sign(secret, seconds, 170_001),
    sign(secret, '1', 170_000),
    sign('another', seconds, 170_000),
    'none',
  ]) {
    const refused = await announceMail('127.0.0.5', head(wrong));
    expect(await refused.until((text) => text.includes('}'))).toContain('HTTP/1.1 503');
    refused.socket.destroy();
  }
  for (const { socket } of [...strangers, mail]) socket.destroy();
  await expect.poll(promised).toBe(0);
});

test('strangers who announce long emails have one room together, and one address half of it', async () => {
  const first = await announceMail('127.0.0.2', 'content-length: 150000');
  await expect.poll(promised).toBe(150_000);
  const again = await announceMail('127.0.0.2', 'content-length: 60000');
  expect(await again.until((text) => text.includes('}'))).toMatch(/^HTTP\/1.1 503 .*retry-after: 5/s);
  const second = await announceMail('127.0.0.3', 'content-length: 150000');
  await expect.poll(promised).toBe(300_000);
  const third = await announceMail('127.0.0.4', 'content-length: 60000');
  expect(await third.until((text) => text.includes('}'))).toContain('HTTP/1.1 503');
  const vague = await announceMail('127.0.0.5', 'transfer-encoding: chunked');
  expect(await vague.until((text) => text.includes('}'))).toContain('HTTP/1.1 503');
  expect(await promised()).toBe(300_000);
  // Accounts have theirs, and what is short needs none.
  const account = await announce(0, 'content-length: 150000');
  await expect.poll(promised).toBe(450_000);
  const body = { email: 'nobody@roadkeeper.test', password: 'Not-the-right-one-2026' };
  expect((await product.call('POST', '/login', { body })).status).toBe(401);
  // Who waits is taken when there is room again.
  const waiting = await announceMail('127.0.0.4', 'content-length: 100000');
  first.socket.destroy();
  await expect.poll(promised).toBe(400_000);
  for (const { socket } of [again, second, third, vague, account, waiting]) socket.destroy();
  await expect.poll(promised).toBe(0);
});
