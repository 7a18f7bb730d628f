import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file's bytes under a key of its own, which is wrapped by the installation's master key. */
export interface Sealed {
  cipher: Buffer;
  wrappedKey: Buffer;
  iv: Buffer;
  tag: Buffer;
}

const algorithm = 'aes-256-gcm';

function encrypt(key: Buffer, clear: Buffer, about: string): { iv: Buffer; tag: Buffer; cipher: Buffer } {
  const iv = randomBytes(12);
  const sealing = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(about));
  const cipher = Buffer.concat([sealing.update(clear), sealing.final()]);
  return { iv, tag: sealing.getAuthTag(), cipher };
}

function decrypt(key: Buffer, iv: Buffer, tag: Buffer, cipher: Buffer, about: string): Buffer {
  const opening = createDecipheriv(algorithm, key, iv).setAAD(Buffer.from(about)).setAuthTag(tag);
  return Buffer.concat([opening.update(cipher), opening.final()]);
}

/** @param about organisation and id: bytes moved below another row's id no longer open. */
export function seal(master: Buffer, clear: Buffer, about: string): Sealed {
  const key = randomBytes(32);
  const { iv, tag, cipher } = encrypt(key, clear, about);
  const wrapped = encrypt(master, key, about);
  return { cipher, iv, tag, wrappedKey: Buffer.concat([wrapped.iv, wrapped.tag, wrapped.cipher]) };
}

/** @throws Error when a byte of the content, its key or its place was changed. */
export function unseal(master: Buffer, sealed: Sealed, about: string): Buffer {
  const { wrappedKey } = sealed;
  const key = decrypt(master, wrappedKey.subarray(0, 12), wrappedKey.subarray(12, 28), wrappedKey.subarray(28), about);
  return decrypt(key, sealed.iv, sealed.tag, sealed.cipher, about);
}

/**
 * The master key: FILE_KEY (32 bytes as base64) or a file that only its owner can read, made on first use.
 * @throws Error when either is not a key of 32 bytes.
 */
export async function loadMasterKey(directory: string, given?: string): Promise<{ key: Buffer; keyId: string }> {
  const key = given === undefined ? await keyFile(directory) : Buffer.from(given, 'base64');
  if (key.length !== 32)
    throw new Error(given === undefined ? `${directory}/files.key is damaged` : 'FILE_KEY must be 32 bytes in base64');
  return { key, keyId: createHash('sha256').update('key id').update(key).digest('hex').slice(0, 12) };
}

async function keyFile(directory: string): Promise<Buffer> {
  const file = join(directory, 'files.key');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    const handle = await open(file, 'wx', 0o600);
    const key = randomBytes(32);
    try {
      await handle.writeFile(key.toString('base64'));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return key;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return Buffer.from(await readFile(file, 'utf8'), 'base64');
}
