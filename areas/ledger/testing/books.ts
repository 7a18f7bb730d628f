import { createHash, randomUUID } from 'node:crypto';
import type { TestProduct } from '#apps/server/testing.ts';
import { everything, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { beginProof, readProofs, stepProof } from '../proof/proof.store.ts';
import { openAccount } from '../ledger.store.ts';

/** Somebody's account with a bound at 0, and accounts of the house without one. */
export async function someAccounts(product: TestProduct, orgId: string | null, count: number): Promise<string[]> {
  return transact(product.product.db, everything, async (db) => {
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const id = randomUUID();
      const kind = orgId === null ? 'HOUSE' : 'PURSE';
      await openAccount(
        db,
        { id, orgId, code: `test:${id}`, kind, floorPaise: orgId === null ? null : 0 },
        product.clock.now(),
      );
      ids.push(id);
    }
    return ids;
  });
}

/** Work in a transaction of its own; by default over everybody's accounts. */
export const within = <T>(product: TestProduct, work: (db: Queryable) => Promise<T>, scope: Scope = everything) =>
  transact(product.product.db, scope, work);

export interface Standing {
  balance: number;
  held: number;
  entries: number;
}
export async function standingOf(db: Queryable, id: string): Promise<Standing> {
  const [row] = await db.query<Standing>(
    'select balance_paise as balance, held_paise as held, entries from ledger_account where id = $1',
    [id],
  );
  if (!row) throw new Error('No such account');
  return row;
}

/** A proof of the books, from begin to end. */
export async function prove(product: TestProduct) {
  const id = await within(product, (db) => beginProof(db, null, product.clock.now()));
  if (!id) throw new Error('A proof is under way');
  while ((await within(product, (db) => stepProof(db, id, product.clock.now()))).isMore);
  const proof = (await within(product, (db) => readProofs(db, 20))).find((one) => one.id === id);
  if (!proof) throw new Error('There is no proof');
  return proof;
}

interface Link {
  hash: string;
  text: string;
}
/** The chain of an account, reckoned here and not by the database: where it first differs, or undefined. */
export async function brokenAt(db: Queryable, account: string): Promise<number | undefined> {
  const rows = await db.query<Link>(
    `select encode(p.hash, 'hex') as hash, ledger_text(t, p.account_id, p.seq, p.paise, p.balance_paise) as text
     from ledger_posting p join ledger_transfer t on t.id = p.transfer_id where p.account_id = $1 order by p.seq`,
    [account],
  );
  let last: Buffer = Buffer.alloc(0);
  for (const [at, { hash, text }] of rows.entries()) {
    last = createHash('sha256').update(last).update(text, 'utf8').digest();
    if (last.toString('hex') !== hash) return at + 1;
  }
  return undefined;
}
