/** Days as India counts them, 'YYYY-MM-DD'. A day that a paper names is over at 23:59:59 in India, UTC+5:30 all year. */

const offsetMs = 5.5 * 3_600_000;

/** The day in India at a moment. */
export const indiaDay = (at: Date): string => new Date(at.getTime() + offsetMs).toISOString().slice(0, 10);

/** The day so many days later; negative goes back. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Days from one day to another; negative where the other one is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

const shown = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day as sentences say it: '21 Nov 2026'. */
export const dayInWords = (day: string): string => shown.format(new Date(`${day}T00:00:00Z`));

/** Whole years of somebody born on a day. */
export function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
}

/** The day on which somebody born on a day is so many years old; born on 29 February, it is 1 March in other years. */
export const birthday = (born: string, years: number): string => {
  const [year = 0, month = 1, day = 1] = born.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10);
};
