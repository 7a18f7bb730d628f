import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { refuse } from '#kit/server/refusals.ts';

export interface OpenFile {
  /** Another one after each change of its bytes: when that was, to the nanosecond, and which file and how long it is. */
  state: string;
  /** At most so many bytes from a place on; none at the end. */
  read(from: number, most: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** The bytes of stored files in a folder, each under its id, in sub-folders by the id's last two characters. */
export interface Disk {
  /** Writes bytes that survive a crash once this ends. Refuses with 503 when the disk is full. */
  write(id: string, bytes: Buffer): Promise<void>;
  /** Opens bytes to be read in parts. Throws when there are none. To be closed. */
  open(id: string): Promise<OpenFile>;
  remove(id: string): Promise<void>;
  /**
   * Removes bytes without a row that are older than a time by their id.
   * @param known gives those of some ids that have a row.
   * @returns the number removed.
   */
  sweepStray(before: string, known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
}

/** Opens the folder, made when it is not there. */
export async function openDisk(directory: string): Promise<Disk> {
  const root = resolve(directory);
  await mkdir(root, { recursive: true, mode: 0o700 });

  const pathOf = (id: string): string => {
    const path = resolve(root, id.slice(-2), id);
    if (!path.startsWith(root + sep)) throw new Error('A file lies outside its store');
    return path;
  };
  return {
    async write(id, bytes) {
      const path = pathOf(id);
      const temporary = `${path}.part`;
      try {
        await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
          throw refuse.unavailable('The server’s disk is full, so no file can be stored right now', 30);
        throw error;
      }
    },
    async open(id) {
      const handle = await open(pathOf(id), 'r');
      const { ctimeNs, ino, size } = await handle.stat({ bigint: true });
      return {
        state: `${ctimeNs} ${ino} ${size}`,
        async read(from, most) {
          const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(most), 0, most, from);
          return buffer.subarray(0, bytesRead);
        },
        close: () => handle.close(),
      };
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async sweepStray(before, known) {
      let removed = 0;
      for (const folder of await readdir(root)) {
        const names = (await readdir(join(root, folder)).catch(() => [])).filter(
          (name) => timeOf(name) < Date.parse(before),
        );
        const ids = [...new Set(names.map((name) => name.slice(0, 36)))];
        if (ids.length === 0) continue;
        const kept = await known(ids);
        for (const name of names) {
          if (kept.has(name)) continue;
          await rm(join(root, folder, name), { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

/** Milliseconds of a UUIDv7; anything else is left alone. */
const timeOf = (name: string): number =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(\.part)?$/.test(name)
    ? Number.parseInt(name.slice(0, 13).replace('-', ''), 16)
    : Number.POSITIVE_INFINITY;
