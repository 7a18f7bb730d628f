import pg from 'pg';
import type { ConnectionConfig } from './connection.ts';

/*
 * A server that is told to shut down smartly takes nobody new and waits until everybody has left; who is connected is told nothing. Whoever
 * of us is refused for that tells all, and all leave: the server ends, and is reached again when it is back. Where little is done nobody
 * asks for one more connection, so that one is tried now and then.
 */

/** SQLSTATE of a server that takes no connections now: it shuts down, or has only just begun to start. */
const notNow = '57P03';

const tryEveryMs = 30_000;
const tryMs = 5_000;

interface Server {
  leavers: Set<() => void>;
  timer: NodeJS.Timeout;
}
const servers = new Map<string, Server>();
const serverOf = ({ host, port = 5432 }: ConnectionConfig) => `${host}:${port}`;

/** Tells when connections to a server are to be given up. Gives what ends that. */
export function onLeave(config: ConnectionConfig, leave: () => void): () => void {
  const name = serverOf(config);
  const server = servers.get(name) ?? {
    leavers: new Set(),
    timer: setInterval(() => void tryOne(config), tryEveryMs).unref(),
  };
  servers.set(name, server);
  server.leavers.add(leave);
  return () => {
    server.leavers.delete(leave);
    if (server.leavers.size > 0 || servers.get(name) !== server) return;
    clearInterval(server.timer);
    servers.delete(name);
  };
}

async function tryOne(config: ConnectionConfig): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: tryMs, application_name: 'roadkeeper' });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => noteRefused(config, error));
  await client.end().catch(() => undefined);
}

/** Takes the error of a connection that was not made. */
export function noteRefused(config: ConnectionConfig, error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === notNow)) return;
  for (const leave of servers.get(serverOf(config))?.leavers ?? []) leave();
}

/** A pool that is replaced by an empty one when its connections are to be given up: those in use leave when they are done. */
export interface LeavingPool {
  readonly now: pg.Pool;
  close(): Promise<void>;
}

export function leavingPool(config: ConnectionConfig, make: () => pg.Pool): LeavingPool {
  let now = make();
  const forget = onLeave(config, () => {
    if (now.totalCount === 0) return;
    const left = now;
    now = make();
    left.end().catch(() => undefined);
  });
  return {
    get now() {
      return now;
    },
    async close() {
      forget();
      await now.end();
    },
  };
}
