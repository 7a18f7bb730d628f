import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { transactionId } from '../wallet.rules.ts';
import { type Person, readTransactions } from './transactions.store.ts';

export const module = 'wallet';
export const tag = 'Wallets';
/** What every call that moves money says of itself: nobody does it as somebody else, and asking twice is asking once. */
export const moving = { tag, scope: 'organisation', once: true, whileImpersonating: 'refused' } as const;
const named = { one: 'Transaction', fields: {}, unique: [], base: 'wallet_transaction' };

/** The id in the path. @throws 404 for what is no id */
export function idIn({ params }: Call, what = 'Transaction'): string {
  const id = params['id']?.toLowerCase();
  if (!isId(id)) throw refuse.notFound(`${what} not found`);
  return id;
}

/** What a movement of money is made with. */
export interface Making {
  db: Queryable;
  scope: Scope;
  writer: Writer;
  by: Person;
  /** Id of the transaction that the call makes. */
  newId: string;
}

/** Id of the transaction that a call makes: the same when the call is repeated with its key. */
export function newIdOf({ session, request }: Call): string {
  const key = request.headers['idempotency-key'];
  return transactionId(session.user.id, typeof key === 'string' ? key : undefined);
}

/** Runs what a call does with money in one transaction, and answers with the transaction it was about. */
export function moveMoney(
  kit: CatalogueKit,
  call: Call,
  work: (making: Making) => Promise<{ id: string; message: string; status?: 200 | 201; also?: object }>,
): Promise<string> {
  const { session } = call;
  const scope = scopeOf(session);
  const isClient = session.user.kind === 'client';
  const by = { id: session.user.id, name: session.user.name, isStaff: !isClient };
  const newId = newIdOf(call);
  const input = { values: { ...(call.body as object) }, files: {} };
  return writeAnswer(kit, named, call, input, async (db, writer) => {
    const { id, message, status = 200, also } = await work({ db, scope, writer, by, newId });
    // The work has found it within the scope, or has made it.
    const [row] = await readTransactions(db, 'x.id = $1', [id], isClient);
    return { status, message, data: JSON.stringify({ ...row, ...also }) };
  });
}
