import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Stands for "runs, but its start time cannot be read". */
const unknownStart = 'unknown';
const onLinux = process.platform === 'linux';
let bootId: string | undefined;

/** True while the process exists, a dead one that nobody has collected yet included. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Fields of /proc/<pid>/stat from the third (the state) on; the name before them may hold spaces and brackets. */
const statFields = (pid: number) => {
  const text = readText(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
};

const ps = (columns: string, ...selection: string[]) =>
  spawnSync('ps', [...selection, '-o', columns], { encoding: 'utf8', timeout: 5_000 }).stdout?.trim() ?? '';

/**
 * When a process was started, as an opaque text that differs for a later process with the same number, over reboots too.
 * @returns undefined when no such process runs; one that has ended but was not collected by its parent does not run.
 */
export function startMark(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !exists(pid)) return undefined;
  if (onLinux) {
    const fields = statFields(pid);
    if (!fields) return exists(pid) ? unknownStart : undefined;
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    bootId ??= readText('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
    return `${bootId}/${fields[19]}`;
  }
  const [state = '', ...started] = ps('stat=,lstart=', '-p', String(pid)).split(/\s+/);
  if (state.startsWith('Z')) return undefined;
  return started.length > 0 ? started.join(' ') : unknownStart;
}

/** Whether the process that had this mark still runs. */
export function isSameProcess(pid: number, mark: string): boolean {
  const now = startMark(pid);
  return now !== undefined && (now === mark || now === unknownStart || mark === unknownStart);
}

/** The same question asked four times a second: without /proc it leaves the start time out, which would cost a process each. */
export const stillRuns = (pid: number, mark: string): boolean => (onLinux ? isSameProcess(pid, mark) : exists(pid));

/** Command line of a process, or undefined when it cannot be read. */
export function commandOf(pid: number): string[] | undefined {
  if (onLinux) return readText(`/proc/${pid}/cmdline`)?.split('\0').slice(0, -1);
  const line = ps('command=', '-p', String(pid));
  return line ? line.split(' ') : undefined;
}

/** Working folder of a process, or undefined where the system does not tell. */
export function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Numbers of all processes. */
const allPids = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

export function childrenOf(pid: number): number[] {
  if (onLinux) return allPids().filter((one) => statFields(one)?.[1] === String(pid));
  return ps('pid=,ppid=', '-A')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

/** Processes working in a folder, as backends of a dead postmaster still do. Always empty where there is no /proc. */
export const processesIn = (folder: string): number[] =>
  onLinux ? allPids().filter((pid) => folderOf(pid) === folder && startMark(pid) !== undefined) : [];

/** Sends a signal; a process that has gone meanwhile is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
