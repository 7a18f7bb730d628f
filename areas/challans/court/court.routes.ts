import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { payBill } from '#areas/wallet/wallet.server.ts';
import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { deadlinesOn } from '../deadlines/deadlines.store.ts';
import { act, common, type Desk, mustBe, type Work } from '../challan/acting.ts';
import { challan } from '../challan/challan.contract.ts';
import { depositOf } from '../challan/challan-status.rules.ts';
import { type StoredChallan, turnChallan } from '../challan/challans.store.ts';
import { billOf, giveBack, personOf, postingKey } from '../challan/money.ts';

const courtBody = z.strictObject({
  /** The wallet that pays the deposit of a company notice; null where enough is held already, or it was paid elsewhere. */
  walletId: z.nullable(z.uuid({ error: 'Choose a wallet' })),
  /** What whoever pays has seen. */
  depositPaise: z.int({ error: 'Enter an amount in whole paise' }),
});
const decisionBody = z.strictObject({
  decision: z.enum(['UPHOLD', 'CANCEL'], { error: 'Must be UPHOLD or CANCEL' }),
  note: z
    .string({ error: 'Enter what the court decided' })
    .check(
      z.trim(),
      z.minLength(3, { error: 'Enter what the court decided' }),
      z.maxLength(500, { error: 'At most 500 characters' }),
    ),
});

/** The way to the court, and what the court decides. */
export function addCourtRoutes(app: FastifyInstance, desk: Desk): void {
  const answer = rowSchema(desk.kit.registry, challan);
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
        if (row.depositPaise !== null) throw refuse.conflict('The court has decided about this challan already');
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
        await desk.mails.news(db, next, 'court', 'It was taken to court.', writer);
        return { message: 'Challan taken to court.' };
      }),
  });
  addRoute(app, {
    ...common,
    path: '/challan/court-decision/{id}',
    summary:
      'Note what the court decided: the challan stands, and what the deposit does not cover is to be paid, or it is cancelled, which gives the deposit back',
    access: { module: challan.path, action: 'approve' },
    whileImpersonating: 'refused',
    body: decisionBody,
    answer,
    handle: (call) =>
      act(desk, call, async (work) => {
        const { decision, note } = call.body as z.infer<typeof decisionBody>;
        mustBe(work.row, ['COURT']);
        return decision === 'CANCEL'
          ? await cancelled(desk, work, note, personOf(call.session))
          : await upheld(desk, work, note);
      }),
  });
}

/** The court decided for the client: what was deposited comes back. */
async function cancelled(
  desk: Desk,
  { db, scope, writer, row }: Work,
  note: string,
  by: ReturnType<typeof personOf>,
): Promise<{ message: string }> {
  const isWallet = row.paidPaise > 0 && row.payment === 'WALLET';
  const held = isWallet ? await giveBack(db, scope, writer, row, { paise: row.paidPaise, note, by }) : row;
  const next = await turnChallan(db, writer, held, {
    what: 'COURT_CANCELLED',
    to: 'CANCELLED',
    note,
    // What was deposited at the court comes back there.
    set: isWallet
      ? { overdue: false }
      : { paid_paise: 0, refunded_paise: row.refundedPaise + row.paidPaise, payment: 'NONE', overdue: false },
  });
  await desk.mails.news(db, next, 'court-decided', 'The court cancelled it. Nothing is to be paid any more.', writer);
  return { message: isWallet ? 'Decision noted, and the deposit refunded.' : 'Decision noted.' };
}

/** It stands: the deposit counts, and the rest is to be paid. */
async function upheld(desk: Desk, { db, writer, row }: Work, note: string): Promise<{ message: string }> {
  const today = indiaDay(writer.now);
  const payBy = addDays(today, (await deadlinesOn(db, row.offenceOn))('PAY_AFTER'));
  const next: StoredChallan = await turnChallan(db, writer, row, {
    what: 'COURT_UPHELD',
    to: 'UPHELD',
    note,
    set: { pay_by: payBy, overdue: false },
  });
  const rest = (row.amountPaise ?? 0) - row.paidPaise;
  if (rest === 0 && row.paidPaise > 0)
    await turnChallan(db, writer, next, {
      what: 'PAID',
      to: 'PAID',
      paise: row.paidPaise,
      set: { paid_on: today },
    });
  const pay = rest > 0 ? ` Pay the rest by ${dayInWords(payBy)}.` : '';
  await desk.mails.news(db, next, 'court-decided', `The court upheld it.${pay}`, writer);
  return { message: 'Decision noted.' };
}
