import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A server on this machine that messages are sent to; what it answers may be replaced. */
export async function startReceiver() {
  const received: Received[] = [];
  const answer: { status: number; body: string; headers: Record<string, string>; hangs: boolean } = {
    status: 200,
    body: 'ok',
    headers: {},
    hangs: false,
  };
  /** Messages that are here at once: now, and at most so far. */
  const open = { now: 0, most: 0 };
  const server = createServer((request, reply) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    reply.once('close', () => (open.now -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (answer.hangs) return;
      reply.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    answer,
    open,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
