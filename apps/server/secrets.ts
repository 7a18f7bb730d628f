import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A 256-bit secret of this installation, made on first use and readable by its owner only.
 * @param name file name below `<dataDir>/keys`.
 */
export async function loadSecret(dataDir: string, name: string): Promise<Buffer> {
  const folder = join(dataDir, 'keys');
  const file = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const handle = await open(file, 'wx', 0o600);
    const secret = randomBytes(32);
    try {
      await handle.writeFile(`${secret.toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return secret;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  if (secret.length !== 32) throw new Error(`${file} does not hold a key of 32 bytes`);
  return secret;
}

/** A key for one purpose, derived from a secret: what is sealed for one opens for no other. */
export const subkey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));
