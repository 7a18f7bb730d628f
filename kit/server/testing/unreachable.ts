import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Database, openDatabase } from '#kit/server/db/database.ts';

/** A database that is away: its port was free a moment ago, and nobody listens there. */
export async function unreachableDatabase(): Promise<Database> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  server.close();
  await once(server, 'close');
  return openDatabase({ host: '127.0.0.1', port, user: 'nobody', database: 'nothing' }, { log: () => undefined });
}
