import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, openSync, readFileSync, readSync, rmSync, statSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandAs, type Home } from './home.ts';
import { childrenOf, commandOf, folderOf, isSameProcess, processesIn, signal, startMark } from './processes.ts';
import { socketFiles } from './socket-folder.ts';

/** One running PostgreSQL server process. */
export interface Postmaster {
  pid: number;
  startMark: string;
}
/** What the server writes into its own postmaster.pid. */
interface PidFile {
  pid: number;
  socketDir: string;
  /** starting, ready, stopping */
  status: string;
}
export interface LaunchOptions {
  home: Home;
  socketDir: string;
  logFile: string;
  log: (line: string) => void;
  signal: AbortSignal;
  /** Told as soon as the process exists, long before it is ready. */
  onSpawn: (postmaster: Postmaster) => void;
  /** How long it may take until it is ready. Default 120 s. */
  patienceMs?: number;
}

/** Recovery after a crash replays at most 1 GB of log, far quicker than this. */
const readyTimeoutMs = 120_000;
const logSizeBytes = 8 * 2 ** 20;

export function readPidFile(clusterDir: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return { pid, socketDir: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether the server of a cluster was told to shut down and is still there. */
export const isStopping = (clusterDir: string): boolean => readPidFile(clusterDir)?.status === 'stopping';

/** The server that runs on a cluster now, if its pid file is true: the number may belong to another program by now. */
export function findPostmaster(clusterDir: string): (Postmaster & { socketDir: string }) | undefined {
  const file = readPidFile(clusterDir);
  const mark = file && startMark(file.pid);
  if (!file || mark === undefined) return undefined;
  const command = commandOf(file.pid) ?? [];
  const isPostgres = basename(command[0] ?? '') === 'postgres';
  if (!isPostgres || !(command.includes(clusterDir) || folderOf(file.pid) === clusterDir)) return undefined;
  return { pid: file.pid, startMark: mark, socketDir: file.socketDir };
}

/**
 * Starts the server in a session of its own, so that it outlives a killed Node, and waits until it takes connections.
 * Backends of a killed server keep its shared memory for a moment: tried 10 times, half a second apart.
 * @throws Error with the server's last words; the abort reason when the signal fires.
 */
export async function launch(options: LaunchOptions): Promise<Postmaster> {
  const { home, log } = options;
  for (let attempt = 1; ; attempt += 1) {
    clearStaleFiles(home.clusterDir, options.socketDir, log);
    const words = logReader(options.logFile);
    const postmaster = spawnPostmaster(options);
    if (postmaster.pid !== undefined) {
      const started = { pid: postmaster.pid, startMark: startMark(postmaster.pid) ?? '' };
      options.onSpawn(started);
      if (await becomesReady(started.pid, options, postmaster.ended)) return started;
    }
    const reason = (await postmaster.ended) ?? words();
    const busy = /shared memory block|lock file .* already exists/.test(reason);
    if (!busy || attempt === 10) throw new Error(`PostgreSQL did not start. Its last lines: ${reason || '(none)'}`);
    if (attempt === 4) end('SIGQUIT');
    if (attempt === 8) end('SIGKILL');
    await sleep(500, undefined, { signal: options.signal });
  }
  /** Without their server such backends can only go; a frozen one never would. */
  function end(name: NodeJS.Signals): void {
    for (const pid of processesIn(home.clusterDir)) {
      log(`database: ending process ${pid}, left behind by a killed server`);
      signal(pid, name);
    }
  }
}

function spawnPostmaster({ home, logFile }: LaunchOptions) {
  const command = commandAs(home.identity, home.binaries.postgres, ['-D', home.clusterDir]);
  const output = openSync(logFile, 'a', 0o600);
  try {
    const child = spawn(command.file, command.args, {
      ...command.options,
      detached: true,
      stdio: ['ignore', output, output],
    });
    /** Why it could not even be run; undefined when it ran and ended. */
    const ended = new Promise<string | undefined>((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.on('exit', () => resolve(undefined));
    });
    child.unref();
    return { pid: child.pid, ended };
  } finally {
    closeSync(output);
  }
}

/** @returns false when the process ended instead. */
async function becomesReady(pid: number, options: LaunchOptions, ended: Promise<unknown>): Promise<boolean> {
  const gone = ended.then(() => 'gone');
  const { patienceMs = readyTimeoutMs } = options;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const file = readPidFile(options.home.clusterDir);
    if (file?.pid === pid && file.status === 'ready') return true;
    if ((await Promise.race([gone, sleep(20, 'on', { signal: options.signal })])) === 'gone') return false;
    if (performance.now() > deadline) throw new Error(slow(options.logFile));
  }
}

/** Waits until a server that was found running takes connections. Throws when it does not in time; false when it ends. */
export async function waitReady(postmaster: Postmaster, clusterDir: string, logFile: string): Promise<boolean> {
  const deadline = performance.now() + readyTimeoutMs;
  while (isSameProcess(postmaster.pid, postmaster.startMark)) {
    if (readPidFile(clusterDir)?.status === 'ready') return true;
    if (isStopping(clusterDir)) await endPostmaster(postmaster);
    if (performance.now() > deadline) throw new Error(slow(logFile));
    await sleep(50);
  }
  return false;
}

const slow = (logFile: string) =>
  `PostgreSQL was not ready after ${readyTimeoutMs / 1000} s and is left to go on; start again to keep waiting. ` +
  `Its last lines: ${lastLines(readFileSync(logFile, 'utf8'))}`;

/**
 * Ends a server and waits until it is gone: fast shutdown, then immediate shutdown, then by force. Never longer than about
 * 30 s, a frozen server included.
 */
export async function endPostmaster(postmaster: Postmaster): Promise<void> {
  const { pid, startMark: mark } = postmaster;
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 8_000],
    ['SIGKILL', 5_000],
  ];
  for (const [name, waitMs] of steps) {
    if (!isSameProcess(pid, mark)) return;
    const children = childrenOf(pid);
    signal(pid, name);
    // A frozen process takes no other signal before this one.
    for (const one of [pid, ...children]) signal(one, name === 'SIGKILL' ? 'SIGKILL' : 'SIGCONT');
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      if (!isSameProcess(pid, mark)) return;
      await sleep(20);
    }
  }
}

