import { addDays } from '#kit/contract/days.ts';

/** Most days that a report covers. */
export const mostDays = 92;

/** Periods that are counted from today, in the order in which they are offered. */
export const periodNames = ['yesterday', 'today', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const;
export type PeriodName = (typeof periodNames)[number];

/** First and last day, 'YYYY-MM-DD', days of India. */
export interface Period {
  from: string;
  to: string;
}

/** The days of a named period. Those of the last days end yesterday, so that each of them is whole. */
export function periodOf(name: PeriodName, today: string): Period {
  const yesterday = addDays(today, -1);
  const month = `${today.slice(0, 7)}-01`;
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: yesterday, to: yesterday };
    case 'last7':
      return { from: addDays(today, -7), to: yesterday };
    case 'last30':
      return { from: addDays(today, -30), to: yesterday };
    case 'thisMonth':
      return { from: month, to: today };
    case 'lastMonth': {
      const to = addDays(month, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
  }
}

/** How many days a period has. */
export const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
