import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import { packTar, type TarSource, unpackTar } from 'modern-tar/fs';

/** Folders that PostgreSQL fills anew: only they themselves are copied. */
const emptied = new Set([
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
/** Files of the running server, and what it makes anew. */
const left = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'current_logfiles',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
]);
const isLeft = (path: string) => left.has(path) || /^(pgsql_tmp|pg_internal\.init)/.test(basename(path));
const control = 'global/pg_control';
/** Names of all folders: PostgreSQL also needs those that are empty, which the tar does not hold. */
const foldersFile = 'roadkeeper-folders.json';

interface Found {
  path: string;
  bytes: number;
}

/**
 * The files of a cluster, which may be running between `pg_backup_start` and `pg_backup_stop`, as one tar. What changes meanwhile
 * is mended by the log of writes, so a file is taken with the size that it had at first.
 */
export async function packCluster(clusterDir: string): Promise<{ tar: Readable; bytes: number }> {
  const folders: string[] = [];
  const files: Found[] = [];
  await walk(clusterDir, '', folders, files);
  const sources: TarSource[] = [
    { type: 'content', content: JSON.stringify(folders), target: foldersFile, mode: 0o600 },
  ];
  for (const { path: target, bytes: size } of files) {
    const entry = { target, mode: 0o600 };
    const content = () => Readable.from(exactly(join(clusterDir, target), size));
    sources.push(
      size > 0 ? { ...entry, type: 'stream', content: content(), size } : { ...entry, type: 'content', content: '' },
    );
  }
  // Last: it says up to where the log is in the files at the least.
  const held = Readable.from(controlFile(join(clusterDir, control)));
  const { size } = await stat(join(clusterDir, control));
  sources.push({ type: 'stream', content: held, size, target: control, mode: 0o600 });
  return { tar: packTar(sources), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function walk(root: string, folder: string, folders: string[], files: Found[]): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (isLeft(path) || path === control) continue;
    if (entry.isDirectory()) {
      folders.push(path);
      if (!emptied.has(path)) await walk(root, path, folders, files);
      else for (const sub of emptied) if (sub.startsWith(`${path}/`)) folders.push(sub);
    } else if (entry.isFile()) {
      // Gone meanwhile: the log says so too.
      const found = await stat(join(root, path)).catch(() => undefined);
      if (found) files.push({ path, bytes: found.size });
    } else throw new Error(`${join(root, path)} is no plain file: a database with tablespaces is not backed up`);
  }
}

/** As many bytes as were promised: the rest of a file that was cut or is gone is zeros, which the log of writes mends. */
async function* exactly(path: string, bytes: number): AsyncGenerator<Buffer> {
  let given = 0;
  try {
    for await (const piece of createReadStream(path, { end: bytes - 1, highWaterMark: 256 * 1024 })) {
      given += (piece as Buffer).length;
      yield piece as Buffer;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  for (; given < bytes; given += Math.min(bytes - given, 65_536)) yield Buffer.alloc(Math.min(bytes - given, 65_536));
}

/** It is written while it is read; twice the same it was not. */
async function* controlFile(path: string): AsyncGenerator<Buffer> {
  let before = await readFile(path);
  for (;;) {
    await sleep(20);
    const now = await readFile(path);
    if (now.equals(before)) break;
    before = now;
  }
  yield before;
}

/** Writes the files of a cluster into an empty folder, closed to others. */
export async function unpackCluster(tar: Readable, clusterDir: string): Promise<void> {
  await mkdir(clusterDir, { recursive: true, mode: 0o700 });
  await pipeline(tar, unpackTar(clusterDir, { dmode: 0o700, fmode: 0o600 }));
  const list = join(clusterDir, foldersFile);
  for (const path of JSON.parse(await readFile(list, 'utf8')) as string[])
    await mkdir(join(clusterDir, path), { recursive: true, mode: 0o700 });
  await rm(list);
}
