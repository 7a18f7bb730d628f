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
