import { addDays } from '#kit/contract/days.ts';
import type { DeadlineBand } from './challan-board.contract.ts';

/** Of these something is still to come. */
export const openStatuses = ['DRAFT', 'ISSUED', 'NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'UPHELD', 'COURT'] as const;
/** In these money is still to be paid. */
export const payableStatuses = ['NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'UPHELD'] as const;
/** These do not count as an offence: nothing was asked yet, or it was taken back. */
export const noOffence = ['DRAFT', 'CANCELLED', 'LAPSED'] as const;

/** The days of a band, from the first to the last; left out where it has no end. */
export function daysOf(band: DeadlineBand, day: string): { from?: string; to?: string } {
  const between = (from: number, to: number) => ({ from: addDays(day, from), to: addDays(day, to) });
  switch (band) {
    case 'PAST':
      return { to: addDays(day, -1) };
    case 'TODAY':
      return between(0, 0);
    case 'IN_3':
      return between(1, 3);
    case 'IN_7':
      return between(4, 7);
    case 'IN_15':
      return between(8, 15);
    case 'IN_45':
      return between(16, 45);
    case 'LATER':
      return { from: addDays(day, 46) };
  }
}

/** The first day of the month that is so many months before that of a day. */
export function monthBefore(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const all = year * 12 + (month - 1) - months;
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}-01`;
}

/** The day a year before, from which on offences count as repeated. */
export const yearBefore = (day: string): string => addDays(`${Number(day.slice(0, 4)) - 1}${day.slice(4)}`, 0);

/** The address of a list of challans that are in force. */
export const listOf = (filters: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries({ ...filters, status: '1' }).filter(([, value]) => value !== undefined);
  return `/challan?${given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '').replaceAll('%2C', ',')}`).join('&')}`;
};
