import { createHash } from 'node:crypto';
import { lstat, mkdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileOwner, giveTo, type Identity } from './home.ts';

/** The socket's name is made of the port, and its lock file of the socket's name. */
export const socketFiles = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'] as const;
/** The longest path a Unix socket may have: 107 bytes on Linux, 103 on macOS. */
const maxPathBytes = process.platform === 'darwin' ? 103 : 107;

/** Folder of a data folder's database socket. Another user may be barred from our own temporary folder, not from /tmp. */
export function socketFolder(dataDir: string, identity: Identity): string {
  const name = `roadkeeper-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const paths = (identity.kind === 'user' ? ['/tmp', tmpdir()] : [tmpdir(), '/tmp']).map((folder) =>
    join(folder, name),
  );
  const path = paths.find((one) => Buffer.byteLength(join(one, socketFiles[0])) <= maxPathBytes);
  if (!path)
    throw new Error(`The temporary folder's path is too long for a socket: ${tmpdir()}. Set TMPDIR to a shorter one.`);
  return path;
}

/**
 * Makes the folder, private to the database's user.
 * @throws Error of one line when somebody else's folder has the name, as anybody can arrange in a shared /tmp.
 */
export async function makeSocketFolder(path: string, identity: Identity): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  const ours = [process.getuid?.(), fileOwner(identity)?.uid].includes(found.uid);
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0)
    throw new Error(`${path} is not a private folder of ours: remove it, then start again.`);
  await giveTo(identity, path);
}

/** Removes the socket and the folder, unless something else lies in it: an adopted server may have been given any folder. */
export async function dropSocketFolder(path: string): Promise<void> {
  for (const name of socketFiles) await rm(join(path, name), { force: true });
  await rmdir(path).catch(() => undefined);
}
