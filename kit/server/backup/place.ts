import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../durable.ts';

/** What a base backup says of itself. It is written last, so a folder without it is no backup. */
export interface Manifest {
  format: 1;
  id: string;
  /** `installation`: keys and stored files only, because the database is the operator's own. */
  holds: 'everything' | 'installation';
  startedAt: string;
  /** From this moment on the product can be restored with it. */
  finishedAt: string;
  /** Public half of the recovery key that opens it. */
  recipient: string;
  program: string;
  /** Name, bytes and SHA-256 of each file of the backup. */
  parts: Record<string, { bytes: number; sha256: string }>;
  /** Stored files that belong to it. */
  files: { count: number; bytes: number };
  database?: {
    /** Major version of PostgreSQL. */
    version: string;
    /** Bytes of the database's files before compression. */
    bytes: number;
    series: string;
    /** Places in the log of writes, as PostgreSQL writes them: it is replayed from the first, at least to the last. */
    from: string;
    to: string;
    /** What tells PostgreSQL where to begin. */
    label: string;
  };
}

export const baseFolder = (place: string, id = ''): string => join(place, 'bases', id);
export const logFolder = (place: string, series = ''): string => join(place, 'log', series);
export const poolFolder = (place: string): string => join(place, 'files');
export const manifestFile = 'manifest.json';

/** A message of one line for what goes wrong with a disk; anything else is left as it is. */
export function plainError(error: unknown, path: string): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Error(`The disk of ${path} is full`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new Error(`Cannot write to ${path} (${code})`, { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}

/** Writes a file that is there whole or not at all, and survives a power loss. */
export async function writeWhole(path: string, bytes: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(join(path, '..'));
}

/** Writes a stream into a new file and to the disk. @returns its bytes and SHA-256. */
export async function writeStream(path: string, source: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    source,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

/** Bytes and SHA-256 of a file. */
export async function fingerprint(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path)) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Whole base backups, oldest first. What was broken off has no manifest and is not among them. */
export async function listBases(place: string): Promise<Manifest[]> {
  const bases: Manifest[] = [];
  for (const name of (await namesIn(baseFolder(place))).sort()) {
    if (name.endsWith('.part')) continue;
    const text = await readFile(join(baseFolder(place, name), manifestFile), 'utf8').catch(() => undefined);
    const manifest = text === undefined ? undefined : readManifest(text);
    if (manifest?.id === name) bases.push(manifest);
  }
  return bases;
}

function readManifest(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Manifest;
    return manifest.format === 1 ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/** Names in a folder; none when it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const markFile = 'roadkeeper-backups.txt';
const markText = `Backups of Roadkeeper. bases: the database as it was; log: what was written since; files: stored files.
All but files, which are encrypted already, is encrypted for the recovery key: age --decrypt, then zstd -d, opens it.
`;

/** Makes a folder one for backups. */
export async function markPlace(place: string): Promise<void> {
  await makeFolder(place);
  if (!existsSync(join(place, markFile))) await writeWhole(join(place, markFile), markText);
}

/** @throws Error of one line when the folder is none: the folder of a disk that is not mounted is there as well. */
export function checkPlace(place: string): void {
  if (!existsSync(join(place, markFile)))
    throw new Error(
      `${place} is not a folder for backups: is its disk mounted? To begin a new one, run npm run backup -- --new-folder`,
    );
}

export const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 });
