import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Bytes of memory that a process has for itself; undefined where it is gone or nobody tells. */
export async function memoryOf(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') {
      // It is no file: it is there at once. What the process shares with others of its program is not in it.
      const found = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
      return found ? Number(found[1]) * 1024 : undefined;
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) * 1024;
  } catch {
    return undefined;
  }
}

/** Ticks in which Linux counts processor time, a second: the same on every machine that Node runs on. */
const ticks = 100;

/** Milliseconds of processors that all threads of a process have taken; undefined where it is gone or nobody tells. */
export function processorMsOf(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Its name, in brackets, may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticks;
  } catch {
    return undefined;
  }
}
