import { useState } from 'react';
import { indiaDay } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { daysIn, mostDays, type Period, type PeriodName, periodNames, periodOf } from './period.contract.ts';
import { type ReportName, reportNames } from './report-answers.contract.ts';
import { reportFacts, sortsOf } from './report-columns.contract.ts';

const filterNames = ['vehicleId', 'vehicleGroupId', 'driverId', 'orgId', 'geofenceId'] as const;
const names = ['report', 'period', 'from', 'to', ...filterNames, 'sort'] as const;
export const pageSize = 50;

/** Why a period of one's own cannot be. */
export type PeriodProblem = 'order' | 'long';

/** The report that the address of the page names: which one, of which days and rows, in which order. */
export function useReportAddress() {
  const address = useListAddress(names, pageSize);
  const { filters, ask } = address;
  const name: ReportName = reportNames.find((one) => one === filters.report) ?? 'daily-summary';
  // The day on which the page was opened, until it is opened again.
  const [today] = useState(() => indiaDay(new Date()));
  const own = isDay(filters.from ?? '') || isDay(filters.to ?? '');
  const periodName: PeriodName | 'own' = own
    ? 'own'
    : (periodNames.find((one) => one === filters.period) ?? 'yesterday');
  const period: Period =
    periodName === 'own' ? ownPeriod(filters.from ?? '', filters.to ?? '') : periodOf(periodName, today);
  const problem: PeriodProblem | undefined =
    period.to < period.from ? 'order' : daysIn(period) > mostDays ? 'long' : undefined;
  const { sort } = filters;
  const isKnown = sort !== undefined && sortsOf(name).includes(sort.replace('-', ''));
  const chosen = Object.fromEntries(
    filterNames.flatMap((one) => {
      const value = filters[one];
      return value && (one !== 'geofenceId' || name === 'geofence-visits') ? [[one, value]] : [];
    }),
  ) as Partial<Record<(typeof filterNames)[number], string>>;
  return {
    name,
    period,
    periodName,
    problem,
    today,
    sort: isKnown ? sort : reportFacts[name].sort,
    /** Filters of rows that are set. */
    chosen,
    /** What calls and files are asked for. */
    query: { from: period.from, to: period.to, ...chosen, ...(isKnown ? { sort } : {}) },
    page: address.page,
    size: address.size,
    rows: address.rows,
    toPage: address.toPage,
    field: address.field,
    ask,
    clear: () => ask(Object.fromEntries(filterNames.map((one) => [one, undefined]))),
    choosePeriod: (next: string) =>
      ask(
        next === 'own'
          ? { period: undefined, ...period }
          : { period: next === 'yesterday' || next === '' ? undefined : next, from: undefined, to: undefined },
      ),
    setDay: (end: 'from' | 'to', day: string) => ask({ period: undefined, ...period, [end]: day || period[end] }),
    sortBy: (key: string, isDown: boolean) => ask({ sort: isDown ? `-${key}` : key }),
  };
}
export type ReportAddress = ReturnType<typeof useReportAddress>;

function ownPeriod(from: string, to: string): Period {
  const [first, last] = [isDay(from) ? from : to, isDay(to) ? to : from];
  return { from: first, to: last };
}
