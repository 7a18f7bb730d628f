import { readFileSync } from 'node:fs';
import { childrenOf } from '#kit/server/postgres/processes.ts';

/** Clock ticks a second of /proc/<pid>/stat; fixed at 100 on every Linux that Node runs on. */
const ticks = 100;

/** Processor time used so far in ms, by process number. */
export type CpuTimes = ReadonlyMap<number, number>;

/** What a PostgreSQL server and its processes have used; undefined where there is no /proc. */
export function databaseCpu(pid: number | undefined): CpuTimes | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  return new Map([pid, ...childrenOf(pid)].map((one) => [one, cpuMs(one)]));
}

/** Processor time between two looks, in ms. A process that ended between them is left out, so this is a lower bound. */
export function cpuBetween(before: CpuTimes | undefined, after: CpuTimes | undefined): number {
  if (!before || !after) return Number.NaN;
  return [...after].reduce((sum, [pid, ms]) => sum + Math.max(0, ms - (before.get(pid) ?? 0)), 0);
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
