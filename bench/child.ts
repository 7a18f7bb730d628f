import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { mallocSettings } from '#apps/server/parts/malloc.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';

/** What a measured server is told at its start. */
export interface Order {
  database: ConnectionConfig;
  dataDir: string;
  /** What the bare side sends. */
  answers?: readonly RecordedAnswer[];
}
/** An answer of the product, to be sent again as it was. */
export interface RecordedAnswer {
  /** Path with query. */
  url: string;
  headers: Record<string, string>;
  body: string;
}
/** Processor time since the start in ms, and resident memory in bytes. */
export interface Usage {
  cpuMs: number;
  rss: number;
}
export interface MeasuredServer {
  url: string;
  /** Of doors besides the first, by their names. */
  ports: Readonly<Record<string, number>>;
  pid: number | undefined;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

interface Opened {
  port: number;
  ports?: Readonly<Record<string, number>>;
}

/** Runs one of the servers in a process of its own, so that it shares no event loop with the load. */
export async function startServer(file: string, order: Order): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, file), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // As the product is started.
    env: { ...mallocSettings, ...process.env },
  });
  const ended = once(child, 'exit');
  const answer = async <T>(message: unknown): Promise<T> => {
    child.send(message as object);
    const first = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
    if (!first) throw new Error(`${file} ended before it answered`);
    return first[0] as T;
  };
  const { port, ports = {} } = await answer<Opened>(order);
  return {
    ports,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    usage: () => answer<Usage>('usage'),
    async stop() {
      if (isRunning(child)) child.send('stop');
      await ended;
    },
  };
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** The child's side: `start` serves on a port of its own choice and gives what closes it. */
export function serveParent(start: (order: Order) => Promise<Opened & { close(): Promise<void> }>): void {
  let running: { close(): Promise<void> } | undefined;
  const obey = async (message: Order | 'usage' | 'stop') => {
    if (message === 'usage') {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss() } satisfies Usage);
    } else if (message === 'stop') {
      await running?.close();
      process.disconnect();
    } else {
      const opened = await start(message);
      running = opened;
      process.send?.({ port: opened.port, ports: opened.ports ?? {} } satisfies Opened);
    }
  };
  process.on('message', (message: Order | 'usage' | 'stop') => {
    obey(message).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  });
  // A parent that was killed leaves nothing behind.
  process.on('disconnect', () => process.exit());
}
