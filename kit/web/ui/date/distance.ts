import { addDays, indiaDay } from '#kit/contract/days.ts';

const made: Record<string, Intl.RelativeTimeFormat> = {};
const formatOf = (language: string, numeric: 'auto' | 'always') =>
  (made[language + numeric] ??= new Intl.RelativeTimeFormat(language, { numeric }));
const dayMs = 86_400_000;
/** Up to here months are counted; from then on full years are. */
const mostMonths = 24;

/** The full months from one day to a later one. */
function monthsBetween(from: string, to: string): number {
  const parts = (day: string) => day.split('-').map(Number) as [number, number, number];
  const [[fromYear, fromMonth, fromDay], [toYear, toMonth, toDay]] = [parts(from), parts(to)];
  // The last day of a month ends a month that began on a later one: 31 January to 28 February is one.
  const isLast = addDays(to, 1).slice(8) === '01';
  return (toYear - fromYear) * 12 + (toMonth - fromMonth) - (toDay < fromDay && !isLast ? 1 : 0);
}

/**
 * How far a time or a day is from now: 'in 6 days', '2 minutes ago', 'tomorrow'. Days are those of India, months are full
 * months of the calendar, and full years are told from two on. What is a day and no time is never told in hours.
 */
export function distance(value: string, now: number, language = 'en'): string {
  // Hindi has one word for yesterday and tomorrow: it counts these days.
  const relative = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
    formatOf(language, language === 'hi' && count !== 0 ? 'always' : 'auto').format(count, unit);
  // 'in 1 year', never 'next year': that could be tomorrow, or almost two years from now.
  const counted = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
    formatOf(language, 'always').format(count, unit);
  const isDay = value.length === 10;
  const [day, today] = [isDay ? value : indiaDay(new Date(value)), indiaDay(new Date(now))];
  const seconds = (Date.parse(value) - now) / 1_000;
  if (!isDay && Math.abs(seconds) < dayMs / 1_000) {
    if (Math.abs(seconds) < 59.5) return relative(Math.round(seconds), 'second');
    const minutes = Math.round(seconds / 60);
    return Math.abs(minutes) < 60 ? relative(minutes, 'minute') : relative(Math.trunc(minutes / 60), 'hour');
  }
  const sign = day < today ? -1 : 1;
  const months = day < today ? monthsBetween(day, today) : monthsBetween(today, day);
  if (months < 1) return relative(Math.round((Date.parse(day) - Date.parse(today)) / dayMs), 'day');
  return months < mostMonths ? counted(sign * months, 'month') : counted(sign * Math.floor(months / 12), 'year');
}
