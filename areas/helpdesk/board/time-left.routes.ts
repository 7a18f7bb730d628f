import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { readCalendars } from '../calendars/calendar.store.ts';
import { openMs } from '../sla/business-time.rules.ts';
import { helpDesk, ticketNote } from '../tickets/ticket.contract.ts';
import { timeLeft, type TimeLeft } from './time-left.contract.ts';

const minuteMs = 60_000;

/** GET /help-desk/time-left: how much open time cards of the board have left. For the desk alone. */
export function addTimeLeft(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/help-desk/time-left',
    summary: 'Minutes of open time until tickets are next due, below zero when they are late; for staff',
    tag: helpDesk.many,
    access: { module: ticketNote.path, action: 'view' },
    scope: 'organisation',
    query: { ids: { about: 'Tickets, at most 100 ids separated by commas', schema: { type: 'string' } } },
    answer: z.array(timeLeft),
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const ids = read.ids('ids') ?? [];
      read.done();
      const scope = scopeOf(session);
      const data = await transact(kit.db, scope, (db) => readTimeLeft(db, scope, ids, kit.clock.now()));
      return { message: 'OK', data };
    },
  });
}

async function readTimeLeft(db: Queryable, scope: Scope, ids: readonly string[], now: Date): Promise<TimeLeft[]> {
  const params: Param[] = [[...ids]];
  const tenantSql = tenantFilter('time-left', scope, 't.org_id', params);
  const rows = await db.query<{ id: string; dueAt: string; categoryId: string; state: string | null }>(
    `select t.id, t.due_at as "dueAt", t.category_id as "categoryId", (select o.state from people_organisation o where o.id = t.org_id) as state
     from help_desk t where t.id = any($1::uuid[]) and t.due_at is not null and t.deleted_at is null${tenantSql} order by t.due_at, t.id`,
    params,
  );
  const [first] = rows;
  if (!first) return [];
  const dues = rows.map(({ dueAt }) => Date.parse(dueAt));
  const calendars = await readCalendars(db, new Date(Math.min(now.getTime(), ...dues)));
  return rows.map(({ id, categoryId, state }, at) => {
    const due = dues[at] ?? 0;
    const calendar = calendars({ categoryId, stateCode: state });
    const ms = due >= now.getTime() ? openMs(calendar, now.getTime(), due) : -openMs(calendar, due, now.getTime());
    return { id, minutes: Math.round(ms / minuteMs) };
  });
}
