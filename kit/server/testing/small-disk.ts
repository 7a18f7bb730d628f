import { spawnSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own that can be filled. */
export interface SmallDisk {
  path: string;
  freeBytes(): number;
  /** Fills it at once until this many bytes are left. */
  fill(leaveBytes?: number): void;
  /** Gives the room back. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const page = 4_096;

/** Mounts a small disk in memory, or gives undefined where mounting is not allowed. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'rk-disk-'));
  const options = `size=${megabytes}m,mode=0711`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status !== 0) {
    await rm(path, { recursive: true });
    return undefined;
  }
  const filler = join(path, 'filler');
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    fill(leaveBytes = 0) {
      const bytes = Math.floor((freeBytes() - leaveBytes) / page) * page;
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bytes)), { flag: 'a' });
      } catch (error) {
        // Others write as well.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rm(filler, { force: true }),
    async close() {
      spawnSync('umount', ['--lazy', path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}
