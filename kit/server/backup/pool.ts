import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint, makeFolder, namesIn, poolFolder } from './place.ts';

/** A stored file in a backup. */
export interface PooledFile {
  id: string;
  bytes: number;
  sha256: string;
}

/** A folder that changed as lately as this may change again without its time showing it. */
const settledMs = 2_000;
const isWhole = (name: string) => !name.endsWith('.part');

/**
 * Stored files are never changed and are encrypted already, each with a key that is in the database: they are copied once, for
 * all backups.
 */
export interface PoolCopier {
  /** Copies what is new. Whatever was stored before this was called is in the backup afterwards. */
  copyNew(): Promise<void>;
}

/** @param files folder of the stored files. */
export function poolCopier(files: string, place: string): PoolCopier {
  const pool = poolFolder(place);
  /** Times of sub-folders in which nothing is new. */
  const seen = new Map<string, number>();
  return {
    async copyNew() {
      for (const sub of await namesIn(files)) {
        const { mtimeMs } = await stat(join(files, sub));
        if (seen.get(sub) === mtimeMs) continue;
        await copyFolder(join(files, sub), join(pool, sub));
        if (Date.now() - mtimeMs > settledMs) seen.set(sub, mtimeMs);
      }
    },
  };
}

async function copyFolder(from: string, to: string): Promise<void> {
  const there = new Set(await namesIn(to));
  for (const name of (await readdir(from)).filter(isWhole)) {
    if (there.has(name)) continue;
    await makeFolder(to);
    const draft = join(to, `${name}.part`);
    try {
      await copyFile(join(from, name), draft);
      await toDisk(draft);
      await rename(draft, join(to, name));
    } catch (error) {
      await rm(draft, { force: true });
      // Removed meanwhile: what has no row any more needs no copy.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

async function toDisk(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * The stored files as they are now, with what tells whether a copy is whole.
 * @param known of an earlier backup: a file of a name never changes, so it is not read again.
 */
export async function listStored(
  files: string,
  place: string,
  known: ReadonlyMap<string, PooledFile>,
): Promise<PooledFile[]> {
  const listed: PooledFile[] = [];
  for (const sub of (await namesIn(files)).sort())
    for (const id of (await namesIn(join(files, sub))).filter(isWhole).sort()) {
      const path = join(poolFolder(place), sub, id);
      const earlier = known.get(id);
      const size = (await stat(path).catch(() => undefined))?.size;
      // Removed before it was copied.
      if (size === undefined) continue;
      listed.push(earlier && earlier.bytes === size ? earlier : { id, ...(await fingerprint(path)) });
    }
  return listed;
}

/** As `sha256sum --check` reads it in the folder of the files, with the bytes as a comment before. */
export const formatList = (files: readonly PooledFile[]): string =>
  files.map(({ id, bytes, sha256 }) => `# ${bytes}\n${sha256}  ${id.slice(-2)}/${id}\n`).join('');

export function parseList(text: string): Map<string, PooledFile> {
  const files = new Map<string, PooledFile>();
  for (const [, bytes, sha256 = '', id = ''] of text.matchAll(/^# (\d+)\n([0-9a-f]{64}) {2}..\/(\S+)$/gm))
    files.set(id, { id, bytes: Number(bytes), sha256 });
  return files;
}
