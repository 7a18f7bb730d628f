import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { payBill } from '#areas/wallet/wallet.server.ts';
import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { deadlinesOn } from '../deadlines/deadlines.store.ts';
import { act, common, type Desk, mustBe } from './acting.ts';
import { challan } from './challan.contract.ts';
import { depositOf } from './challan-status.rules.ts';
import { turnChallan } from './challans.store.ts';
import { billOf, giveBack, personOf, postingKey } from './money.ts';

const words = (least: number, most: number, missing: string) =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(least, { error: missing }),
      z.maxLength(most, { error: `At most ${most} characters` }),
    );
const decideBody = z.strictObject({
  decision: z.enum(['UPHOLD', 'CANCEL'], { error: 'Must be UPHOLD or CANCEL' }),
  reason: words(3, 200, 'Enter the reason'),
  orderText: words(10, 5_000, 'Write the order in 10 characters or more'),
});
const courtBody = z.strictObject({
  /** The wallet that pays the deposit of a company notice; null where enough is held already, or it was paid elsewhere. */
  walletId: z.nullable(z.uuid({ error: 'Choose a wallet' })),
  /** What whoever pays has seen. */
  depositPaise: z.int({ error: 'Enter an amount in whole paise' }),
});

/** What is decided on a contest, and the way to the court behind it. */
export function addDecideRoutes(app: FastifyInstance, desk: Desk): void {
  const answer = rowSchema(desk.kit.registry, challan);
  addRoute(app, {
    ...common,
    path: '/challan/decide/{id}',
    summary:
      'Decide on a contest: uphold the challan, or cancel it, which gives back what was paid, with reason and order',
    access: { module: challan.path, action: 'approve' },
    whileImpersonating: 'refused',
    body: decideBody,
    answer,
    handle: (call) =>
      act(desk, call, async ({ db, scope, writer, row }) => {
        const { decision, reason, orderText } = call.body as z.infer<typeof decideBody>;
        mustBe(row, ['CONTESTED']);
        const set = { decided_at: writer.now.toISOString(), decision_reason: reason, order_text: orderText };
        if (decision === 'CANCEL') {
          const isHeld = row.paidPaise > 0 && row.payment === 'WALLET';
          const held = isHeld
            ? await giveBack(db, scope, writer, row, { paise: row.paidPaise, note: reason, by: personOf(call.session) })
            : row;
          const next = await turnChallan(db, writer, held, { what: 'CANCELLED', to: 'CANCELLED', note: reason, set });
          const back = isHeld ? ' What was paid is back in the wallet.' : '';
          await desk.mails.news(db, next, 'decided', `It was cancelled.${back}`);
          return { message: isHeld ? 'Challan cancelled, and what was paid refunded.' : 'Challan cancelled.' };
        }
        const payBy = addDays(indiaDay(writer.now), (await deadlinesOn(db, row.offenceOn))('PAY_AFTER'));
        const upheld = await turnChallan(db, writer, row, {
          what: 'UPHELD',
          to: 'UPHELD',
          note: reason,
          set: { ...set, pay_by: payBy },
        });
        const amount = row.amountPaise ?? 0;
        const isPaid = amount > 0 && row.paidPaise >= amount;
        if (isPaid)
          await turnChallan(db, writer, upheld, {
            what: 'PAID',
            to: 'PAID',
            paise: row.paidPaise,
            set: { paid_on: indiaDay(writer.now) },
          });
        const pay = isPaid ? ' It is paid.' : amount > 0 ? ` Pay it by ${dayInWords(payBy)}.` : '';
        await desk.mails.news(db, upheld, 'decided', `The contest was decided: the challan stands.${pay}`);
        return { message: 'Challan upheld.' };
      }),
  });
  addRoute(app, {
    ...common,
    path: '/challan/court/{id}',
    summary: 'Take a challan to court, with the deposit that the court wants first',
    access: { module: 'challan-contest', action: 'create' },
    whileImpersonating: 'refused',
    body: courtBody,
    answer,
    handle: (call) =>
      act(desk, call, async ({ db, scope, writer, row }) => {
        const { walletId, depositPaise } = call.body as z.infer<typeof courtBody>;
        mustBe(row, ['UPHELD', 'DEEMED_ACCEPTED']);
        const percent = (await deadlinesOn(db, row.offenceOn))('COURT_DEPOSIT');
        const deposit = depositOf(row.amountPaise ?? 0, percent);
        if (deposit !== depositPaise) throw refuse.conflict('The deposit has changed. Reload the page and try again');
        const isOwn = row.source === 'INTERNAL';
        const missing = Math.max(0, deposit - row.paidPaise);
        if (isOwn && missing > 0 && walletId === null) throw refuse.badInput({ walletId: 'Choose a wallet' });
        if (isOwn && missing > 0 && walletId !== null) {
          const bill = { ...billOf(row), walletId, paise: missing, reason: 'CHALLAN' as const };
          await payBill(db, scope, bill, { key: postingKey(row), by: personOf(call.session), writer });
        }
        const next = await turnChallan(db, writer, row, {
          what: 'COURT',
          to: 'COURT',
          paise: deposit,
          set: {
            deposit_paise: deposit,
            paid_paise: row.paidPaise + missing,
            ...(missing > 0 ? { postings: row.postings + 1, payment: isOwn ? 'WALLET' : 'OUTSIDE' } : {}),
          },
        });
        await desk.mails.news(db, next, 'court', 'It was taken to court.');
        return { message: 'Challan taken to court.' };
      }),
  });
}
