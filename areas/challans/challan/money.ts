import { type BillMoved, refundBill } from '#areas/wallet/wallet.server.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Call } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { challan } from './challan.contract.ts';
import { lockChallans, lockFree, type StoredChallan, turnChallan } from './challans.store.ts';

/** A challan as what is paid. */
export const billOf = ({ id, orgId, challanNo }: StoredChallan) => ({
  about: { module: challan.path, id },
  orgId,
  subject: challanNo,
});

/** The key of the next movement of money for a challan: the same one twice moves it once. */
export const postingKey = ({ postings }: StoredChallan): string => String(postings);

/** Who a call moves money as. */
export const personOf = ({ user }: Call['session']) => ({
  id: user.id,
  name: user.name,
  isStaff: user.kind !== 'client',
});

/** Gives back to the wallet what is held of a challan, which is locked. @returns it as it is then @throws 409 for more than was paid */
export async function giveBack(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  row: StoredChallan,
  { paise, note, by }: { paise: number; note: string; by: Parameters<typeof refundBill>[3]['by'] },
): Promise<StoredChallan> {
  await refundBill(db, scope, { about: billOf(row).about, paise, note }, { key: postingKey(row), by, writer });
  const [after] = await lockChallans(db, [row.id]);
  if (!after) throw refuse.notFound('Challan not found');
  return after;
}

/** Follows what comes back to the wallet, whoever gave it back: here, or on the page of the transaction. */
export async function followRefunds(db: Queryable, writer: Writer, { about, paise, ref }: BillMoved): Promise<void> {
  if (about.module !== challan.path) return;
  // Whoever holds it may wait for the same transaction: nobody waits for them here.
  const row = await lockFree(db, about.id);
  if (!row) throw refuse.conflict('This challan is being changed. Try again');
  if (paise > 0) throw refuse.conflict('A refund of a challan is not reversed. Pay it again from the wallet instead');
  const paidPaise = row.paidPaise + paise;
  const isOver = row.challanStatus === 'PAID' && paidPaise === 0;
  await turnChallan(db, writer, row, {
    what: 'REFUNDED',
    ...(isOver ? { to: 'REFUNDED' as const } : {}),
    paise: -paise,
    note: ref,
    set: {
      paid_paise: paidPaise,
      refunded_paise: row.refundedPaise - paise,
      postings: row.postings + 1,
      payment: paidPaise > 0 ? 'WALLET' : 'NONE',
    },
  });
}
