import { move } from '#areas/ledger/ledger.server.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { giveBackTo } from '../money/give-back.ts';
import { addTransaction, lockTransaction, type Mover, readTransactions } from '../money/transactions.store.ts';
import { mustFindWallet } from '../money/wallets.store.ts';
import { type PaidReason, transactionTypes, walletLimits, type WalletTransaction } from '../wallet-answers.contract.ts';
import { keyedId, payableOf } from '../wallet.rules.ts';

/** What is paid from a wallet: a record of another area. */
export interface Bill {
  about: { module: string; id: string };
  orgId: string;
  /** What it is called, as statements show it. */
  subject: string;
}

/** Who moves the money, and the key of the movement: the same key twice moves it once. */
export interface Moving {
  key: string;
  by: Mover;
  writer: Writer;
}

/**
 * Pays a bill from a wallet of the same organisation, within the caller's transaction.
 * @returns the transaction
 * @throws 404 for a wallet that the scope does not see, 409 for one of another organisation and for too little money
 */
export async function payBill(
  db: Queryable,
  scope: Scope,
  { about, orgId, subject, walletId, paise, reason }: Bill & { walletId: string; paise: number; reason: PaidReason },
  { key, by, writer }: Moving,
): Promise<{ id: string }> {
  const { most } = walletLimits.paise;
  if (paise > most) throw refuse.conflict('Amounts above ₹10,00,000 are not paid from a wallet');
  const wallet = await mustFindWallet(db, scope, walletId);
  if (wallet.orgId !== orgId) throw refuse.badInput({ walletId: 'Choose a wallet of the same organisation' });
  const id = keyedId(`bill\n${about.module}\n${about.id}\n${key}`);
  const { fromBalance } = await move(
    db,
    { id, from: wallet.id, to: payableOf(reason), paise, reason, note: subject },
    { madeBy: by.id, now: writer.now },
  );
  await addTransaction(
    db,
    {
      id,
      walletId: wallet.id,
      orgId,
      type: transactionTypes.debit,
      paise,
      reason,
      subject,
      about,
      balancePaise: fromBalance,
      madeBy: by,
    },
    writer,
  );
  return { id };
}

/**
 * Credits an amount of what a bill was paid with to the wallets that paid it, the latest payment first. Who heard of the payment hears
 * of it by `billMoved`.
 * @returns the transaction, of several the first
 * @throws 409 for more than what is left of the payments
 */
export async function refundBill(
  db: Queryable,
  scope: Scope,
  { about, paise, note }: Pick<Bill, 'about'> & { paise: number; note: string },
  { key, by, writer }: Moving,
): Promise<{ id: string }> {
  const params: Param[] = [about.id, about.module];
  const tenantSql = tenantFilter('bill-payments', scope, 'x.org_id', params);
  const payments = await db.query<{ id: string; rest: number }>(
    `select x.id, x.paise - coalesce((select sum(r.paise) from wallet_transaction r where r.of_id = x.id and r.status = 1), 0) as rest
     from wallet_transaction x where x.about_id = $1 and x.about_module = $2 and x.transaction_type = 2 and x.status = 1 and x.of_id is null${tenantSql}
     order by x.created_at desc, x.id desc`,
    params,
  );
  let open = paise;
  let first: string | undefined;
  for (const [at, { id, rest }] of payments.entries()) {
    const amount = Math.min(open, rest);
    if (amount <= 0) continue;
    const one = await lockTransaction(db, scope, id);
    const newId = keyedId(`refund\n${about.module}\n${about.id}\n${key}\n${at}`);
    await giveBackTo(db, one, { kind: 'REFUND', paise: amount, note, newId, by }, writer);
    open -= amount;
    first ??= newId;
  }
  if (open > 0 || first === undefined)
    throw refuse.conflict('Part of this payment was refunded already. Check its transactions in the wallet');
  return { id: first };
}

/** A transaction of a bill that this scope has just made. */
export async function readBillTransaction(db: Queryable, scope: Scope, id: string): Promise<WalletTransaction> {
  const [row] = await readTransactions(db, 'x.id = $1', [id], scope.client === true);
  if (!row) throw new Error('The transaction is not there');
  return row;
}
