import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { release } from '#kit/server/bounded/release.ts';

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

const opener = (key: Buffer, iv: Buffer, tag: Buffer, about: string) =>
  createDecipheriv(algorithm, key, iv, { authTagLength: 16 }).setAAD(Buffer.from(about)).setAuthTag(tag);

function decrypt(key: Buffer, iv: Buffer, tag: Buffer, cipher: Buffer, about: string): Buffer {
  const opening = opener(key, iv, tag, about);
  return Buffer.concat([opening.update(cipher), opening.final()]);
}

const unwrap = (master: Buffer, wrappedKey: Buffer, about: string): Buffer =>
  decrypt(master, wrappedKey.subarray(0, 12), wrappedKey.subarray(12, 28), wrappedKey.subarray(28), about);

/** @param about organisation and id: bytes moved below another row's id no longer open. */
export function seal(master: Buffer, clear: Buffer, about: string): Sealed {
  const key = randomBytes(32);
  const { iv, tag, cipher } = encrypt(key, clear, about);
  const wrapped = encrypt(master, key, about);
  return { cipher, iv, tag, wrappedKey: Buffer.concat([wrapped.iv, wrapped.tag, wrapped.cipher]) };
}

/** Bytes that are sealed in one go: a millisecond or two. */
const stepBytes = 512 * 1024;

/**
 * As `seal`, for content that is long: others have their turn in between. Gives the sum of the clear bytes as well, which costs as
 * much time as sealing them.
 * @param cipher where the sealed bytes go: as many as the clear ones, whose place it may be.
 */
export async function sealInSteps(
  master: Buffer,
  clear: Buffer,
  about: string,
  cipher: Buffer = Buffer.allocUnsafeSlow(clear.length),
): Promise<Sealed & { sha256: string }> {
  const key = randomBytes(32);
  const iv = randomBytes(12);
  const sealing = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(about));
  const sum = createHash('sha256');
  for (let at = 0; at < clear.length; at += stepBytes) {
    if (at > 0) await setImmediate();
    const step = clear.subarray(at, at + stepBytes);
    sum.update(step);
    const sealed = sealing.update(step);
    // A stream cipher: as many bytes come out as go in.
    cipher.set(sealed, at);
    release(sealed);
  }
  sealing.final();
  const wrapped = encrypt(master, key, about);
  const wrappedKey = Buffer.concat([wrapped.iv, wrapped.tag, wrapped.cipher]);
  return { cipher, iv, tag: sealing.getAuthTag(), wrappedKey, sha256: sum.digest('hex') };
}

/** @throws Error when a byte of the content, its key or its place was changed. */
export const unseal = (master: Buffer, { wrappedKey, iv, tag, cipher }: Sealed, about: string): Buffer =>
  decrypt(unwrap(master, wrappedKey, about), iv, tag, cipher, about);

/**
 * As `unseal`, for content that is long, which is read and opened in steps: others have their turn in between.
 * @param read gives so many bytes of the cipher from a place on.
 */
export async function unsealInSteps(
  master: Buffer,
  { wrappedKey, iv, tag }: Omit<Sealed, 'cipher'>,
  about: string,
  length: number,
  read: (from: number, most: number) => Promise<Buffer>,
): Promise<Buffer> {
  const opening = opener(unwrap(master, wrappedKey, about), iv, tag, about);
  const clear = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const step = await read(at, Math.min(stepBytes, length - at));
    if (step.length === 0) throw new Error('The sealed content is shorter than it was');
    clear.set(opening.update(step), at);
    at += step.length;
  }
  opening.final();
  return clear;
}

/** Bytes that are read at a time to see that all of them are as they were: each read waits for the disk, and the caller for all of them. */
const checkBytes = 512 * 1024;

/**
 * Opens content of any length without having all of it in memory. Whether a byte was changed is known only at the end of it, so
 * it is read twice: the first piece comes when all of it is known to be as it was sealed.
 * @param read gives at most so many bytes of the cipher from a place on; none at its end.
 * @param checked sees to it that all of it is looked through, where that was not done already.
 * @throws Error as `unseal`, before the first piece unless the bytes are changed in this very moment.
 */
export async function* unsealed(
  master: Buffer,
  { wrappedKey, iv, tag }: Omit<Sealed, 'cipher'>,
  about: string,
  read: (from: number, most: number) => Promise<Buffer>,
  checked: (check: () => Promise<void>) => Promise<void> = (check) => check(),
  pieceBytes = 16 * 1024,
): AsyncGenerator<Buffer> {
  const key = unwrap(master, wrappedKey, about);
  async function* opened(most: number) {
    const opening = opener(key, iv, tag, about);
    let from = 0;
    for (let cipher = await read(from, most); cipher.length > 0; cipher = await read(from, most)) {
      from += cipher.length;
      yield opening.update(cipher);
    }
    opening.final();
  }
  await checked(async () => {
    for await (const piece of opened(checkBytes)) void piece;
  });
  yield* opened(pieceBytes);
}
