import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import type { TestProduct } from '#apps/server/testing.ts';

/** A client of which nothing but TCP works. It closes nothing by itself, and reads only when it is told to. */
export interface RawClient {
  socket: Socket;
  /** What was read so far, as Latin-1. */
  read(): string;
  /** Reads on until what was read fits, or the connection ends. */
  until(fits: (text: string) => boolean): Promise<string>;
}

/** @param from address of this machine that it comes from: all of 127.0.0.0/8 are. */
export async function rawClient(url: string, from?: string): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    allowHalfOpen: true,
    ...(from ? { localAddress: from } : {}),
  });
  const parts: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  const read = () => Buffer.concat(parts).toString('latin1');
  const noted = (part: Buffer) => parts.push(part);
  return {
    socket,
    read,
    until: (fits) =>
      new Promise((resolve) => {
        const done = () => {
          socket.off('data', look).off('data', noted).pause();
          resolve(read());
        };
        const look = () => fits(read()) && done();
        socket.on('data', noted).on('data', look).once('end', done).once('close', done);
        socket.resume();
      }),
  };
}

/** A request without a body, as it goes over the wire. */
export const requestOf = (path: string, token?: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}\r\n`;

/** How many connections a product's server has. */
export const connectionsOf = ({ product }: TestProduct): Promise<number> =>
  promisify(product.app.server.getConnections.bind(product.app.server))();

/** A figure of /metrics, by its name with its labels; the first that fits. */
export async function figureOf({ product }: TestProduct, name: string): Promise<number> {
  const { body } = await product.app.inject({ method: 'GET', url: '/metrics' });
  const line = body.split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`No figure ${name}`);
  return Number(line.slice(name.length + 1));
}

/** A file of a record, longer than what the system takes on behalf of a client that does not read. */
export async function keepLongFile(test: TestProduct, token: string) {
  const { db, kit } = test.product;
  const content = Buffer.alloc(24 * 1024 * 1024, 'roadkeeper ');
  const [brand] = (await test.call('GET', '/vehicle-brand?take=1', { token })).json.data;
  const file = { name: 'a.pdf', mime: 'application/pdf', width: null, height: null };
  const owner = { module: 'vehicle-brand', recordId: brand.id as string };
  const [id = ''] = await db.transact({ orgId: null }, (tx) =>
    kit.files.keep(tx, [{ ...file, content, orgId: null, owner }]),
  );
  return { id, content };
}
