import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { aloneFor, limitOf, move } from '#areas/ledger/ledger.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { refuse } from '#kit/server/refusals.ts';
import { transactionStatuses as statuses, walletTransaction } from '../wallet-answers.contract.ts';
import { walletApproval } from '../wallet.topics.ts';
import { house } from '../wallet.rules.ts';
import { id, note, paise } from './bodies.ts';
import { idIn, type Making, module, moveMoney, moving } from './calls.ts';
import { addTransaction, lockTransaction, settleTransaction, type StoredTransaction } from './transactions.store.ts';
import { mustFindWallet } from './wallets.store.ts';

const reason = 'ADJUSTMENT';
const adjustment = z.strictObject({
  walletId: id('Wallet'),
  transactionType: z.union([z.literal(1), z.literal(2)], { error: 'Must be 1 to add or 2 to take' }),
  amountPaise: paise,
  note,
});
const declined = z.strictObject({ note });

/** Corrections by hand. Above a limit a second person approves them, before any money moves. */
export function addAdjustRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/wallet/adjustment',
    summary: 'Add to a wallet or take from it by hand; above a limit it waits for a second person',
    access: { module, action: 'edit' },
    status: 201,
    body: adjustment,
    answer: walletTransaction,
    handle: (call) =>
      moveMoney(kit, call, async (making) => {
        const { db, scope, writer, by, newId } = making;
        const given = call.body as z.infer<typeof adjustment>;
        const wallet = await mustFindWallet(db, scope, given.walletId);
        const limit = await limitOf(db, reason);
        const about = {
          id: newId,
          walletId: wallet.id,
          orgId: wallet.orgId,
          type: given.transactionType,
          paise: given.amountPaise,
          reason,
          note: given.note,
          madeBy: by,
        } as const;
        if (limit && given.amountPaise > aloneFor(limit, by.id)) {
          await addTransaction(db, { ...about, needsApproval: true }, writer);
          await publish(db, writer.now, {
            topic: walletApproval,
            orgId: wallet.orgId,
            to: { module: 'wallet', action: 'view', staff: 'approve' },
            params: { amount: moneyText(given.amountPaise), note: given.note },
            link: `/wallet/transaction/${newId}`,
            onceKey: `wallet-approval:${newId}`,
            except: writer.actorId,
          });
          return { id: newId, message: 'Adjustment sent for approval.', status: 201 };
        }
        const balancePaise = await adjust(making, { ...about, madeBy: by.id }, null);
        await addTransaction(db, { ...about, balancePaise }, writer);
        return { id: newId, message: 'Adjustment completed.', status: 201 };
      }),
  });
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/wallet-transaction/{id}/approve',
    summary: 'Approve an adjustment that somebody else has asked for',
    access: { module, action: 'approve' },
    answer: walletTransaction,
    handle: (call) =>
      moveMoney(kit, call, async (making) => {
        const one = await waiting(making, idIn(call));
        const balancePaise = await adjust(making, one, making.by.id);
        await settleTransaction(
          making.db,
          one,
          { status: statuses.success, balancePaise, decidedBy: making.by },
          making.writer,
        );
        return { id: one.id, message: 'Adjustment approved.' };
      }),
  });
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/wallet-transaction/{id}/decline',
    summary: 'Decline an adjustment that somebody else has asked for',
    access: { module, action: 'approve' },
    body: declined,
    answer: walletTransaction,
    handle: (call) =>
      moveMoney(kit, call, async (making) => {
        const one = await waiting(making, idIn(call));
        const { note } = call.body as z.infer<typeof declined>;
        await settleTransaction(
          making.db,
          one,
          { status: statuses.void, why: note.slice(0, 300), decidedBy: making.by },
          making.writer,
        );
        return { id: one.id, message: 'Adjustment declined.' };
      }),
  });
}

/** An adjustment that waits for somebody else than who asked for it. */
async function waiting({ db, scope, by }: Making, id: string): Promise<StoredTransaction> {
  const one = await lockTransaction(db, scope, id);
  if (!one.needsApproval) throw refuse.conflict('This transaction needs no approval');
  if (one.status !== statuses.pending) throw refuse.conflict('This adjustment was already decided');
  if (one.madeBy === by.id) throw refuse.conflict('Another person has to approve what you have asked for');
  return one;
}

/** Moves the money of an adjustment. @returns what is in the wallet then */
async function adjust(
  { db, writer }: Making,
  one: Pick<StoredTransaction, 'id' | 'walletId' | 'type' | 'paise' | 'note' | 'madeBy'>,
  approvedBy: string | null,
): Promise<number | null> {
  const [from, to] = one.type === 1 ? [house.ADJUSTMENT, one.walletId] : [one.walletId, house.ADJUSTMENT];
  const moved = await move(
    db,
    { id: one.id, from, to, paise: one.paise, reason, note: one.note ?? '' },
    { madeBy: one.madeBy, approvedBy, now: writer.now },
  );
  return one.type === 1 ? moved.toBalance : moved.fromBalance;
}
