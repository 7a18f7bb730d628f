import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import { productWriter, type Writer } from '#kit/server/history.ts';
import { deadlinesOn } from '../deadlines/deadlines.store.ts';
import type { ChallanMails } from './challan-mails.ts';
import { type StoredChallan, turnChallan } from './challans.store.ts';
import { giveBack } from './money.ts';

/** Who does what a deadline does. */
export const product = { id: null, name: 'Roadkeeper', isStaff: true } as const;

/**
 * Brings a challan, which is locked, to where the clock has brought it: what nobody paid or contested until its last day counts as
 * accepted, what nobody decided until its last day falls, and what nobody paid is overdue. Whoever does something to a challan does this
 * first, so that a minute after a last day is a minute too late, whenever the look-out comes.
 */
export async function settle(
  db: Queryable,
  scope: Scope,
  asker: Writer,
  challan: StoredChallan,
  mails: ChallanMails,
): Promise<StoredChallan> {
  const told = asker.toldAt === undefined ? {} : { toldAt: asker.toldAt };
  const writer: Writer = { ...productWriter(asker.now), ...told, touched: asker.touched };
  let row = challan;
  while (row.turnsAt !== null && row.status === 1 && Date.parse(row.turnsAt) <= asker.now.getTime())
    row = await turnByClock(db, scope, writer, row, new Date(row.turnsAt), mails);
  return row;
}

async function turnByClock(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  row: StoredChallan,
  at: Date,
  mails: ChallanMails,
): Promise<StoredChallan> {
  if (row.challanStatus === 'NOTIFIED') {
    const after = (await deadlinesOn(db, row.offenceOn))('PAY_AFTER');
    const payBy = addDays(row.contestBy ?? indiaDay(at), after);
    const next = await turnChallan(db, writer, row, {
      what: 'DEEMED_ACCEPTED',
      to: 'DEEMED_ACCEPTED',
      at,
      set: { pay_by: payBy },
    });
    const pay = row.amountPaise ? ` Pay it by ${dayInWords(payBy)}.` : '';
    await mails.news(db, next, 'deemed', `Nobody paid or contested it in time, so it counts as accepted.${pay}`);
    // A warning asks for nothing more.
    return row.amountPaise ? next : turnChallan(db, writer, next, { what: 'CLOSED', to: 'CLOSED', at });
  }
  if (row.challanStatus === 'CONTESTED') {
    const held =
      row.paidPaise > 0 && row.payment === 'WALLET'
        ? await giveBack(db, scope, writer, row, {
            paise: row.paidPaise,
            note: 'The contest was not decided in time',
            by: product,
          })
        : row;
    const next = await turnChallan(db, writer, held, { what: 'LAPSED', to: 'LAPSED', at });
    await mails.news(db, next, 'lapsed', 'The contest was not decided in time. Nothing is to be paid any more.');
    return next;
  }
  const next = await turnChallan(db, writer, row, { what: 'OVERDUE', at, set: { overdue: true } });
  await mails.news(db, next, 'overdue', 'It was not paid in time and is overdue.');
  return next;
}
