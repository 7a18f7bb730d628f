import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The column of a value that is kept encrypted. */
export interface SealedColumn {
  table: string;
  column: string;
}
/** … and the row it stands in: moved into another row or column it no longer opens. */
export interface SealedCell extends SealedColumn {
  id: string;
}

/** Encrypts values of single columns, each under a key of its column, derived from the installation's master key. */
export interface SealedTexts {
  /** AES-256-GCM as base64: 12 bytes of nonce, 16 of tag, the rest is the text. */
  seal(cell: SealedCell, value: string): string;
  /** @throws Error when a byte was changed, or when it was sealed for another cell. */
  open(cell: SealedCell, sealed: string): string;
  /**
   * What tells whether two values are the same, whatever the case of their letters, and nothing else to who lacks the key:
   * HMAC-SHA-256 as 43 characters of base64url. `value` is as the field's check gives it.
   */
  hash(column: SealedColumn, value: string): string;
}

const algorithm = 'aes-256-gcm';

export function createSealedTexts(master: Buffer): SealedTexts {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: 'seal' | 'hash', { table, column }: SealedColumn): Buffer => {
    const info = `sealed text: ${purpose} ${table}.${column}`;
    let key = keys.get(info);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), info, 32));
      keys.set(info, key);
    }
    return key;
  };
  const about = ({ table, column, id }: SealedCell) => Buffer.from(`${table}.${column}.${id}`);
  return {
    seal(cell, value) {
      const nonce = randomBytes(12);
      const sealing = createCipheriv(algorithm, keyFor('seal', cell), nonce).setAAD(about(cell));
      const text = Buffer.concat([sealing.update(value, 'utf8'), sealing.final()]);
      return Buffer.concat([nonce, sealing.getAuthTag(), text]).toString('base64');
    },
    open(cell, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < 28) throw new Error('An encrypted value is damaged');
      const opening = createDecipheriv(algorithm, keyFor('seal', cell), bytes.subarray(0, 12), { authTagLength: 16 })
        .setAAD(about(cell))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString('utf8');
    },
    hash: (column, value) =>
      createHmac('sha256', keyFor('hash', column)).update(value.toLowerCase()).digest('base64url'),
  };
}
