import { isDay } from '#kit/contract/ids-and-days.ts';

/** A day as India writes it, whatever the browser's language: 21/11/2026. What is no day stays as it was typed. */
export const showDay = (day: string): string => (isDay(day) ? day.split('-').toReversed().join('/') : day);

/** The day that somebody typed, '2026-11-21', with strokes, dots, hyphens or blanks between its parts; undefined for what is none. */
export function readDay(typed: string): string | undefined {
  const text = typed.trim();
  if (isDay(text)) return text;
  const parts = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (!parts) return undefined;
  const [, day = '', month = '', year = ''] = parts;
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(read) ? read : undefined;
}

/** The days of a month as weeks from Monday to Sunday, with empty places before its first and after its last. */
export function weeksOf(month: string): (string | undefined)[][] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const places = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, at) => {
    const day = at - before + 1;
    return day < 1 || day > count ? undefined : `${month}-${String(day).padStart(2, '0')}`;
  });
  return Array.from({ length: places.length / 7 }, (_, week) => places.slice(week * 7, week * 7 + 7));
}

/** A day so many months on: the same day, or the last of the month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}
