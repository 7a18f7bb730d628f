import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { capture, move, reserve, voidHold } from '#areas/ledger/ledger.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import {
  namedReasons,
  transactionStatuses as statuses,
  transactionTypes,
  walletLimits,
  walletTransaction,
} from '../wallet-answers.contract.ts';
import { payableOf } from '../wallet.rules.ts';
import { id, note, paise, subject } from './bodies.ts';
import { idIn, module, moveMoney, moving } from './calls.ts';
import { addTransaction, lockTransaction, settleTransaction } from './transactions.store.ts';
import { mustFindWallet } from './wallets.store.ts';

const { least, most } = walletLimits.holdHours;
const payment = z.strictObject({
  walletId: id('Wallet'),
  amountPaise: paise,
  reason: z.enum(namedReasons, {
    error: ({ input }) =>
      input === 'PREMIUM' ? 'Pay a premium on the page of its policy' : 'Must be one of the offered values',
  }),
  subject,
  note: z.optional(note),
  /** Hours that the money is held until it is captured; left out, it is paid at once. */
  holdHours: z.optional(
    z
      .int({ error: 'Must be a whole number of hours' })
      .check(z.gte(least, { error: `At least ${least} hour` }), z.lte(most, { error: `At most ${most} hours` })),
  ),
});
const captured = z.strictObject({ amountPaise: z.optional(paise) });

/** Payments from a wallet: at once, or held first and captured or voided later. */
export function addPayRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/wallet/payment',
    summary: 'Pay from a wallet, or hold the money for a payment',
    access: { module, action: 'create' },
    status: 201,
    body: payment,
    answer: walletTransaction,
    handle: (call) =>
      moveMoney(kit, call, async ({ db, scope, writer, by, newId }) => {
        const given = call.body as z.infer<typeof payment>;
        const wallet = await mustFindWallet(db, scope, given.walletId);
        const { amountPaise, reason } = given;
        const about = {
          id: newId,
          walletId: wallet.id,
          orgId: wallet.orgId,
          type: transactionTypes.debit,
          paise: amountPaise,
          reason,
          subject: given.subject,
          note: given.note ?? null,
          madeBy: by,
        };
        const movement = { id: newId, from: wallet.id, to: payableOf(reason), paise: amountPaise, reason };
        const mover = { madeBy: by.id, now: writer.now };
        if (given.holdHours !== undefined) {
          const holdUntil = new Date(writer.now.getTime() + given.holdHours * 3_600_000);
          await reserve(db, { ...movement, expiresAt: holdUntil }, mover);
          await addTransaction(db, { ...about, holdUntil }, writer);
          return { id: newId, message: 'Amount held.', status: 201 };
        }
        const { fromBalance } = await move(db, { ...movement, note: given.note ?? '' }, mover);
        await addTransaction(db, { ...about, balancePaise: fromBalance }, writer);
        return { id: newId, message: 'Payment completed.', status: 201 };
      }),
  });
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/wallet-transaction/{id}/capture',
    summary: 'Capture a hold, wholly or in part; the rest can be spent again',
    access: { module, action: 'edit' },
    body: captured,
    answer: walletTransaction,
    handle: (call) =>
      moveMoney(kit, call, async ({ db, scope, writer, by }) => {
        const one = await lockTransaction(db, scope, idIn(call));
        if (!one.isHold) throw refuse.conflict('This transaction is not a hold');
        const taken = (call.body as z.infer<typeof captured>).amountPaise ?? one.paise;
        if (one.status === statuses.success && one.capturedPaise !== taken)
          throw refuse.conflict('This hold was already captured');
        const { fromBalance } = await capture(
          db,
          { id: one.id, hold: one.id, paise: taken, note: one.note ?? '' },
          { madeBy: by.id, now: writer.now },
        );
        if (one.status === statuses.pending)
          await settleTransaction(
            db,
            one,
            { status: statuses.success, balancePaise: fromBalance, capturedPaise: taken },
            writer,
          );
        return { id: one.id, message: 'Hold captured.' };
      }),
  });
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/wallet-transaction/{id}/void',
    summary: 'Void a hold: what was held can be spent again',
    access: { module, action: 'create' },
    answer: walletTransaction,
    handle: (call) =>
      moveMoney(kit, call, async ({ db, scope, writer }) => {
        const one = await lockTransaction(db, scope, idIn(call));
        if (!one.isHold) throw refuse.conflict('This transaction is not a hold');
        await voidHold(db, one.id, writer.now);
        if (one.status === statuses.pending) await settleTransaction(db, one, { status: statuses.void }, writer);
        return { id: one.id, message: 'Hold voided.' };
      }),
  });
}
