import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestProduct } from '#apps/server/testing.ts';
import { listen } from '#kit/server/live/testing/sockets.ts';
import { figureOf, keepLongFile, rawClient, requestOf } from './testing/raw-client.ts';

test('slow clients of one account keep its other requests from nothing, and there are only so many of them', async () => {
  // Clients are stuck for longer than a busy machine takes to begin all their answers.
  const product = await startTestProduct({ clients: { stuckMs: 120_000 } });
  const url = await listen(product);
  const token = await product.login('admin@roadkeeper.test');
  const { id } = await keepLongFile(product, token);
  const other = await product.login('viewer@roadkeeper.test');
  const clients = await Promise.all(Array.from({ length: 17 }, () => rawClient(url)));
  const [last] = clients;
  try {
    // More than are worked on at a time; one after the other, so that a busy machine refuses none of them.
    const waiting = () => figureOf(product, 'http_waiting_answers');
    const slow = clients.filter((client) => client !== last);
    for (const [at, { socket }] of slow.entries()) {
      socket.write(requestOf(`/api/v1/file/${id}`, token));
      await expect.poll(waiting, { interval: 20, timeout: 20_000 }).toBe(at + 1);
    }
    expect(slow).toHaveLength(16);
    const answer = await product.call('GET', '/rto?take=1', { token });
    expect(answer.status).toBe(200);
    // What they hold has a bound, of which others know nothing.
    last?.socket.write(requestOf(`/api/v1/file/${id}`, token));
    expect(await last?.until((text) => text.includes('}'))).toMatch(/^HTTP\/1.1 429 .*many files at once/s);
    expect((await product.call('GET', `/file/${id}`, { token: other })).status).toBe(200);
  } finally {
    for (const { socket } of clients) socket.destroy();
    await product.close();
  }
});

test('eight requests of a tenant are worked on at a time, the next waits before its body is read, and others go on', async () => {
  const product = await startTestProduct();
  const url = await listen(product);
  const token = await product.login('client@roadkeeper.test');
  const other = await product.login('viewer@roadkeeper.test');
  const requests = (state: string) => figureOf(product, `turns{of="requests",state="${state}"}`);
  const holder = new pg.Client(product.database.owner);
  await holder.connect();
  const ninth = await rawClient(url);
  try {
    await holder.query('begin; lock table driver in access exclusive mode');
    const rows = [{ line: 2, cells: { name: 'Ravi Kumar', mobile: '9822010010' } }];
    const checks = Array.from({ length: 8 }, () =>
      product.call('POST', '/drivers/import/check', { token, body: { mode: 'create', key: ['mobile'], rows } }),
    );
    await expect.poll(() => requests('going')).toBe(8);
    const broken = '{"name": broken}';
    let isAnswered = false;
    ninth.socket.write(
      `POST /api/v1/drivers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${broken.length}\r\n\r\n${broken}`,
    );
    const answered = ninth.until((text) => text.includes('}')).finally(() => (isAnswered = true));
    await expect.poll(() => requests('waiting')).toBe(1);
    expect((await product.call('GET', '/rto?take=3', { token: other })).status).toBe(200);
    expect([await requests('going'), await requests('waiting'), isAnswered]).toEqual([8, 1, false]);
    await holder.query('rollback');
    expect(await answered).toMatch(/^HTTP\/1.1 400 /);
    await Promise.all(checks);
    await expect.poll(() => requests('going')).toBe(0);
  } finally {
    ninth.socket.destroy();
    await holder.end();
    await product.close();
  }
});

test('of bodies of many megabytes one of a tenant is read at a time, and those of others go on', async () => {
  const product = await startTestProduct({ clients: { stuckMs: 120_000 } });
  const url = await listen(product);
  const token = await product.login('client@roadkeeper.test');
  const other = await product.login('admin@roadkeeper.test');
  const bodies = (state: string) => figureOf(product, `turns{of="bodies",state="${state}"}`);
  const clients = await Promise.all(Array.from({ length: 3 }, () => rawClient(url)));
  /** Announces a sheet, and sends no more than its beginning. */
  const announce = (at: number, as: string) =>
    clients[at]?.socket.write(
      `POST /api/v1/drivers/import/read HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${as}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 3000000\r\n\r\n--x\r\n`,
    );
  const now = async () => [await bodies('going'), await bodies('waiting')];
  try {
    announce(0, token);
    await expect.poll(now).toEqual([1, 0]);
    announce(1, token);
    await expect.poll(now).toEqual([1, 1]);
    announce(2, other);
    await expect.poll(now).toEqual([2, 1]);
    // Whoever goes away leaves the turn to the next.
    clients[0]?.socket.destroy();
    await expect.poll(now).toEqual([2, 0]);
  } finally {
    for (const { socket } of clients) socket.destroy();
    await product.close();
  }
});
