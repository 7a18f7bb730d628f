import { chmodSync, mkdirSync, statfsSync } from 'node:fs';
import { userInfo } from 'node:os';

/** What a run's databases, browsers and files take at most, and as much again. */
const neededBytes = 6 * 1024 ** 3;
const tmpfs = 0x01021994;

/**
 * A folder in memory for what tests write, where the machine has one with room: a run makes and drops some hundred databases of a
 * thousand files each, and a disk's file system takes a tenth of the run for that. Undefined where there is none.
 */
export function folderInMemory(above = '/dev/shm', needed = neededBytes): string | undefined {
  try {
    const { type, bavail, bsize } = statfsSync(above);
    if (type !== tmpfs || bavail * bsize < needed || process.availableMemory() < 2 * needed) return undefined;
    const folder = `${above}/roadkeeper-${userInfo().uid}`;
    mkdirSync(folder, { recursive: true });
    // PostgreSQL runs as somebody else where tests run as root.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return undefined;
  }
}

/**
 * Sets up this process, and all that it starts, for a run of tests: what is written for the time being goes into memory, unless
 * TMPDIR says where; and Node collects short-lived garbage in larger steps, which saves a tenth of the processor's time.
 */
export function prepareEnvironment(environment: NodeJS.ProcessEnv = process.env): void {
  const folder = environment['TMPDIR'] ? undefined : folderInMemory();
  if (folder) environment['TMPDIR'] = folder;
  const options = environment['NODE_OPTIONS'] ?? '';
  if (!options.includes('--max-semi-space-size'))
    environment['NODE_OPTIONS'] = `${options} --max-semi-space-size=64`.trim();
}
