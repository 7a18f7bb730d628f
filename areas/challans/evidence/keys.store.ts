import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import type { EvidenceKey } from './evidence.contract.ts';
import { makeKeyPair, type PublishedKey } from '../bundle/signing.ts';

type SigningKey = PublishedKey & { privateKey: string };
const cellOf = (id: string) => ({ table: 'evidence_key', column: 'private_key', id });

async function currentKey(db: Queryable, sealed: SealedTexts): Promise<SigningKey | undefined> {
  const [row] = await db.query<{ id: string; keyId: string; publicKey: string; privateSealed: string }>(
    `select id, key_id as "keyId", public_key as "publicKey", private_key_sealed as "privateSealed" from evidence_key where until_at is null`,
  );
  return (
    row && { keyId: row.keyId, publicKey: row.publicKey, privateKey: sealed.open(cellOf(row.id), row.privateSealed) }
  );
}

/** The key that bundles of now are signed with; made when it is first asked for. Of two processes that make one at once, one does. */
export async function signingKey(db: Queryable, sealed: SealedTexts, now: Date): Promise<SigningKey> {
  const known = await currentKey(db, sealed);
  if (known) return known;
  await addKey(db, sealed, now);
  const made = await currentKey(db, sealed);
  if (!made) throw new Error('The key of evidence bundles was not stored');
  return made;
}

async function addKey(db: Queryable, sealed: SealedTexts, now: Date): Promise<void> {
  const { keyId, publicKey, privateKey } = makeKeyPair();
  const id = uuidv7();
  await db.query(
    `insert into evidence_key (id, key_id, public_key, private_key_sealed, from_at) values ($1, $2, $3, $4, $5)
     on conflict ((until_at is null)) where until_at is null do nothing`,
    [id, keyId, publicKey, sealed.seal(cellOf(id), privateKey), now.toISOString()],
  );
}

/** From now on another key signs; what was signed with the former can still be verified. */
export async function rotateKey(db: Queryable, sealed: SealedTexts, now: Date): Promise<void> {
  await db.query('update evidence_key set until_at = $1 where until_at is null', [now.toISOString()]);
  await addKey(db, sealed, now);
}

/** Public halves of all keys there ever were, the latest first. */
export const publishedKeys = (db: Queryable): Promise<EvidenceKey[]> =>
  db.query<EvidenceKey>(
    `select key_id as "keyId", 'Ed25519' as algorithm, public_key as "publicKey", from_at as "from", until_at as "until"
     from evidence_key order by from_at desc, id desc`,
  );