/**
 * A pid file whose number is dead is left to PostgreSQL, which also checks for backends that linger. One whose number now
 * belongs to another program would stop it from starting, and so would the socket's.
 */
function clearStaleFiles(clusterDir: string, socketDir: string, log: (line: string) => void): void {
  const file = readPidFile(clusterDir);
  if (file && startMark(file.pid) !== undefined) {
    log(`database: clearing a stale postmaster.pid (process ${file.pid} is another program)`);
    rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
  }
  for (const name of socketFiles) rmSync(join(socketDir, name), { force: true });
}

/**
 * Keeps the log small: the server appends, so it may be emptied under its hands. The last part stays as `<name>.1`, unless the
 * disk is full. Throws nothing.
 */
export function trimLog(logFile: string): void {
  try {
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) < logSizeBytes) return;
    try {
      copyFileSync(logFile, `${logFile}.1`);
    } catch {
      rmSync(`${logFile}.1`, { force: true });
    }
    truncateSync(logFile);
  } catch {
    // It is tried again in a minute.
  }
}

/** Gives what is written to the log from now on. */
function logReader(logFile: string): () => string {
  const from = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  return () => {
    const file = openSync(logFile, 'r');
    try {
      const buffer = Buffer.alloc(64 * 1024);
      return lastLines(buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, from)));
    } finally {
      closeSync(file);
    }
  };
}

const lastLines = (text: string) => text.trim().split('\n').slice(-5).join(' | ');
