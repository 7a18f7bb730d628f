import { expect, test } from 'vitest';
import { startTestProduct } from '#apps/server/testing.ts';
import { listen } from '#kit/server/live/testing/sockets.ts';
import { figureOf, keepLongFile, rawClient, requestOf } from './testing/raw-client.ts';

test('slow clients of one account keep its other requests from nothing', async () => {
  const product = await startTestProduct();
  const url = await listen(product);
  const token = await product.login('admin@roadkeeper.test');
  const { id } = await keepLongFile(product, token);
  const clients = await Promise.all(Array.from({ length: 12 }, () => rawClient(url)));
  try {
    for (const { socket } of clients) socket.write(requestOf(`/api/v1/file/${id}`, token));
    // More than are worked on at a time.
    await expect.poll(() => figureOf(product, 'http_waiting_answers'), { interval: 20 }).toBe(12);
    const answer = await product.call('GET', '/rto?take=1', { token });
    expect(answer.status).toBe(200);
  } finally {
    for (const { socket } of clients) socket.destroy();
    await product.close();
  }
});
