import { connect, type Socket } from 'node:net';
import type { Statuses } from './flood.ts';

export interface SlowOrder {
  url: string;
  token: string;
  largeFile: string;
  /** Connections of each kind, all the time: one that was closed comes back. */
  headers: number;
  bodies: number;
  readers: number;
  seconds: number;
}
/** The longest that a connection of each kind was let to live, closed or still open, in seconds. */
export interface SlowFigures {
  statuses: Statuses;
  headersS: number;
  bodiesS: number;
  readersS: number;
}
type Lives = 'headersS' | 'bodiesS' | 'readersS';

const head = (line: string, token?: string) =>
  `${line} HTTP/1.1\r\nhost: localhost\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}`;
const bodyOf = (line: string, length: number, token?: string) =>
  `${head(line, token)}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n{"name":"`;

/** Clients that send a letter a second of their headers or their bodies, and such that take next to nothing of a long file. */
export async function goSlowly(order: SlowOrder): Promise<SlowFigures> {
  const figures: SlowFigures = { statuses: {}, headersS: 0, bodiesS: 0, readersS: 0 };
  const { hostname, port } = new URL(order.url);
  const open = new Map<Socket, { kind: Lives; since: number }>();
  let isOver = false;
  const lived = (kind: Lives, since: number) => {
    figures[kind] = Math.max(figures[kind], (performance.now() - since) / 1_000);
  };
  const note = (status: string) => {
    figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
  };
  const begin = (kind: Lives, first: string, each: (socket: Socket) => void) => {
    if (isOver) return;
    const socket = connect({ host: hostname, port: Number(port) });
    const timer = setInterval(() => each(socket), 1_000);
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      // What is read counts from the first byte of the answer: before it, the server is the one who is waited for.
      if (kind !== 'readersS') open.set(socket, { kind, since: performance.now() });
      socket.write(first);
    });
    socket.once('data', (part: Buffer) => {
      const status = part.toString('latin1', 9, 12);
      note(status);
      if (kind === 'readersS' && status === '200') {
        open.set(socket, { kind, since: performance.now() });
        socket.pause();
      } else socket.resume();
      // A refused reader is none; it comes back like the others.
      if (kind === 'readersS' && status !== '200') socket.destroy();
    });
    socket.once('close', () => {
      clearInterval(timer);
      const one = open.get(socket);
      open.delete(socket);
      if (!one) note('cut before');
      else if (!isOver) lived(one.kind, one.since);
      setTimeout(() => begin(kind, first, each), 500);
    });
  };
  const letter = (socket: Socket) => void (socket.writable && socket.write('a'));
  const taste = (socket: Socket) => void socket.read(1);
  for (let at = 0; at < Math.max(order.headers, order.bodies, order.readers); at += 1) {
    if (at < order.headers) begin('headersS', `${head('GET /livez')}x: `, letter);
    if (at < order.bodies) {
      const [line, token] =
        at % 2 ? (['POST /api/v1/login'] as const) : (['POST /api/v1/drivers', order.token] as const);
      begin('bodiesS', bodyOf(line, at % 2 ? 8_000 : 200_000, token), letter);
    }
    if (at < order.readers)
      begin(
        'readersS',
        `${head(`GET /api/v1/file/${order.largeFile}`, order.token)}\r\n`,
        at % 2 ? taste : () => undefined,
      );
    // Not all of them in one moment: the line for connections that are not accepted yet is short.
    if (at % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, order.seconds * 1_000));
  isOver = true;
  for (const [socket, { kind, since }] of open) {
    lived(kind, since);
    socket.destroy();
  }
  return figures;
}
