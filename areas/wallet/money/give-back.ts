import { giveBack } from '#areas/ledger/ledger.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { billMoved } from '../wallet.events.ts';
import { refOf } from '../wallet.rules.ts';
import { addTransaction, type Mover, type StoredTransaction } from './transactions.store.ts';

interface Back {
  kind: 'REFUND' | 'REVERSAL';
  paise: number;
  note: string;
  newId: string;
  by: Mover;
}

/** Moves back what a transaction moved, or a part of it, and tells whose record it was about. */
export async function giveBackTo(
  db: Queryable,
  one: StoredTransaction,
  { kind, paise, note, newId, by }: Back,
  writer: Writer,
): Promise<void> {
  const moved = await giveBack(
    db,
    { id: newId, kind, of: one.id, paise: kind === 'REFUND' ? paise : null, reason: kind, note },
    { madeBy: by.id, now: writer.now },
  );
  // Of a credit it goes out again, of a debit it comes in.
  const isOut = one.type === 1;
  await addTransaction(
    db,
    {
      id: newId,
      walletId: one.walletId,
      orgId: one.orgId,
      type: isOut ? 2 : 1,
      paise,
      reason: kind,
      note,
      ofId: one.id,
      about: one.about,
      balancePaise: isOut ? moved.fromBalance : moved.toBalance,
      madeBy: by,
    },
    writer,
  );
  if (one.about)
    await billMoved.raise(db, writer, { about: one.about, paise: isOut ? paise : -paise, ref: refOf(newId) });
}
