import { fork } from 'node:child_process';
import { once } from 'node:events';
import { manualClock } from '#kit/server/clock.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { createProduct } from '../product.ts';

interface Order {
  database: ConnectionConfig;
  dataDir: string;
  /** Where its clock stands, ISO. */
  at: string;
}

export interface HttpProcess {
  /** Ends with `/api/v1`. */
  url: string;
  /** Puts its clock to another time, ISO. */
  setClock(at: string): Promise<void>;
  /** As kill -9 does; ends with the process. */
  kill(): Promise<void>;
}

/** The product in a process of its own that listens at a free port and can be killed. */
export async function startHttpProcess(order: Order): Promise<HttpProcess> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => undefined);
  const ask = async (message: Partial<Order>): Promise<string> => {
    const answered = once(child, 'message');
    child.send(message);
    const answer = await Promise.race([answered, ended]);
    if (!answer) throw new Error('The product ended when it was asked something');
    return answer[0] as string;
  };
  return {
    url: `${await ask(order)}/api/v1`,
    setClock: async (at) => void (await ask({ at })),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const clock = manualClock(new Date(0).toISOString());

async function obey({ database, dataDir, at }: Partial<Order>): Promise<string> {
  if (at) clock.move(Date.parse(at) - clock.now().getTime());
  if (!database || !dataDir) return '';
  const product = await createProduct({
    database,
    dataDir,
    clock,
    alone: true,
    demo: true,
    secure: false,
    log: false,
  });
  return product.app.listen({ port: 0, host: '127.0.0.1' });
}

if (import.meta.main) {
  process.on('message', (order: Partial<Order>) => {
    obey(order)
      .then((answer) => process.send?.(answer))
      .catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
  });
  // A parent that was killed leaves nothing behind.
  process.on('disconnect', () => process.exit());
}
