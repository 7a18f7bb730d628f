import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { giveBack } from '#areas/ledger/ledger.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { transactionStatuses as statuses, walletTransaction } from '../wallet-answers.contract.ts';
import { note, paise } from './bodies.ts';
import { idIn, type Making, module, moveMoney, moving } from './calls.ts';
import { addTransaction, lockTransaction, settleTransaction, type StoredTransaction } from './transactions.store.ts';

const refund = z.strictObject({ amountPaise: z.optional(paise), note });
const reversal = z.strictObject({ note });

/** What was moved comes back: refunds of a part or all of the rest, and reversals of what was wrong. */
export function addReturnRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/wallet-transaction/{id}/refund',
    summary: 'Refund a transaction: an amount, or all that is left of it',
    access: { module, action: 'edit' },
    status: 201,
    body: refund,
    answer: walletTransaction,
    handle: (call) =>
      moveMoney(kit, call, async (making) => {
        const given = call.body as z.infer<typeof refund>;
        const one = await lockTransaction(making.db, making.scope, idIn(call));
        if (one.status !== statuses.success || one.ofId !== null)
          throw refuse.conflict('Only completed payments and top-ups can be refunded');
        const rest = (one.capturedPaise ?? one.paise) - (await refundedOf(making, one.id));
        if (rest <= 0) throw refuse.conflict('This transaction was already refunded');
        await comeBack(making, one, 'REFUND', given.amountPaise ?? rest, given.note);
        return { id: making.newId, message: 'Refund completed.', status: 201 };
      }),
  });
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/wallet-transaction/{id}/reverse',
    summary: 'Reverse a transaction that was made by mistake, as a whole and once',
    access: { module, action: 'edit' },
    status: 201,
    body: reversal,
    answer: walletTransaction,
    handle: (call) =>
      moveMoney(kit, call, async (making) => {
        const one = await lockTransaction(making.db, making.scope, idIn(call));
        if (one.status === statuses.reversed) throw refuse.conflict('This transaction was already reversed');
        if (one.status !== statuses.success || one.reason === 'REVERSAL')
          throw refuse.conflict('Only completed transactions can be reversed');
        const { note } = call.body as z.infer<typeof reversal>;
        await comeBack(making, one, 'REVERSAL', one.capturedPaise ?? one.paise, note);
        await settleTransaction(making.db, one, { status: statuses.reversed }, making.writer);
        return { id: making.newId, message: 'Transaction reversed.', status: 201 };
      }),
  });
}

/** What was refunded of a transaction; the ledger checks it once more, under its locks. */
async function refundedOf({ db }: Making, id: string): Promise<number> {
  const [row] = await db.query<{ paise: number }>(
    `select coalesce(sum(paise), 0) as paise from wallet_transaction where of_id = $1 and reason = 'REFUND' and status = 1`,
    [id],
  );
  return row?.paise ?? 0;
}

async function comeBack(
  { db, writer, by, newId }: Making,
  one: StoredTransaction,
  kind: 'REFUND' | 'REVERSAL',
  amount: number,
  note: string,
): Promise<void> {
  const moved = await giveBack(
    db,
    { id: newId, kind, of: one.id, paise: kind === 'REFUND' ? amount : null, reason: kind, note },
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
      paise: amount,
      reason: kind,
      note,
      ofId: one.id,
      balancePaise: isOut ? moved.fromBalance : moved.toBalance,
      madeBy: by,
    },
    writer,
  );
}
