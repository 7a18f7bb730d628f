import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { TestProduct } from '#apps/server/testing.ts';
import { livePath } from '#kit/contract/live.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into messages of many shapes
export type Said = any;

/** A client's end of a socket, with everything that was said to it. */
export interface TestSocket {
  socket: WebSocket;
  said: Said[];
  /** Frames of streams that came. */
  frames: Buffer[];
  send(message: unknown): void;
  /** The first message that fits, also one that came already; rejects after five seconds. */
  next(fits: (message: Said) => boolean): Promise<Said>;
  /** How it ended. */
  ended: Promise<{ code: number; reason: string; at: number }>;
}

/** Lets a test product listen on a free port. Gives its address, `http://127.0.0.1:…`. */
export async function listen(product: TestProduct): Promise<string> {
  await product.product.app.listen({ port: 0, host: '127.0.0.1' });
  const address = product.product.app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

export async function ticketFor(product: TestProduct, token: string): Promise<string> {
  const answer = await product.call('POST', '/live/ticket', { token });
  if (answer.status !== 200) throw new Error(`No ticket: ${answer.text}`);
  return answer.json.data.ticket as string;
}

/** Opens a socket without a ticket, from a page of the server itself unless told otherwise. */
export async function openSocket(url: string, headers: Record<string, string> = { origin: url }): Promise<TestSocket> {
  const socket = new WebSocket(url.replace('http', 'ws') + livePath, { headers, perMessageDeflate: false });
  const said: Said[] = [];
  const frames: Buffer[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data, isBinary) => {
    if (isBinary) frames.push(data as Buffer);
    else said.push(JSON.parse((data as Buffer).toString()));
    for (const look of waiting) look();
  });
  const ended = new Promise<{ code: number; reason: string; at: number }>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString(), at: performance.now() })),
  );
  await once(socket, 'open');
  socket.on('error', () => undefined);
  return {
    socket,
    said,
    frames,
    ended,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (fits) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`Not said within 5 s; said was ${JSON.stringify(said).slice(0, 1_000)}`));
        }, 5_000);
        const look = () => {
          const found = said.find(fits);
          if (!found) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** A socket of somebody, ready to be used. */
export async function enter(product: TestProduct, url: string, token: string): Promise<TestSocket> {
  const client = await openSocket(url);
  client.send({ type: 'ticket', ticket: await ticketFor(product, token) });
  await client.next(({ type }) => type === 'ready');
  return client;
}

/** Follows a topic; gives what the server answered. */
export async function follow(client: TestSocket, topic: string, params?: object): Promise<Said> {
  const from = client.said.length;
  client.send({ type: 'subscribe', topic, ...(params ? { params } : {}) });
  return client.next(
    (message) =>
      client.said.indexOf(message) >= from &&
      ['subscribed', 'refused'].includes(message.type) &&
      message.topic === topic,
  );
}

/** A text message of less than 126 bytes as a client frames it; a masking key of zeros leaves the text as it is. */
export const frame = (text: string, opcode = 0x81): Buffer =>
  Buffer.concat([Buffer.from([opcode, 0x80 | Buffer.byteLength(text), 0, 0, 0, 0]), Buffer.from(text)]);

/** A client of which nothing but TCP works: it answers no pings, and reads only what it is told to. */
export async function openRaw(url: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connectTcp({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `GET ${livePath} HTTP/1.1\r\nhost: ${host}\r\norigin: ${url}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  );
  let head = '';
  while (!head.includes('\r\n\r\n')) head += String((await once(socket, 'data'))[0]);
  if (!head.startsWith('HTTP/1.1 101')) throw new Error(head);
  return socket;
}
