import { addDays, indiaDay } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import { type ChartSource, pointsOfDays } from '#kit/server/areas/charts.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { tidy } from './reading.ts';

const days = 14;
const list = (from: string, to: string) => `/reports?report=daily-summary&from=${from}&to=${to}`;

/** Metres of all trips that began on each of the last days, today with them. */
export const distancePerDay: ChartSource = {
  key: 'distance-per-day',
  order: 20,
  isFor: ({ grants }) => can(grants, 'report', 'view'),
  async read({ db, scope, now }) {
    const last = indiaDay(now);
    const first = addDays(last, 1 - days);
    const params: Param[] = [first, last];
    const rows = await db.query<{ day: string; metres: number }>(
      `select d.day::text as day, sum(d.distance_m) as metres from trips_day d
       where d.day between $1::date and $2::date${tenantFilter('chart-distance', scope, 'd.org_id', params)} group by d.day`,
      params,
    );
    const found = new Map(rows.map(({ day, metres }) => [day, [tidy(metres)]]));
    return {
      unit: 'metres',
      days: 1,
      series: [{ key: 'distance', tone: 'info' }],
      points: pointsOfDays({ last, count: days }, ['distance'], found, (_, day) => list(day, day)),
      to: list(first, last),
    };
  },
};
