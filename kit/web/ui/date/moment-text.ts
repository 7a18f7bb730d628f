import { isDay } from '#kit/contract/ids-and-days.ts';

/** A time of day as it is typed, '9:05', '0905' or '09.05', as '09:05'; undefined for what is none. */
export function readTime(typed: string): string | undefined {
  const [, hour, minute] = /^(\d{1,2})[:.]?(\d{2})$/.exec(typed.trim()) ?? [];
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
}

/** The day and the time of what a field of a moment holds: 'DAY TIME'. */
export function partsOf(value: string): { day: string; time: string } {
  const at = value.indexOf(' ');
  return at < 0 ? { day: value, time: '' } : { day: value.slice(0, at), time: value.slice(at + 1) };
}

/** Whether a field holds a day and a time of India, as '2026-11-21 14:30'. */
export function isMoment(value: string): boolean {
  const { day, time } = partsOf(value);
  return isDay(day) && readTime(time) !== undefined;
}

/** The moment as calls take it. What is none goes as it was typed, and the answer says so at the field. */
export function momentOf(value: string): string {
  const { day, time } = partsOf(value);
  return isMoment(value) ? new Date(`${day}T${readTime(time)}:00+05:30`).toISOString() : value;
}
