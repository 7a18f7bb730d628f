import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameProcess, startMark } from './processes.ts';

export interface DataLock {
  release(): void;
}
interface Holder {
  pid: number;
  startMark: string;
}

export const lockFile = (dataDir: string): string => join(dataDir, 'roadkeeper.lock');
/** Taking a lock takes less than a millisecond, so a guard of this age was left by a process killed in the midst of it. */
const guardLifeMs = 5_000;

/**
 * Makes this process the one product on a data folder; a lock left by a killed process is taken over.
 * @throws Error of one line when another process that runs holds it.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  const path = lockFile(dataDir);
  const mine: Holder = { pid: process.pid, startMark: startMark(process.pid) ?? '' };
  await guarded(`${path}.guard`, () => {
    const holder = lockHolder(dataDir);
    if (holder !== undefined) throw new Error(refusal(dataDir, holder));
    writeFileSync(`${path}.new`, JSON.stringify(mine), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  });
  return {
    release() {
      const holder = readHolder(path);
      if (holder?.pid === mine.pid && holder.startMark === mine.startMark) rmSync(path, { force: true });
    },
  };
}

const refusal = (dataDir: string, pid: number) =>
  `Roadkeeper already runs on ${dataDir} (process ${pid}): stop that one first, or set DATA_DIR to another folder.`;

/** Number of the running process that holds a data folder, if there is one. */
export function lockHolder(dataDir: string): number | undefined {
  const holder = readHolder(lockFile(dataDir));
  return holder && isSameProcess(holder.pid, holder.startMark) ? holder.pid : undefined;
}

/** Undefined for an absent file and for one cut short by a power loss. */
function readHolder(path: string): Holder | undefined {
  try {
    const { pid, startMark: mark } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof pid === 'number' && typeof mark === 'string' ? { pid, startMark: mark } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Runs `work` while no other process is between looking at the lock and writing it: making a folder succeeds for one only. */
async function guarded(guard: string, work: () => void): Promise<void> {
  for (;;) {
    try {
      mkdirSync(guard);
      break;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw new Error(`Cannot write to ${dirname(guard)} (${code}).`, { cause: error });
      dropOldGuard(guard);
      await sleep(20);
    }
  }
  try {
    work();
  } finally {
    rmdirSync(guard);
  }
}

function dropOldGuard(guard: string): void {
  try {
    if (Date.now() - statSync(guard).mtimeMs > guardLifeMs) rmdirSync(guard);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
