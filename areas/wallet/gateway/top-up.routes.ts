import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { id, paise } from '../money/bodies.ts';
import { idIn, module, moveMoney, moving, newIdOf, tag } from '../money/calls.ts';
import { addTransaction, lockTransaction, readTransactions } from '../money/transactions.store.ts';
import { mustFindWallet } from '../money/wallets.store.ts';
import { startedTopUp, transactionTypes, walletTransaction } from '../wallet-answers.contract.ts';
import { refOf } from '../wallet.rules.ts';
import type { PaymentGateway } from './gateway-port.ts';
import type { Payments } from './payments.ts';
import { readNotice } from './notice.rules.ts';
import { isSignature } from './signature.rules.ts';
import { takeNotice } from './take-notice.ts';

const topUp = z.strictObject({ walletId: id('Wallet'), amountPaise: paise });
const outcome = z.strictObject({ paid: z.boolean({ error: 'Must be true or false' }) });
const named = { one: 'Transaction', fields: {}, unique: [], base: 'wallet_transaction' };

/** Money comes in: asked for at the payment gateway, and credited when it says that it was paid. */
export function addTopUpRoutes(app: FastifyInstance, kit: CatalogueKit, payments: Payments, base: () => string): void {
  const { gateway, fake } = payments;
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/wallet/top-up',
    summary: 'Begin a top-up: it is pending until the payment gateway reports the payment',
    access: { module, action: 'create' },
    status: 201,
    // The gateway is asked on the way.
    long: true,
    body: topUp,
    answer: startedTopUp,
    handle: async (call) => {
      const { walletId, amountPaise } = call.body as z.infer<typeof topUp>;
      if (!gateway) throw refuse.conflict('Top-ups are not set up on this installation');
      const scope = scopeOf(call.session);
      const newId = newIdOf(call);
      const { wallet, isThere } = await transact(kit.db, scope, async (db) => ({
        wallet: await mustFindWallet(db, scope, walletId),
        isThere: (await readTransactions(db, 'x.id = $1', [newId], true)).length > 0,
      }));
      // Asked for before the transaction, so that a slow gateway holds no connection; one that was asked for before is answered
      // as it was by what is kept.
      const order = isThere
        ? undefined
        : await gateway.start({
            ref: refOf(newId),
            paise: amountPaise,
            about: `Top-up ${refOf(newId)}`,
            returnTo: `${base()}/wallet/transaction/${newId}`,
          });
      return moveMoney(kit, call, async ({ db, writer, by }) => {
        await addTransaction(
          db,
          {
            id: newId,
            walletId: wallet.id,
            orgId: wallet.orgId,
            type: transactionTypes.credit,
            paise: amountPaise,
            reason: 'TOPUP',
            ...(order ? { orderId: order.orderId } : {}),
            madeBy: by,
          },
          writer,
        );
        return {
          id: newId,
          message: 'Top-up started.',
          status: 201,
          also: { ...order, isDemo: fake !== undefined },
        };
      });
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/wallet/gateway-event',
    summary: 'What the payment gateway reports: signed by it, and taken once however often it comes',
    tag,
    access: 'public',
    scope: 'none',
    bodyLimit: 64 * 1024,
    beforeBody: async (request) => void announced(gateway, request),
    readBody: async (content) => content,
    answer: null,
    handle: async (call) => {
      const { from, signature, eventId } = announced(gateway, call.request);
      const body = call.body;
      if (!Buffer.isBuffer(body) || !from.isSigned(body, signature)) throw notSigned();
      const notice = readNotice(parsed(body));
      if (!notice) throw refuse.badInput({}, 'This is no message of a payment gateway');
      const writer = productWriter(kit.clock.now(), call.request);
      await runWrite(kit, call, { scope: everything, writer, definition: named, input: null }, (db) =>
        takeNotice(db, eventId, notice, writer),
      );
      return { message: 'OK' };
    },
  });
  if (!fake) return;
  addRoute(app, {
    ...moving,
    method: 'POST',
    path: '/wallet-transaction/{id}/demo-payment',
    summary: 'In the demo, where no money moves: play the payment gateway, and report a top-up as paid or failed',
    access: { module, action: 'create' },
    body: outcome,
    answer: walletTransaction,
    handle: async (call) => {
      const { paid } = call.body as z.infer<typeof outcome>;
      return moveMoney(kit, call, async ({ db, scope }) => {
        const one = await lockTransaction(db, scope, idIn(call));
        const [order] = await db.query<{ orderId: string | null }>(
          'select order_id as "orderId" from wallet_transaction where id = $1',
          [one.id],
        );
        if (!order?.orderId) throw refuse.conflict('This transaction is not a top-up');
        const { body, signature, eventId } = fake.notice({ orderId: order.orderId, paise: one.paise, paid });
        // Through the same door as any other message, signature and all.
        const notice = fake.isSigned(Buffer.from(body), signature) ? readNotice(parsed(Buffer.from(body))) : undefined;
        if (!notice) throw new Error('The demo gateway has signed nothing');
        const writer = productWriter(kit.clock.now(), call.request);
        const outcome = await takeNotice(db, eventId, notice, writer);
        if (outcome === 'ALREADY_CREDITED') return { id: one.id, message: 'This top-up is already paid.' };
        return { id: one.id, message: paid ? 'Payment received.' : 'Payment declined.' };
      });
    },
  });
}

const notSigned = () => refuse.badInput({}, 'The signature does not belong to this message');

/** What the headers say of a message, whose signature is not tried yet. @throws 400 where it cannot be one of the gateway */
function announced(gateway: PaymentGateway | undefined, { headers }: FastifyRequest) {
  const [signature, eventId] = [headers['x-razorpay-signature'], headers['x-razorpay-event-id']];
  if (!gateway || typeof signature !== 'string' || !isSignature(signature)) throw notSigned();
  if (typeof eventId !== 'string' || !/^[\w.-]{1,200}$/.test(eventId))
    throw refuse.badInput({}, 'The message has no x-razorpay-event-id');
  return { from: gateway, signature, eventId };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
