import { addDays, indiaDay } from '#kit/contract/days.ts';
import type { Period } from '../report/period.contract.ts';

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY';
export const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

/** When a schedule is due. */
export interface Rhythm {
  frequency: Frequency;
  weekday: string | null;
  /** '06:30', of India. */
  atTime: string;
}

const isDueOn = ({ frequency, weekday }: Rhythm, day: string): boolean => {
  if (frequency === 'DAILY') return true;
  if (frequency === 'MONTHLY') return day.endsWith('-01');
  return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] === weekday;
};

/** The first time after a moment at which a schedule is due. */
export function nextDue(rhythm: Rhythm, after: Date): Date {
  for (let day = indiaDay(after); ; day = addDays(day, 1)) {
    const at = new Date(`${day}T${rhythm.atTime}:00+05:30`);
    if (at > after && isDueOn(rhythm, day)) return at;
  }
}

/** The days that an email is about that is due at a moment: whole ones, the last of them the day before. */
export function periodBefore(frequency: Frequency, due: Date): Period {
  const to = addDays(indiaDay(due), -1);
  if (frequency === 'DAILY') return { from: to, to };
  return { from: frequency === 'WEEKLY' ? addDays(to, -6) : `${to.slice(0, 7)}-01`, to };
}

/** Most emails that are caught up after nothing ran for long. */
export const mostCaughtUp = 7;

/** The next time that is due after one that was done. What is missed is caught up, of many the last ones. */
export function dueAfter(rhythm: Rhythm, done: Date, now: Date): Date {
  const missed: Date[] = [];
  let next = nextDue(rhythm, done);
  for (; next <= now; next = nextDue(rhythm, next)) missed.push(next);
  return missed.at(-mostCaughtUp) ?? missed[0] ?? next;
}
