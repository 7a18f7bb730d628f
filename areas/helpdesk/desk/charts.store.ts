import { addDays, indiaDay } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import type { ChartSource } from '#kit/server/areas/charts.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { helpDesk } from '../tickets/ticket.contract.ts';

/** Tickets that the desk has to go on with, and those that wait for the customer. */
const states = { open: ['0', '1', '3', '6'], waiting: ['2'] } as const;
/** Days ago of the first and the last day on which those of an age were opened. */
const ages = [
  { key: 'today', first: 0, last: 0 },
  { key: 'days', first: 2, last: 1 },
  { key: 'week', first: 6, last: 3 },
  { key: 'month', first: 29, last: 7 },
  { key: 'older', first: undefined, last: 30 },
] as const;

/** Tickets under way by the days since they were opened. */
export const ticketsByAge: ChartSource = {
  key: 'tickets-by-age',
  order: 50,
  isFor: ({ user, grants }) => user.kind === 'staff' && can(grants, helpDesk.path, 'view'),
  async read({ db, scope, now }) {
    const today = indiaDay(now);
    const params: Param[] = [today];
    const rows = await db.query<{ days: number; waiting: boolean; count: number }>(
      `select least($1::date - (t.created_at at time zone 'Asia/Kolkata')::date, 30) as days, t.request_status = '2' as waiting, count(*)
       from help_desk t where t.deleted_at is null and t.status = 1 and t.request_status not in ('4', '5')
         ${tenantFilter('chart-tickets', scope, 't.org_id', params)} group by 1, 2`,
      params,
    );
    const list = (of: readonly string[], first: number | undefined, last: number) => {
      const from = first === undefined ? '' : `&createdAtFrom=${addDays(today, -first)}`;
      return `/help-desk?requestStatus=${of.join(',')}&status=1${from}&createdAtTo=${addDays(today, -last)}`;
    };
    const among = (first: number | undefined, last: number, waiting: boolean) =>
      rows
        .filter((row) => row.waiting === waiting && row.days >= last && (first === undefined || row.days <= first))
        .reduce((sum, { count }) => sum + count, 0);
    return {
      unit: 'count',
      days: null,
      series: [
        { key: 'open', tone: 'info' },
        { key: 'waiting', tone: 'off' },
      ],
      points: ages.map(({ key, first, last }) => ({
        key,

        values: [
          { value: among(first, last, false), to: list(states.open, first, last) },
          { value: among(first, last, true), to: list(states.waiting, first, last) },
        ],
      })),
      to: `/help-desk?requestStatus=${[...states.open, ...states.waiting].toSorted().join(',')}&status=1`,
    };
  },
};
