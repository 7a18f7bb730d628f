import { weekDays } from '#kit/contract/formats/schedule.ts';

/** When a fence raises anything, by the clock of India. */
export interface Schedule {
  /** Days on which it begins, 0 is Monday. Empty: every day. */
  readonly days: readonly number[];
  /** Minutes of the day. An end that is not behind the beginning is on the next day; the same minute: the whole day. */
  readonly from: number;
  readonly to: number;
}

/** A schedule as forms keep it. */
export interface ScheduleFields {
  readonly days: readonly string[] | null;
  readonly fromTime: string | null;
  readonly toTime: string | null;
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The schedule of a form; null where it says nothing. Days alone hold from midnight to midnight. */
export function scheduleOf({ days, fromTime, toTime }: ScheduleFields): Schedule | null {
  if ((days ?? []).length === 0 && fromTime === null) return null;
  return {
    days: (days ?? []).map((day) => (weekDays as readonly string[]).indexOf(day)),
    from: fromTime === null ? 0 : minutes(fromTime),
    to: toTime === null ? 0 : minutes(toTime),
  };
}

const indiaMs = 330 * 60_000;
const dayMs = 86_400_000;
/** The first of January 1970 was a Thursday. */
const firstDay = 3;

/** Whether a moment (milliseconds, UTC) is within a schedule. A night belongs to the day on whose evening it begins. */
export function isWithin({ days, from, to }: Schedule, time: number): boolean {
  const local = time + indiaMs;
  const minute = Math.floor((((local % dayMs) + dayMs) % dayMs) / 60_000);
  const day = (Math.floor(local / dayMs) + firstDay) % 7;
  const begins = (on: number) => days.length === 0 || days.includes((on + 7) % 7);
  if (from < to) return begins(day) && minute >= from && minute < to;
  return (begins(day) && minute >= from) || (begins(day - 1) && minute < to);
}
