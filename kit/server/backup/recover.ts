import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionConfig } from '../db/connection.ts';
import { databaseName, readPasswords, superuserName, writeSettings } from '../postgres/cluster.ts';
import { giveTo, type Home } from '../postgres/home.ts';
import { endPostmaster, launch, type Postmaster } from '../postgres/postmaster.ts';
import { dropSocketFolder, makeSocketFolder, socketFolder } from '../postgres/socket-folder.ts';

export interface RecoverOptions {
  home: Home;
  dataDir: string;
  /** Replay ends before the first transaction that was committed later. Left out: all of the log. */
  to?: Date | undefined;
  log: (line: string) => void;
}

/** A hundred gigabytes of log on a slow disk. */
const patienceMs = 6 * 3_600_000;
const tooShort = /recovery ended before configured recovery target was reached/;

/**
 * Lets PostgreSQL replay the log that is in the cluster, looks at the result and stops the server.
 * @param look gets the superuser's connection to the product's database.
 * @returns what was found, and the time of the last commit that was replayed, if any was.
 * @throws Error with the server's last words.
 */
export async function recover<T>(
  options: RecoverOptions,
  look: (config: ConnectionConfig) => Promise<T>,
): Promise<{ found: T; lastCommit: string | undefined }> {
  const { home, dataDir, to, log } = options;
  const socketDir = socketFolder(dataDir, home.identity);
  let server: Postmaster | undefined;
  const start = async (target: Date | undefined) => {
    await writeSettings(home, {
      socketDir,
      durable: true,
      readOnly: false,
      extra: {
        // All of the log is in the cluster already; PostgreSQL insists on a command that fetches more.
        restore_command: 'false',
        hot_standby: 'off',
        recovery_target_timeline: 'current',
        recovery_target_action: 'promote',
        ...(target
          ? { recovery_target_time: target.toISOString().replace('Z', '+00'), recovery_target_inclusive: 'on' }
          : {}),
      },
    });
    await writeFile(join(home.clusterDir, 'recovery.signal'), '', { mode: 0o600 });
    await giveTo(home.identity, join(home.clusterDir, 'recovery.signal'));
    await makeSocketFolder(socketDir, home.identity);
    await launch({
      home,
      socketDir,
      logFile: join(dataDir, 'postgres.log'),
      log,
      signal: new AbortController().signal,
      patienceMs,
      onSpawn: (postmaster) => (server = postmaster),
    });
  };
  try {
    await start(to).catch((error: unknown) => {
      // Nothing was written between the last commit and that moment: the end is that moment.
      if (to && error instanceof Error && tooShort.test(error.message)) return start(undefined);
      throw error;
    });
    const { superuser } = await readPasswords(dataDir, true);
    const found = await look({
      host: socketDir,
      port: 5432,
      user: superuserName,
      password: superuser,
      database: databaseName,
      ssl: false,
    });
    return { found, lastCommit: lastReplayed(await readFile(join(dataDir, 'postgres.log'), 'utf8')) };
  } finally {
    if (server) await endPostmaster(server);
    await dropSocketFolder(socketDir);
    await rm(join(home.clusterDir, 'recovery.signal'), { force: true });
  }
}

/** PostgreSQL says it in its log: '… last completed transaction was at log time 2026-11-24 10:00:00.123456+00'. */
function lastReplayed(log: string): string | undefined {
  const mark = 'was at log time ';
  const from = log.lastIndexOf(mark);
  if (from < 0) return undefined;
  const text = log.slice(from + mark.length, log.indexOf('+', from));
  return new Date(`${text.replace(' ', 'T')}Z`).toISOString();
}
