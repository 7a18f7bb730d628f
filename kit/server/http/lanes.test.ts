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
