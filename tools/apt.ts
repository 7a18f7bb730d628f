import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages of Debian can be installed: this is root on a machine that has apt-get. */
export const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Whether apt-get did what it was asked for; if not, what it printed is said. */
export function apt(say: (line: string) => void, ...args: string[]): boolean {
  const { status, stdout, stderr } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) say(`${stdout}${stderr}`.trimEnd());
  return status === 0;
}
