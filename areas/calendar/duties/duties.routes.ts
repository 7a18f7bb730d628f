import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import type { Parameter } from '#kit/contract/list-query.ts';
import { pageParameters } from '#kit/contract/page.ts';
import type { ProductParts } from '#kit/server/area.ts';
import type { DutySource } from '#kit/server/areas/duties.ts';
import { transact } from '#kit/server/db/database.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { calendarLimits, type DayCounts, dayCounts, dutyAnswer } from '../calendar-answers.contract.ts';
import { dutyOf } from './duty-answer.ts';
import { countDuties, listDuties, overdueDays, overdueSpan, sourcesFor } from './duties.store.ts';

const limits = { maxSkip: 9_900, maxTake: calendarLimits.maxTake, take: calendarLimits.take };
const common = { tag: 'Calendar', access: { module: 'calendar', action: 'view' }, scope: 'organisation' } as const;
const day = (about: string): Parameter => ({ about, schema: { type: 'string', format: 'date' } });

/** Everything that has to be done by a day, of all areas, for whom it concerns. */
export function addDutyRoutes(app: FastifyInstance, { kit, duties }: ProductParts): void {
  const narrowed = {
    from: day('First day'),
    to: day(`Last day, at most ${calendarLimits.days} days with the first`),
    kind: {
      about: 'Kinds, separated by commas',
      schema: { type: 'string', examples: duties.map(({ key }) => key) },
    },
    vehicleId: { about: 'Of this vehicle', schema: { type: 'string', format: 'uuid' } },
  } satisfies Record<string, Parameter>;

  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/calendar/days',
    summary: `How many deadlines each day has, by kind; and how many of the last ${overdueDays} days are overdue`,
    query: narrowed,
    answer: dayCounts,
    handle: async (call) => {
      const { query, done, kinds } = questionOf(call, duties, kit.clock.now());
      done();
      const { session } = call;
      const seen = sourcesFor(duties, session);
      const sources = sourcesFor(duties, session, kinds);
      const overdue = overdueSpan(query.today);
      const [found, late] = await transact(kit.db, query.scope, async (db) => [
        await countDuties(sources, { ...query, db }),
        await countDuties(sources, { ...query, db, ...overdue }),
      ]);
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
        overdue: { ...overdue, count: late.reduce((sum, { count }) => sum + count, 0) },
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
    handle: async (call) => {
      const { query, page, kinds } = questionOf(call, duties, kit.clock.now());
      const { skip, take } = page();
      const { session } = call;
      const sources = sourcesFor(duties, session, kinds);
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

/** What the parameters of a call ask for. Left out, the days are today and the 30 after it. */
function questionOf({ query: given, session }: Call, duties: readonly DutySource[], now: Date) {
  const read = queryReader(given);
  const today = indiaDay(now);
  const dayIn = (name: string, usual: string): string => {
    const text = read.text(name);
    if (text === undefined || isDay(text)) return text ?? usual;
    read.wrong(name, 'Must be a date, like 2026-11-21');
    return usual;
  };
  const from = dayIn('from', today);
  const to = dayIn('to', addDays(from, 30));
  if (to < from) read.wrong('to', 'Must not be before the first day');
  if (to > addDays(from, calendarLimits.days - 1)) read.wrong('to', `At most ${calendarLimits.days} days`);
  // Who may not see a kind is told of none, as for every other filter.
  const kinds = read.among(
    'kind',
    duties.map(({ key }) => key),
  );
  const ids = read.ids('vehicleId');
  if (ids && ids.length > 1) read.wrong('vehicleId', 'Must be the id of a record');
  const scope = scopeOf(session);
  return {
    query: { scope, session, now, today, from, to, vehicleId: ids?.[0] },
    kinds,
    done: read.done,
    page: () => read.page(limits),
  };
}
