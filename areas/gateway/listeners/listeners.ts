import type { Socket as DatagramSocket } from 'node:dgram';
import type { Server } from 'node:net';
import { isIPv6 } from 'node:net';
import { requestProtocols, socketProtocols } from '#telematics/protocols/index.ts';
import { createHttpListener } from './http-listener.ts';
import type { Hub } from './admission.ts';
import { createTcpLinks } from './tcp-listener.ts';
import { createUdpListener } from './udp-listener.ts';

/** Port of each protocol by its name: `auto` is any free one, 0 none. */
export type Ports = Readonly<Record<string, number | 'auto'>>;

export interface ListenersOptions {
  host: string;
  ports: Ports;
  /** What is done about a port that another program has: any free one is taken and told in the log, or nothing starts. */
  busyPort: 'another' | 'fail';
  log: (line: string) => void;
}

export interface Listeners {
  /** Where each protocol is listened to now. */
  readonly ports: Readonly<Record<string, number>>;
  resume(): void;
  lookAgain(): void;
  reap(now: number): void;
  /** Nobody new comes in; who is in is still answered. */
  shut(): void;
  close(): Promise<void>;
}

/** Protocols that are spoken in datagrams too, at the same port. */
const inDatagrams: ReadonlySet<string> = new Set(['teltonika']);

/**
 * Listens to devices.
 * @throws Error of one line when a port is taken, unless another one is taken in its place.
 */
export async function openListeners(hub: Hub, options: ListenersOptions): Promise<Listeners> {
  const links = createTcpLinks(hub);
  const servers: Server[] = [];
  const sockets: DatagramSocket[] = [];
  const ports: Record<string, number> = {};

  const close = async () => {
    links.closeAll();
    await Promise.all([
      ...servers.map((server) => new Promise((resolve) => server.close(resolve))),
      ...sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))),
      ...servers.map((server) => 'closeAllConnections' in server && (server.closeAllConnections as () => void)()),
    ]);
  };
  const openOne = async (name: string, wanted: number) => {
    const stream = socketProtocols[name];
    const requests = requestProtocols[name];
    const server = stream ? links.listener(stream) : requests ? createHttpListener(hub, requests) : null;
    if (!server) throw new Error(`No protocol is called ${name}`);
    const port = await listen(server, wanted, options.host);
    if (stream && inDatagrams.has(name)) {
      const socket = createUdpListener(hub, stream, isIPv6(options.host));
      try {
        await bind(socket, port, options.host);
      } catch (error) {
        server.close();
        throw error;
      }
      sockets.push(socket);
    }
    // A failure to accept one is none of the others.
    server.on('error', (error) => options.log(`tracking: ${name}: ${error.message}`));
    servers.push(server);
    ports[name] = port;
  };
  for (const [name, wanted] of Object.entries(options.ports)) {
    if (wanted === 0) continue;
    try {
      await openOne(name, wanted === 'auto' ? 0 : wanted);
    } catch (error) {
      const why = `tracking: port ${wanted} for ${name} cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
      if (options.busyPort === 'fail') {
        await close();
        throw new Error(`${why}. Set GATEWAY_${name.toUpperCase()}_PORT to another one, or to 0`, { cause: error });
      }
      const another = await openOne(name, 0).then(
        () => `Listening on port ${ports[name]} instead`,
        () => 'No other port can be opened either',
      );
      options.log(`${why}. ${another}`);
    }
  }
  return {
    ports,
    resume: () => links.resume(),
    lookAgain: () => links.lookAgain(),
    reap: (now) => links.reap(now),
    shut() {
      for (const server of servers) server.close();
    },
    close,
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 1_024 }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function bind(socket: DatagramSocket, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ port, address: host }, () => {
      socket.off('error', reject);
      resolve();
    });
  });
}
