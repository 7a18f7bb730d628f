import { addDays, indiaDay } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import { type ChartSource, pointsOfDays } from '#kit/server/areas/charts.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { module } from '../money/calls.ts';

const days = 14;
/** By the numbers that calls carry. */
const types = { in: 1, out: 2 } as const;
const list = (from: string, to: string) => `/wallet?status=1&from=${from}&to=${to}`;

/** Money that came into wallets and went out of them on each of the last days, in paise. */
export const walletFlow: ChartSource = {
  key: 'wallet-flow',
  order: 60,
  isFor: ({ grants }) => can(grants, module, 'view'),
  async read({ db, scope, now }) {
    const last = indiaDay(now);
    const first = addDays(last, 1 - days);
    const params: Param[] = [first, last];
    const rows = await db.query<{ day: string; paidIn: number; paidOut: number }>(
      `select to_char(x.created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
         coalesce(sum(coalesce(x.captured_paise, x.paise)) filter (where x.transaction_type = ${types.in}), 0) as "paidIn",
         coalesce(sum(coalesce(x.captured_paise, x.paise)) filter (where x.transaction_type = ${types.out}), 0) as "paidOut"
       from wallet_transaction x where x.status = 1 and x.created_at >= india_midnight($1::date) and x.created_at < india_midnight($2::date + 1)
         ${tenantFilter('chart-wallet', scope, 'x.org_id', params)} group by 1`,
      params,
    );
    const found = new Map(rows.map(({ day, paidIn, paidOut }) => [day, [paidIn, paidOut]]));
    return {
      unit: 'paise',
      days: 1,
      series: [
        { key: 'in', tone: 'ok' },
        { key: 'out', tone: 'off' },
      ],
      points: pointsOfDays(
        { last, count: days },
        ['in', 'out'],
        found,
        (series, day) => `${list(day, day)}&transactionType=${types[series as keyof typeof types]}`,
      ),
      to: list(first, last),
    };
  },
};
