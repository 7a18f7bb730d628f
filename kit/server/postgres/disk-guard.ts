import { randomFillSync } from 'node:crypto';
import { rename, rm, stat, statfs, writeFile } from 'node:fs/promises';

/**
 * PostgreSQL stops altogether when it cannot write its log of writes (WAL), and then does not start either. So writing is
 * refused while there is room left: reads go on, and writes are possible again as soon as there is.
 */
export interface DiskGuard {
  /** Whether there is too little room to write now. */
  isFull(): boolean;
  /** Looks at once. */
  look(): Promise<void>;
  stop(): void;
}

export interface DiskLimits {
  /** With less room than this nothing is written. Default 96 MiB: some seconds of log under the heaviest load. */
  lowBytes: number;
  /** Writing goes on with this much. Default 160 MiB. */
  enoughBytes: number;
}

export interface DiskGuardOptions extends Partial<DiskLimits> {
  /** Folder on the disk of the database. */
  folder: string;
  /**
   * File that keeps room for the case that something else fills the disk all at once: it is removed then, so that the server
   * can write down that nothing is to be written, and can start. Null: none.
   */
  reserve: string | null;
  /** Told of each change, and again after a failure. */
  changed: (isFull: boolean) => Promise<void>;
  log: (line: string) => void;
}

const mebibyte = 2 ** 20;
const lookEveryMs = 1_000;
/** Two files of the log of writes. */
const reserveBytes = 32 * mebibyte;

/** Looks once a second at the room on the disk of the database. Keeps no process alive. */
export function guardDisk(options: DiskGuardOptions): DiskGuard {
  const { folder, reserve, changed, log, lowBytes = 96 * mebibyte, enoughBytes = 160 * mebibyte } = options;
  let isFull = false;
  /** What `changed` was last told. */
  let told = false;
  let looking: Promise<void> | undefined;
  let trouble = '';

  const look = async () => {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const before = isFull;
    isFull = free < (before ? enoughBytes : lowBytes);
    if (isFull && !before)
      log(
        `database: ${Math.floor(free / mebibyte)} MB left on the disk of ${folder}: nothing is written until there is more room`,
      );
    if (isFull && reserve && free < lowBytes / 2) await rm(reserve, { force: true });
    if (isFull !== told) {
      await changed(isFull);
      told = isFull;
      if (!isFull) log('database: there is room on the disk again, and writing goes on');
    }
    if (!isFull && reserve && free > enoughBytes + 2 * reserveBytes) await keepReserve(reserve);
  };
  const round = (): Promise<void> =>
    (looking ??= look()
      .then(() => '')
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
      .then((said) => {
        if (said && said !== trouble) log(`database: the room on its disk is not known: ${said}`);
        trouble = said;
        looking = undefined;
      }));
  const timer = setInterval(() => void round(), lookEveryMs);
  timer.unref();
  return { isFull: () => isFull, look: round, stop: () => clearInterval(timer) };
}

async function keepReserve(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) return;
  const draft = `${path}.new`;
  try {
    // Not zeros, which some file systems do not store.
    await writeFile(draft, randomFillSync(Buffer.allocUnsafe(reserveBytes)), { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
