import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The latest entry of the chain as it is noted outside the database, where whoever can rewrite that cannot reach. */
export interface Head {
  seq: number;
  /** Hex. */
  hash: string;
  /** Its row, and when that was written. */
  id: string;
  at: string | null;
  /** The first time that the database no longer held what had been noted. Stays until somebody takes the file away. */
  lost?: Lost;
}
export interface Lost {
  kind: 'tail' | 'rewritten';
  /** Last entry that can still be the one that was made. */
  after: number;
  /** What had been noted. */
  seq: number;
  hash: string;
  id: string;
  noticedAt: string;
}

/** The note is there and cannot be read. */
export class DamagedHead extends Error {}

const headFile = (dataDir: string) => join(dataDir, 'history.head');

const isEntry = (value: unknown): value is { seq: number; hash: string; id: string } =>
  typeof value === 'object' &&
  value !== null &&
  'seq' in value &&
  Number.isSafeInteger(value.seq) &&
  'hash' in value &&
  /^[0-9a-f]{64}$/.test(String(value.hash)) &&
  'id' in value &&
  typeof value.id === 'string';

/**
 * Reads what was noted; undefined when nothing was.
 * @throws DamagedHead, of one line.
 */
export async function readHead(dataDir: string): Promise<Head | undefined> {
  const path = headFile(dataDir);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  if (!isEntry(parsed))
    throw new DamagedHead(`${path} is damaged: put it back from a copy, or take it away to note the chain anew`);
  return parsed as Head;
}

let drafts = 0;
/** Notes the head. A reader finds the old one or the new one, never half of one, whenever the machine stops. */
export async function writeHead(dataDir: string, head: Head): Promise<void> {
  const path = headFile(dataDir);
  // Two processes may share the folder.
  drafts += 1;
  const draft = `${path}.${process.pid}.${drafts}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(head)}\n`);
    await file.sync();
    // The command may be run by root on the folder of a product that is not.
    const folder = await stat(dataDir);
    if (process.getuid?.() === 0) await file.chown(folder.uid, folder.gid);
  } finally {
    await file.close();
  }
  try {
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
