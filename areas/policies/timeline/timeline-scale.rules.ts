import { addDays, daysBetween } from '#kit/contract/days.ts';
import type { CoverLineAnswer } from './timeline.contract.ts';

/** The days that a timeline shows, and where a day stands on it, from 0 to 100. */
export interface Scale {
  from: string;
  to: string;
  at: (day: string) => number;
}

/** From the first day of cover to the last one or today, whichever is later, with a little room on both sides. */
export function scaleOf(lines: readonly CoverLineAnswer[], today: string): Scale {
  const days = lines.flatMap(({ covers }) => covers.flatMap(({ from, to }) => [from, addDays(to, 1)])).sort();
  const first = days[0] ?? today;
  const last = [days.at(-1) ?? today, addDays(today, 1)].sort().at(-1) ?? today;
  const room = Math.max(10, Math.round(daysBetween(first, last) / 50));
  const from = addDays(first, -room);
  const to = addDays(last, room);
  const whole = daysBetween(from, to);
  return { from, to, at: (day) => (daysBetween(from, day) / whole) * 100 };
}

/** First days of years on the scale; with few years those of quarters. */
export function marksOf({ from, to, at }: Scale): { at: number; label: string }[] {
  const isShort = daysBetween(from, to) < 800;
  const marks: { at: number; label: string }[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1)
    for (const month of isShort ? ['01', '07'] : ['01']) {
      const day = `${year}-${month}-01`;
      if (day > from && at(day) < 93) marks.push({ at: at(day), label: month === '01' ? String(year) : `07/${year}` });
    }
  const step = Math.ceil(marks.length / 8);
  return marks.filter((_, index) => index % step === 0);
}
