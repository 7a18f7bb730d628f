import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/**
 * Backups are encrypted for a recovery key that is kept elsewhere: the product only has its public half, so that neither a stolen
 * backup disk nor a stolen server opens older backups. The format is age (age-encryption.org), compressed with zstd, so that the
 * usual tools open a backup as well: `age --decrypt --identity KEYFILE … | zstd -d`.
 */
export interface RecoveryKey {
  /** AGE-SECRET-KEY-1…, for people to keep. */
  secret: string;
  /** age1…, for the product. */
  recipient: string;
}

export async function newRecoveryKey(): Promise<RecoveryKey> {
  const secret = await generateX25519Identity();
  return { secret, recipient: await identityToRecipient(secret) };
}

/**
 * Reads a recovery key as people give it, in any case and with spaces, or as a key file of age with its comments.
 * @throws Error of one line for anything else: it has a checksum, so a typing error shows.
 */
export async function readRecoveryKey(text: string): Promise<RecoveryKey> {
  const line = text.split('\n').find((one) => /^\s*age-secret-key-1/i.test(one)) ?? '';
  const secret = line.replaceAll(/\s/g, '').toUpperCase();
  try {
    return { secret, recipient: await identityToRecipient(secret) };
  } catch (error) {
    throw new Error(
      'That is no recovery key: it begins with AGE-SECRET-KEY-1 and has 74 characters. Check each of them',
      {
        cause: error,
      },
    );
  }
}

/** @throws Error of one line when the text is no public half of a recovery key. */
export function checkRecipient(text: string): string {
  const recipient = text.trim();
  try {
    new Encrypter().addRecipient(recipient);
    return recipient;
  } catch (error) {
    throw new Error(`'${recipient.slice(0, 80)}' is no public key of backups`, { cause: error });
  }
}

const web = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const node = (stream: unknown) => Readable.fromWeb(stream as ReadableStream<Uint8Array>);

/** Compresses, then encrypts. An error of the source ends the result with it. */
export async function sealStream(recipient: string, clear: Readable): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const compress = createZstdCompress();
  clear.on('error', (error) => compress.destroy(error));
  // The package knows the browser's type of the same streams.
  return node(
    await encrypter.encrypt(
      web(clear.pipe(compress)) as unknown as Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream,
    ),
  );
}

/**
 * Decrypts, then decompresses.
 * @throws Error, or ends the stream with it, when the key is another one or a byte was changed or cut off.
 */
export async function openStream(secret: string, sealed: Readable): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(secret);
  const clear = node(
    await decrypter.decrypt(web(sealed) as unknown as Parameters<Decrypter['decrypt']>[0] & globalThis.ReadableStream),
  );
  const decompress = createZstdDecompress();
  clear.on('error', (error) => decompress.destroy(error));
  return clear.pipe(decompress);
}

export async function sealBytes(recipient: string, clear: Uint8Array): Promise<Buffer> {
  return collect(await sealStream(recipient, Readable.from([clear])));
}

export async function openBytes(secret: string, sealed: Uint8Array): Promise<Buffer> {
  return collect(await openStream(secret, Readable.from([sealed])));
}

async function collect(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The public half, in the data folder. */
export const recipientFile = 'backup-key.pub';
