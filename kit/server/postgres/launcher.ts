import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionConfig } from '../db/connection.ts';
import { refuseUnfinished } from '../backup/unfinished.ts';
import { keysFolder } from '../keys.ts';
import { findBinaries } from './binaries.ts';
import {
  clusterVersion,
  createCluster,
  databaseName,
  type Passwords,
  readPasswords,
  roleNames,
  superuserName,
  writeSettings,
} from './cluster.ts';
import { lockDataDir } from './data-lock.ts';
import { findHome, giveTo, type Home } from './home.ts';
import {
  endPostmaster,
  findPostmaster,
  isStopping,
  launch,
  type Postmaster,
  trimLog,
  waitReady,
} from './postmaster.ts';
import { signal, stillRuns } from './processes.ts';
import { type DiskGuard, type DiskLimits, guardDisk } from './disk-guard.ts';
import { closeDatabase, prepareRoles, prepareSchema, withClient } from './roles.ts';
import { dropSocketFolder, makeSocketFolder, socketFiles, socketFolder } from './socket-folder.ts';
import { supervise } from './supervisor.ts';

export interface PostgresServer {
  /** Role rk_owner, which migrates and owns the tables, in database roadkeeper. */
  readonly owner: ConnectionConfig;
  /** Role rk_app, which the product runs as: owns nothing and bypasses nothing. */
  readonly app: ConnectionConfig;
  /** For backups, and for tests. */
  readonly superuser: ConnectionConfig;
  /** Folder of the database's files. */
  readonly clusterDir: string;
  /** The server ran already, left by a process that was killed. */
  readonly adopted: boolean;
  /** Number of the server's process now, or undefined while there is none. */
  pid(): number | undefined;
  /** Whether nothing can be written because the disk is nearly full. */
  isDiskFull(): boolean;
  /** Shuts the server down and frees the data folder. Ends within about 30 s whatever happens; may be called again. */
  stop(): Promise<void>;
}
export interface PostgresOptions {
  dataDir: string;
  log: (line: string) => void;
  /** False trades safety for speed: fsync off, for tests. Default true. */
  durable?: boolean;
  /** Other bounds than usual for the room on the disk. */
  disk?: DiskLimits;
}

const database = databaseName;

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
  refuseUnfinished(dataDir);
  const lock = await lockDataDir(dataDir);
  const stopping = new AbortController();
  const logFile = join(dataDir, 'postgres.log');
  let current: Postmaster | undefined;
  let socketDir: string | undefined;
  let guard: DiskGuard | undefined;
  const isRunning = () => current !== undefined && stillRuns(current.pid, current.startMark);
  try {
    const home = await findHome(dataDir, { binaries: await findBinaries(), log });
    const exists = (await clusterVersion(home.clusterDir)) !== undefined;
    // A first start makes the database before the keys: keys without a database mean that it was lost, or is not mounted.
    if (!exists && existsSync(keysFolder(dataDir)))
      throw new Error(
        `The database is missing: there is no ${home.clusterDir}, though ${keysFolder(dataDir)} is there. Put it back from a backup, or move the keys away to begin with an empty database.`,
      );
    const passwords = await readPasswords(dataDir, exists);
    const folder = findPostmaster(home.clusterDir)?.socketDir || socketFolder(dataDir, home.identity);
    const socket = join(folder, socketFiles[0]);
    socketDir = folder;

    const applySettings = async () => {
      await writeSettings(home, { socketDir: folder, durable, readOnly: guard?.isFull() ?? false });
      if (current && isRunning()) signal(current.pid, 'SIGHUP');
    };
    /** @returns whether a server ran already. */
    const bringUp = async (): Promise<boolean> => {
      trimLog(logFile);
      const running = findPostmaster(home.clusterDir);
      if (running && (await waitReady(running, home.clusterDir, logFile)) && existsSync(socket)) {
        current = running;
        // Whoever left it may have left it read-only.
        await applySettings();
        return true;
      }
      // Nobody reaches a server whose socket was swept away with old temporary files.
      if (running) await endPostmaster(running);
      await checkVersion(home);
      await giveTo(home.identity, home.clusterDir);
      await makeSocketFolder(folder, home.identity);
      await guard?.look();
      await applySettings();
      const onSpawn = (postmaster: Postmaster) => (current = postmaster);
      await launch({ home, socketDir: folder, logFile, log, signal: stopping.signal, onSpawn });
      return false;
    };
    // Only here: a database that vanishes while the product runs must not be replaced by an empty one.
    if (!exists) await createCluster(home, passwords.superuser, durable);
    guard = guardDisk({
      folder: home.clusterDir,
      reserve: durable ? `${home.clusterDir}.reserve` : null,
      changed: applySettings,
      log,
      ...options.disk,
    });
    await guard.look();
    if (guard.isFull()) throw new Error(`The disk of ${home.clusterDir} is nearly full: make room, then start again.`);
    const adopted = await bringUp();
    if (adopted) log(`database: adopted the running server (process ${current?.pid})`);

    const connect = (user: string, password: string, name = database): ConnectionConfig => ({
      host: folder,
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
      if (!adopted && current) await endPostmaster(current);
      throw error;
    }

    const supervisor = supervise({
      // Told by others to shut down smartly it would wait for our own connections, take no new ones, and never end.
      isUp: () => isRunning() && existsSync(socket) && !isStopping(home.clusterDir),
      start: bringUp,
      tidy: () => trimLog(logFile),
      log,
    });
    const stop = async () => {
      stopping.abort();
      guard?.stop();
      await supervisor.stop();
      if (current) await endPostmaster(current);
      await dropSocketFolder(folder);
      lock.release();
    };
    let stopped: Promise<void> | undefined;
    return {
      owner: connect(roleNames.owner, passwords.owner),
      app: connect(roleNames.app, passwords.app),
      superuser,
      clusterDir: home.clusterDir,
      adopted,
      pid: () => (isRunning() ? current?.pid : undefined),
      isDiskFull: () => guard?.isFull() ?? false,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    guard?.stop();
    if (socketDir && !isRunning()) await dropSocketFolder(socketDir);
    lock.release();
    throw error;
  }
}

async function checkVersion(home: Home): Promise<void> {
  const version = await clusterVersion(home.clusterDir);
  const major = home.binaries.version.split('.')[0];
  if (version === undefined) throw new Error(`The database is gone from ${home.clusterDir}.`);
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
  await withClient({ ...superuser, database }, (client) => prepareSchema(client, roles.app));
}
