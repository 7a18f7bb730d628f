import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionConfig } from '../db/connection.ts';
import { findBinaries } from './binaries.ts';
import {
  clusterVersion,
  createCluster,
  type Passwords,
  readPasswords,
  superuserName,
  writeSettings,
} from './cluster.ts';
import { lockDataDir } from './data-lock.ts';
import { findHome, giveTo, type Home } from './home.ts';
import { endPostmaster, findPostmaster, launch, type Postmaster, trimLog, waitReady } from './postmaster.ts';
import { stillRuns } from './processes.ts';
import { closeDatabase, prepareRoles, prepareSchema, withClient } from './roles.ts';
import { dropSocketFolder, makeSocketFolder, socketFolder } from './socket-folder.ts';
import { supervise } from './supervisor.ts';

export interface PostgresServer {
  /** Role rk_owner, which migrates and owns the tables, in database roadkeeper. */
  readonly owner: ConnectionConfig;
  /** Role rk_app, which the product runs as: owns nothing and bypasses nothing. */
  readonly app: ConnectionConfig;
  /** For tests only. */
  readonly superuser: ConnectionConfig;
  /** The server ran already, left by a process that was killed. */
  readonly adopted: boolean;
  /** Number of the server's process now, or undefined while there is none. */
  pid(): number | undefined;
  /** Shuts the server down and frees the data folder. Ends within about 30 s whatever happens; may be called again. */
  stop(): Promise<void>;
}
export interface PostgresOptions {
  dataDir: string;
  log: (line: string) => void;
  /** False trades safety for speed: fsync off, for tests. Default true. */
  durable?: boolean;
}

const database = 'roadkeeper';
const roleNames = { owner: 'rk_owner', app: 'rk_app' };

/**
 * Runs PostgreSQL for one data folder: makes the database on the first start, adopts a server that a killed process left,
 * and brings a dead one back until `stop()`. The server is a process of its own and outlives this one unless stopped.
 * @throws Error of one line when another process holds the folder, or when the server does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { log, durable = true } = options;
  // As root the server runs as another user, who has to pass through here; what lies here is closed file by file.
  await mkdir(options.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const dataDir = await realpath(options.dataDir);
  const lock = await lockDataDir(dataDir);
  let current: Postmaster | undefined;
  const stopping = new AbortController();
  try {
    const home = await findHome(dataDir, { binaries: await findBinaries(), log });
    const passwords = await readPasswords(dataDir, (await clusterVersion(home.clusterDir)) !== undefined);
    const logFile = join(dataDir, 'postgres.log');
    const found = await adopt(home, logFile);
    const socketDir = found?.socketDir ?? socketFolder(dataDir, home.identity);
    const start = async () => {
      trimLog(logFile);
      await giveTo(home.identity, home.clusterDir);
      await makeSocketFolder(socketDir, home.identity);
      await writeSettings(home, socketDir, durable);
      const onSpawn = (postmaster: Postmaster) => (current = postmaster);
      return launch({ home, socketDir, logFile, log, signal: stopping.signal, onSpawn });
    };
    if (found) current = found;
    else {
      await makeCluster(home, passwords, durable);
      await start();
    }

    const connect = (user: string, password: string, name = database): ConnectionConfig => ({
      host: socketDir,
      port: 5432,
      user,
      password,
      database: name,
      ssl: false,
    });
    const superuser = connect(superuserName, passwords.superuser, 'postgres');
    try {
      await prepare(superuser, passwords);
    } catch (error) {
      if (!found && current) await endPostmaster(current);
      throw error;
    }

    const supervisor = supervise({
      isUp: () => current !== undefined && stillRuns(current.pid, current.startMark),
      start: async () => void (await start()),
      tidy: () => trimLog(logFile),
      log,
    });
    let stopped: Promise<void> | undefined;
    return {
      owner: connect(roleNames.owner, passwords.owner),
      app: connect(roleNames.app, passwords.app),
      superuser,
      adopted: found !== undefined,
      pid: () => (current && stillRuns(current.pid, current.startMark) ? current.pid : undefined),
      stop: () =>
        (stopped ??= (async () => {
          stopping.abort();
          await supervisor.stop();
          if (current) await endPostmaster(current);
          await dropSocketFolder(socketDir);
          lock.release();
        })()),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function adopt(home: Home, logFile: string) {
  const found = findPostmaster(home.clusterDir);
  return found && (await waitReady(found, home.clusterDir, logFile)) ? found : undefined;
}

async function makeCluster(home: Home, passwords: Passwords, durable: boolean): Promise<void> {
  const version = await clusterVersion(home.clusterDir);
  if (version === undefined) return createCluster(home, passwords.superuser, durable);
  const major = home.binaries.version.split('.')[0];
  if (version !== major)
    throw new Error(
      `${home.clusterDir} was made by PostgreSQL ${version}, and this is ${major}: move it over with a dump.`,
    );
}

/** Roles and database as they have to be. Also done for an adopted server, whose first start may have been killed half-way. */
async function prepare(superuser: ConnectionConfig, passwords: Passwords): Promise<void> {
  const roles = { ...roleNames, ownerPassword: passwords.owner, appPassword: passwords.app };
  await withClient(superuser, async (client) => {
    await prepareRoles(client, roles);
    const known = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (!known.rowCount) await client.query(`create database ${database} owner ${roles.owner}`);
    await closeDatabase(client, database, roles.app);
  });
  await withClient({ ...superuser, database }, (client) => prepareSchema(client, roles));
}
