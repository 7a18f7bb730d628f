import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './db/database.ts';
import { syncFolder } from './durable.ts';

/** Where the keys of an installation are, beside its database. */
export const keysFolder = (dataDir: string): string => join(dataDir, 'keys');

/** What a key is for. */
export interface KeyUse {
  /** File name below the keys folder. */
  name: string;
  /** What it means to start without it, in words for operators. Null: nothing that lasts, so a lost one is replaced. */
  loss: string | null;
  /** 32 bytes in base64 that take the place of the file, and the name of the setting they come from. */
  given?: { value: string; setting: string } | undefined;
}

export interface Key {
  key: Buffer;
  /** Twelve hexadecimal digits that tell one key from another, and nothing of it. */
  keyId: string;
}

const keyIdOf = (key: Buffer) => createHash('sha256').update('key id').update(key).digest('hex').slice(0, 12);

/**
 * A 256-bit key of this installation, in a file that only its owner can read. It is made when the database has no data under
 * it yet, and never again.
 * @throws Error of one line when it is missing or another one than the database's data is under.
 */
export async function loadKey(
  db: Database,
  dataDir: string,
  { name, loss, given }: KeyUse,
  log: (line: string) => void,
): Promise<Key> {
  const file = join(keysFolder(dataDir), name);
  const [noted] = await db.query<{ keyId: string | null }>(
    'select key_id as "keyId" from installation_key where name = $1',
    [name],
  );
  let key = given ? decode(given.value, `${given.setting} must be 32 bytes in base64`) : await readKey(file);
  if (!key && noted && loss !== null)
    throw new Error(`${file} is missing, and without it ${loss}. Put it back from a backup`);
  if (!key) {
    if (noted) log(`${file} was missing and is made anew`);
    key = await makeKey(file);
  }
  const keyId = keyIdOf(key);
  if (noted?.keyId && noted.keyId !== keyId && loss !== null)
    throw new Error(
      `${given?.setting ?? file} is not the key of this database (${keyId}, not ${noted.keyId}), and with it ${loss}. Put the right one back from a backup`,
    );
  if (noted?.keyId !== keyId)
    await db.query(
      `insert into installation_key (name, key_id) values ($1, $2)
       on conflict (name) do update set key_id = excluded.key_id, noted_at = now()`,
      [name, keyId],
    );
  return { key, keyId };
}

/** A key for one purpose, derived from another: what is sealed for one opens for no other. */
export const subkey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32));

function decode(text: string, problem: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) throw new Error(problem);
  return key;
}

async function readKey(file: string): Promise<Buffer | undefined> {
  try {
    return decode(await readFile(file, 'utf8'), `${file} is damaged: it does not hold a key of 32 bytes`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Under its name a key file is complete from the first moment; of two processes that make one at once, both get the same. */
async function makeKey(file: string): Promise<Buffer> {
  const draft = `${file}.${process.pid}`;
  const folder = join(file, '..');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  const key = randomBytes(32);
  try {
    await handle.writeFile(`${key.toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
    await syncFolder(folder);
    return key;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return (await readKey(file)) ?? key;
  } finally {
    await rm(draft, { force: true });
  }
}
