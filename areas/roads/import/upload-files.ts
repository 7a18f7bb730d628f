import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '#kit/server/refusals.ts';

/**
 * Files of roads while they are imported. They lie open: maps are nobody’s secret, and readers need any part of them at any
 * moment. They go when the import is done with them.
 */
export interface UploadFiles {
  /** Where the reader finds it. */
  pathOf(id: string): string;
  /** Writes a piece at its place, so that it is there after a crash. Refuses with 503 when the disk is full. */
  put(id: string, from: number, piece: Uint8Array): Promise<void>;
  isThere(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** The ids of all that lie there. */
  all(): Promise<string[]>;
}

export function uploadFiles(dataDir: string): UploadFiles {
  const folder = join(dataDir, 'road-imports');
  const pathOf = (id: string) => join(folder, `${id}.roads`);
  return {
    pathOf,
    async put(id, from, piece) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const file = await open(pathOf(id), from === 0 ? 'w' : 'r+', 0o600);
        try {
          await file.write(piece, 0, piece.length, from);
          await file.sync();
        } finally {
          await file.close();
        }
      } catch (error) {
        if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
          throw refuse.unavailable('The server’s disk is full, so no file can be stored right now', 30);
        throw error;
      }
    },
    isThere: (id) =>
      stat(pathOf(id)).then(
        () => true,
        () => false,
      ),
    remove: (id) => rm(pathOf(id), { force: true }),
    async all() {
      const names = await readdir(folder).catch(() => []);
      return names.flatMap((name) => (name.endsWith('.roads') ? [name.slice(0, -6)] : []));
    },
  };
}
