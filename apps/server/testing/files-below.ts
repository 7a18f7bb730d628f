import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Paths of all files below a folder, which has to be there: of each folder first its files, then what its folders hold. What goes
 * while it is walked is passed over, as the databases of other test files do below a server's folder.
 */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  yield* below(folder, await readdir(folder, { withFileTypes: true }));
}

async function* below(folder: string, entries: Awaited<ReturnType<typeof entriesOf>>): AsyncGenerator<string> {
  for (const one of entries) if (one.isFile()) yield join(folder, one.name);
  for (const one of entries) {
    if (!one.isDirectory()) continue;
    const path = join(folder, one.name);
    yield* below(path, await entriesOf(path));
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** The bytes of a file; none of one that is gone. */
export async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isGone(error)) return Buffer.alloc(0);
    throw error;
  }
}
