import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { transactionStatuses as statuses, walletTransaction } from '../wallet-answers.contract.ts';
import { note, paise } from './bodies.ts';
import { idIn, type Making, module, moveMoney, moving } from './calls.ts';
import { giveBackTo } from './give-back.ts';
import { lockTransaction, settleTransaction } from './transactions.store.ts';

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
        const { db, writer, by, newId } = making;
        const paise = given.amountPaise ?? rest;
        await giveBackTo(db, one, { kind: 'REFUND', paise, note: given.note, newId, by }, writer);
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
        const { db, writer, by, newId } = making;
        const paise = one.capturedPaise ?? one.paise;
        await giveBackTo(db, one, { kind: 'REVERSAL', paise, note, newId, by }, writer);
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
