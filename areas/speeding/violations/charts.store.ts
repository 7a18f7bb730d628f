import { addDays, indiaDay } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import { type ChartSource, pointsOfDays } from '#kit/server/areas/charts.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { ViolationState } from '../violation-answers.contract.ts';

const days = 14;
// What was dismissed or withdrawn was no speeding.
const shown = ['CONFIRMED', 'TO_REVIEW'] as const satisfies ViolationState[];
const list = (states: readonly string[], from: string, to: string) =>
  `/violation?state=${states.join(',')}&from=${from}&to=${to}`;

/** Violations that began on each of the last days: confirmed ones, and those that wait for a decision. */
export const speedingPerDay: ChartSource = {
  key: 'speeding-per-day',
  order: 30,
  isFor: ({ grants }) => can(grants, 'violation', 'view'),
  async read({ db, scope, now }) {
    const last = indiaDay(now);
    const first = addDays(last, 1 - days);
    const params: Param[] = [first, last];
    const rows = await db.query<{ day: string } & Record<(typeof shown)[number], number>>(
      `select to_char(x.from_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
         ${shown.map((state) => `count(*) filter (where x.state = '${state}') as "${state}"`).join(', ')}
       from violation x where x.from_at >= india_midnight($1::date) and x.from_at < india_midnight($2::date + 1)
         ${tenantFilter('chart-speeding', scope, 'x.org_id', params)} group by 1`,
      params,
    );
    const found = new Map(rows.map((row) => [row.day, shown.map((state) => row[state])]));
    return {
      unit: 'count',
      days: 1,
      series: [
        { key: 'CONFIRMED', tone: 'bad' },
        { key: 'TO_REVIEW', tone: 'due' },
      ],
      points: pointsOfDays({ last, count: days }, shown, found, (state, day) => list([state], day, day)),
      to: list(shown, first, last),
    };
  },
};
