import type { useT } from '#kit/web/i18n.ts';
import type { DeskReport } from './desk-report.contract.ts';

/** What narrows the list of tickets to those that a report counts. */
export const periodOf = ({ from, to }: Pick<DeskReport, 'from' | 'to'>): Record<string, string> => ({
  createdAtFrom: from,
  createdAtTo: to,
  status: '1',
});

export const toTickets = (search: Readonly<Record<string, string>>): string =>
  `/help-desk?${new URLSearchParams(search).toString()}`;

/** How many of all were in time, in percent; a dash where there is none. */
export const share = (inTime: number, late: number): string =>
  inTime + late === 0 ? '–' : `${Math.floor((inTime * 100) / (inTime + late))} %`;

/** Minutes of open time in words; a dash for none. */
export function openTime(t: ReturnType<typeof useT>, minutes: number | null): string {
  if (minutes === null) return '–';
  return minutes < 60
    ? t('deskReport.minutes', { minutes })
    : t('deskReport.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
