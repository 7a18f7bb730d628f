import { addDays, indiaDay } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import type { ChartSource } from '#kit/server/areas/charts.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { deadlinesSql } from './deadlines.store.ts';

const weeks = 8;
const kinds = ['PAPER', 'LICENCE', 'MEDICAL'] as const;

/** What expires in each of the next weeks, which begin today. */
export const expiriesAhead: ChartSource = {
  key: 'expiries-ahead',
  order: 40,
  isFor: ({ grants }) => can(grants, 'obligation', 'view'),
  async read({ db, scope, now }) {
    const today = indiaDay(now);
    const last = addDays(today, 7 * weeks - 1);
    const params: Param[] = [today, last];
    const rows = await db.query<{ week: number; kind: string; count: number }>(
      `select (o.due - $1::date) / 7 as week, o.kind, count(*) from (${deadlinesSql('$1')}) o
       where o.due between $1::date and $2::date${tenantFilter('chart-expiries', scope, 'o.org_id', params)} group by 1, 2`,
      params,
    );
    const list = (from: string, to: string) => `/obligations?from=${from}&to=${to}`;
    return {
      unit: 'count',
      days: 7,
      series: [
        { key: 'PAPER', tone: 'due' },
        { key: 'LICENCE', tone: 'info' },
        { key: 'MEDICAL', tone: 'off' },
      ],
      points: Array.from({ length: weeks }, (_, week) => {
        const from = addDays(today, 7 * week);
        return {
          key: from,

          values: kinds.map((kind) => ({
            value: rows.find((row) => row.week === week && row.kind === kind)?.count ?? 0,
            to: `${list(from, addDays(from, 6))}&kind=${kind}`,
          })),
        };
      }),
      to: list(today, last),
    };
  },
};
