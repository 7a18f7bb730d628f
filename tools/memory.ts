import { readFileSync, writeFileSync } from 'node:fs';

/** Begins anew what `peakBytes` tells of a process. */
export function forgetPeak(pid: number | undefined): void {
  if (process.platform === 'linux' && pid !== undefined) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The most resident memory of a process since `forgetPeak`; undefined where there is no /proc. */
export function peakBytes(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  const kb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kb === undefined ? undefined : Number(kb) * 1024;
}
