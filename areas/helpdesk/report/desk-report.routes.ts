import type { FastifyInstance } from 'fastify';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { helpDesk, ticketNote } from '../tickets/ticket.contract.ts';
import { deskReport } from './desk-report.contract.ts';
import { readDeskReport } from './desk-report.store.ts';

/** Days of a report at most: two years. */
const mostDays = 731;
/** Days up to today, where nobody says which. */
const usualDays = 90;

/** GET /help-desk/report: how the desk kept what it promises, and how satisfied customers were. For the desk alone. */
export function addDeskReport(app: FastifyInstance, kit: CatalogueKit): void {
  const day = (about: string) => ({ about, schema: { type: 'string', format: 'date' } });
  addRoute(app, {
    method: 'GET',
    path: '/help-desk/report',
    summary:
      'First answers and solutions on time and late, how long they took, and satisfaction, by month, category, team and person; for staff',
    tag: helpDesk.many,
    access: { module: ticketNote.path, action: 'view' },
    scope: 'organisation',
    query: {
      from: day(`First day in India on which tickets were asked; left out, ${usualDays} days before the last`),
      to: day('Last day; left out, today'),
    },
    answer: deskReport,
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const to = read.text('to') ?? indiaDay(kit.clock.now());
      if (!isDay(to)) read.wrong('to', 'Must be a date, like 2026-11-21');
      const from = read.text('from') ?? (isDay(to) ? addDays(to, -usualDays) : to);
      if (!isDay(from)) read.wrong('from', 'Must be a date, like 2026-11-21');
      else if (isDay(to) && from > to) read.wrong('from', 'Must not be after the last day');
      else if (isDay(to) && addDays(from, mostDays) < to) read.wrong('from', 'At most two years');
      read.done();
      const scope = scopeOf(session);
      const data = await transact(kit.db, scope, (db) => readDeskReport(db, scope, from, to));
      return { message: 'OK', data };
    },
  });
}
