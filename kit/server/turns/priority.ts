import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * For long work and what is done with files: where processors are wanted, the rest has three times as much of them. With less,
 * a machine that has other work would keep people waiting for their pictures.
 */
const behind = 5;

/** Lets a process, with all threads that it has, stand behind the others. Whatever the system does not allow is left as it is. */
export function putBehind(pid: number): void {
  try {
    const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
    for (const thread of threads) setPriority(thread, behind);
  } catch {
    // It is gone already, or another account's.
  }
}

/** The same for the server process of a database connection, where that runs on this machine. PostgreSQL has no priorities of its own. */
export function putConnectionBehind(host: string, { processID }: { processID?: number | null }): void {
  const isHere = host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);
  if (!isHere || !processID || process.platform !== 'linux') return;
  try {
    // Through a proxy for connections the number may be that of anything.
    if (readFileSync(`/proc/${processID}/comm`, 'latin1').trim() === 'postgres') putBehind(processID);
  } catch {
    // There is no such process here.
  }
}
