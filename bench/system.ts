import { readFileSync } from 'node:fs';
import { childrenOf } from '#kit/server/postgres/processes.ts';

/** Clock ticks a second of /proc/<pid>/stat; fixed at 100 on every Linux that Node runs on. */
const ticks = 100;

/**
 * Processor time that a PostgreSQL server and its processes have used, in ms.
 * @returns NaN where there is no /proc.
 */
export function databaseCpuMs(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return Number.NaN;
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuMs(one), 0);
}

function cpuMs(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
  } catch {
    // It ended between the listing and the reading.
    return 0;
  }
}
