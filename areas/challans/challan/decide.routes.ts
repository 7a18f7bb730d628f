import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { deadlinesOn } from '../deadlines/deadlines.store.ts';
import { act, common, type Desk, mustBe } from './acting.ts';
import { challan } from './challan.contract.ts';
import { turnChallan } from './challans.store.ts';
import { giveBack, personOf } from './money.ts';

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
/** What is decided on a contest. */
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
          await desk.mails.news(db, next, 'decided', `It was cancelled.${back}`, writer);
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
        if (amount === 0) await turnChallan(db, writer, upheld, { what: 'CLOSED', to: 'CLOSED' });
        const pay = isPaid ? ' It is paid.' : amount > 0 ? ` Pay it by ${dayInWords(payBy)}.` : '';
        await desk.mails.news(db, upheld, 'decided', `The contest was decided: the challan stands.${pay}`, writer);
        return { message: 'Challan upheld.' };
      }),
  });
}
