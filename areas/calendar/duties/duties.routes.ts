import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { pageParameters } from '#kit/contract/page.ts';
import type { ProductParts } from '#kit/server/area.ts';
import { transact } from '#kit/server/db/database.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { calendarLimits, type DayCounts, dayCounts, dutyAnswer, overdueDays } from '../calendar-answers.contract.ts';
import { dutyOf } from './duty-answer.ts';
import { dutyFilters, questionOf } from './duty-question.ts';
import { countDuties, listDuties, overdueSpan, sourcesFor } from './duties.store.ts';

const limits = { maxSkip: 9_900, maxTake: calendarLimits.maxTake, take: calendarLimits.take };
const common = { tag: 'Calendar', access: { module: 'calendar', action: 'view' }, scope: 'organisation' } as const;

/** Everything that has to be done by a day, of all areas, for whom it concerns. */
export function addDutyRoutes(app: FastifyInstance, { kit, duties }: ProductParts): void {
  const narrowed = dutyFilters(duties);

  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/calendar/days',
    summary: `How many deadlines each day has, by kind; and the ${overdueDays} days of what is called overdue`,
    query: narrowed,
    answer: dayCounts,
    handle: async ({ session, query: given }) => {
      const { query, read, sources } = questionOf(given, session, duties, kit.clock.now());
      read.done();
      const seen = sourcesFor(duties, session);
      const found = await transact(kit.db, query.scope, (db) => countDuties(sources, { ...query, db }));
      const days = [...Map.groupBy(found, (one) => one.day)]
        .map(([of, counts]) => ({
          day: of,
          count: counts.reduce((sum, { count }) => sum + count, 0),
          kinds: Object.fromEntries(counts.map(({ kind, count }) => [kind, count])),
        }))
        .toSorted((a, b) => (a.day < b.day ? -1 : 1));
      const data: DayCounts = {
        today: query.today,
        from: query.from,
        to: query.to,
        kinds: seen.map(({ key, name }) => ({ key, name })),
        days,
        overdue: overdueSpan(query.today),
      };
      return { message: 'OK', data };
    },
  });

  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/calendar',
    summary: 'Deadlines of vehicles, drivers, devices, policies, challans, tickets and invitations, the soonest first',
    query: { ...narrowed, ...pageParameters(limits) },
    answer: z.array(dutyAnswer),
    beside: { count: z.int() },
    handle: async ({ session, query: given }) => {
      const { query, read, sources } = questionOf(given, session, duties, kit.clock.now());
      const { skip, take } = read.page(limits);
      const [rows, counts] = await transact(kit.db, query.scope, async (db) => [
        await listDuties(sources, { ...query, db }, { skip, take }),
        await countDuties(sources, { ...query, db }),
      ]);
      return {
        message: 'OK',
        data: rows.map((row) => dutyOf(row, sources, session, query.today)),
        count: counts.reduce((sum, { count }) => sum + count, 0),
      };
    },
  });
}
