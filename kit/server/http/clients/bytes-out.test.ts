import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LongBytes } from './bytes-out.ts';
import { clientLimits } from './limits.ts';
import { watchSending } from './sending.ts';

/** A server that sends bytes to its first client; `pieces` are the lengths that were written. */
async function sending(bytes: Buffer) {
  const pieces: number[] = [];
  let source: LongBytes | undefined;
  const begun = Promise.withResolvers<ServerResponse>();
  const server = createServer({ highWaterMark: clientLimits.unsent }, (_, response) => {
    const write = response.write.bind(response);
    response.write = ((piece: Buffer) => {
      pieces.push(piece.length);
      return write(piece);
    }) as typeof response.write;
    response.writeHead(200, { 'content-length': bytes.length });
    source = new LongBytes(response, bytes, clientLimits);
    source.begin();
    begun.resolve(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, pieces, begun: begun.promise, held: () => source?.held, close: () => server.close() };
}

const bytes = Buffer.from(Array.from({ length: 6 * 1024 * 1024 }, (_, at) => (at * 2_654_435_761) >>> 24));

test('whoever takes everything at once is sent large pieces', async () => {
  const short = bytes.subarray(0, 300_000);
  const { port, pieces, held, close } = await sending(short);
  const answer = await fetch(`http://127.0.0.1:${port}`);
  expect(Buffer.from(await answer.arrayBuffer()).equals(short)).toBe(true);
  expect(pieces[0]).toBe(clientLimits.whole);
  expect(held()).toBeUndefined();
  close();
});

test('whoever stops reading is sent nothing more, and small pieces once they go on', async () => {
  const { port, pieces, begun, held, close } = await sending(bytes);
  const socket = connect({ port, host: '127.0.0.1' });
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  const response = await begun;
  // Until the system takes no more.
  let before = -1;
  while (before !== pieces.length) {
    before = pieces.length;
    await sleep(50);
  }
  expect(response.socket?.writableLength).toBeGreaterThan(0);
  expect(response.socket?.writableLength).toBeLessThanOrEqual(clientLimits.whole);
  expect(held()).toBe(bytes.buffer);
  const read: Buffer[] = [];
  socket.on('data', (part: Buffer) => read.push(part));
  socket.resume();
  await once(socket, 'end');
  const text = Buffer.concat(read);
  expect(text.subarray(text.indexOf('\r\n\r\n') + 4).equals(bytes)).toBe(true);
  expect(pieces.slice(before).every((length) => length === clientLimits.piece)).toBe(true);
  expect(pieces.length).toBeGreaterThan(before);
  close();
});

test('two long answers that are asked for one behind the other on one connection both arrive', async () => {
  const watch = watchSending(clientLimits);
  const whole = bytes.subarray(0, 1_000_000);
  const server = createServer({ highWaterMark: clientLimits.unsent }, (_, response) => {
    response.writeHead(200, { 'content-length': whole.length });
    watch.out(response, whole);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket = connect({ port: typeof address === 'object' && address ? address.port : 0, host: '127.0.0.1' });
  let taken = 0;
  socket.on('data', (part: Buffer) => (taken += part.length));
  const ask = (connection: string) => `GET / HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n\r\n`;
  socket.write(ask('keep-alive') + ask('close'));
  await once(socket, 'end');
  expect(taken).toBeGreaterThan(2 * whole.length);
  watch.stop();
  server.close();
});
