import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { payBill } from '#areas/wallet/wallet.server.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { act, common, type Desk, mustBe, mustBeOwn } from './acting.ts';
import { challan } from './challan.contract.ts';
import { openPaise, refundablePaise } from './challan-status.rules.ts';
import { turnChallan } from './challans.store.ts';
import { billOf, giveBack, personOf, postingKey } from './money.ts';

const paise = z.int({ error: 'Enter an amount in whole paise' }).check(z.gte(1, { error: 'Enter an amount' }));
const payBody = z.strictObject({
  walletId: z.uuid({ error: 'Choose a wallet' }),
  /** What who pays has seen: another amount is refused, so that nobody pays what they did not. */
  amountPaise: paise,
});
const paidBody = z.strictObject({
  on: z.string({ error: 'Enter the day' }),
  receiptNo: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(60, { error: 'At most 60 characters' })))),
});
const refundBody = z.strictObject({
  amountPaise: paise,
  note: z
    .string({ error: 'Enter a note' })
    .check(z.trim(), z.minLength(3, { error: 'Enter a note' }), z.maxLength(300, { error: 'At most 300 characters' })),
});

/** How challans are paid: notices of the company from a wallet, those of the authorities elsewhere, which is only noted. */
export function addPayRoutes(app: FastifyInstance, desk: Desk): void {
  addPay(app, desk);
  addPaid(app, desk);
  addRefund(app, desk);
}

function addPay(app: FastifyInstance, desk: Desk): void {
  addRoute(app, {
    ...common,
    path: '/challan/pay/{id}',
    summary:
      'Pay a company notice from a wallet; while it is contested the money is held, and given back where it falls',
    access: { module: 'wallet', action: 'create' },
    whileImpersonating: 'refused',
    body: payBody,
    answer: rowSchema(desk.kit.registry, challan),
    handle: (call) =>
      act(desk, call, async ({ db, scope, writer, row }) => {
        const { walletId, amountPaise } = call.body as z.infer<typeof payBody>;
        mustBeOwn(row);
        const open = openPaise(row);
        if (open === 0) throw refuse.conflict('Nothing of this challan is to be paid');
        if (open !== amountPaise) throw refuse.conflict('The amount to pay has changed. Reload the page and try again');
        const bill = { ...billOf(row), walletId, paise: open, reason: 'CHALLAN' as const };
        await payBill(db, scope, bill, { key: postingKey(row), by: personOf(call.session), writer });
        const isHeld = row.challanStatus === 'CONTESTED';
        const next = await turnChallan(db, writer, row, {
          what: isHeld ? 'DEPOSITED' : 'PAID',
          ...(isHeld ? {} : { to: 'PAID' as const }),
          paise: open,
          set: {
            paid_paise: row.paidPaise + open,
            payment: 'WALLET',
            postings: row.postings + 1,
            overdue: false,
            ...(isHeld ? {} : { paid_on: indiaDay(writer.now) }),
          },
        });
        if (!isHeld) await desk.mails.news(db, next, `paid:${next.postings}`, 'It is paid. Thank you.', writer);
        return {
          status: 201,
          message: isHeld ? 'Paid. The money is held until the contest is decided.' : 'Challan paid.',
        };
      }),
  });
}

function addPaid(app: FastifyInstance, desk: Desk): void {
  addRoute(app, {
    ...common,
    path: '/challan/paid/{id}',
    summary: 'Note that a challan was paid elsewhere: to the authority, or to the company outside the wallet',
    access: { module: challan.path, action: 'edit' },
    whileImpersonating: 'allowed',
    body: paidBody,
    answer: rowSchema(desk.kit.registry, challan),
    handle: (call) =>
      act(desk, call, async ({ db, writer, row, isStaff }) => {
        const { on, receiptNo } = call.body as z.infer<typeof paidBody>;
        if (row.source === 'INTERNAL' && !isStaff)
          throw refuse.conflict('Pay this notice from your wallet. What was paid otherwise is noted by the company');
        mustBe(row, ['NOTIFIED', 'DEEMED_ACCEPTED', 'UPHELD']);
        if (openPaise(row) === 0) throw refuse.conflict('Nothing of this challan is to be paid');
        if (row.payment === 'WALLET') throw refuse.conflict('Part of this challan was paid from the wallet');
        if (!isDay(on)) throw refuse.badInput({ on: 'Must be a date, like 2026-11-21' });
        if (on > indiaDay(writer.now)) throw refuse.badInput({ on: 'This day is yet to come' });
        if (on < row.offenceOn) throw refuse.badInput({ on: 'This day is before the offence' });
        const paid = await turnChallan(db, writer, row, {
          what: 'PAID',
          to: 'PAID',
          paise: openPaise(row),
          set: {
            paid_paise: row.amountPaise,
            payment: 'OUTSIDE',
            paid_on: on,
            receipt_no: receiptNo || null,
            overdue: false,
          },
        });
        await desk.mails.news(db, paid, `paid:${on}`, 'It is paid. Thank you.', writer);
        return { message: 'Payment noted.' };
      }),
  });
}

function addRefund(app: FastifyInstance, desk: Desk): void {
  addRoute(app, {
    ...common,
    path: '/challan/refund/{id}',
    summary: 'Give back what was paid for a challan to the wallet that paid it',
    access: { module: 'wallet', action: 'edit' },
    whileImpersonating: 'refused',
    body: refundBody,
    answer: rowSchema(desk.kit.registry, challan),
    handle: (call) =>
      act(desk, call, async ({ db, scope, writer, row }) => {
        const { amountPaise, note } = call.body as z.infer<typeof refundBody>;
        const most = refundablePaise(row);
        if (most === 0) throw refuse.conflict('Nothing of this challan can be refunded');
        if (amountPaise > most) throw refuse.badInput({ amountPaise: 'More than can be refunded' });
        if (row.payment === 'WALLET') {
          const by = personOf(call.session);
          const back = await giveBack(db, scope, writer, row, { paise: amountPaise, note, by });
          await desk.mails.news(db, back, `refund:${back.postings}`, 'What was paid is back in the wallet.', writer);
          return { status: 201, message: 'Refunded to the wallet.' };
        }
        // What was paid elsewhere comes back there: it is noted as a whole.
        if (amountPaise !== most)
          throw refuse.badInput({ amountPaise: 'What was paid elsewhere comes back as a whole' });
        await turnChallan(db, writer, row, {
          what: 'REFUNDED',
          to: 'REFUNDED',
          paise: amountPaise,
          note,
          set: { paid_paise: 0, refunded_paise: row.refundedPaise + amountPaise, payment: 'NONE' },
        });
        return { status: 201, message: 'Refund noted.' };
      }),
  });
}
