import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionConfig } from '../db/connection.ts';
import { databaseName, readPasswords, roleNames, superuserName } from './cluster.ts';
import { lockHolder } from './data-lock.ts';
import { clusterFolder } from './home.ts';
import { readPidFile } from './postmaster.ts';
import { socketFiles } from './socket-folder.ts';

/** How long a product that is just starting is waited for. */
const patienceMs = 20_000;

/**
 * A connection to the database of a product that runs on a data folder, beside that product: the runtime role's, or the superuser's.
 * @returns undefined when none runs there.
 * @throws Error of one line when one runs and its database does not come up.
 */
export async function runningDatabase(
  folder: string,
  role: 'app' | 'superuser' = 'app',
): Promise<ConnectionConfig | undefined> {
  if (!existsSync(folder)) return undefined;
  const dataDir = await realpath(folder);
  const until = performance.now() + patienceMs;
  while (lockHolder(dataDir) !== undefined) {
    const server = readPidFile(clusterFolder(dataDir));
    if (server?.status === 'ready' && existsSync(join(server.socketDir, socketFiles[0]))) {
      const passwords = await readPasswords(dataDir, true);
      return {
        host: server.socketDir,
        port: 5432,
        user: role === 'app' ? roleNames.app : superuserName,
        password: passwords[role],
        database: role === 'app' ? databaseName : 'postgres',
        ssl: false,
      };
    }
    if (performance.now() > until) throw new Error(`Roadkeeper runs on ${dataDir}, but its database is not up.`);
    await sleep(200);
  }
  return undefined;
}
