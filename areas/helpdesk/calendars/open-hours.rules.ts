import type { Span } from '../sla/business-time.rules.ts';

/** Most spans of a day. */
export const mostSpans = 3;
const dayMinutes = 1_440;

/** Hours of a day as people write them: the same in the one form in which they are kept, or why they cannot be read. */
export type ReadHours = { text: string; spans: Span[] } | { message: string };

const example = 'Write hours like 09:30-13:00, 14:00-18:00';

/** Minutes of the day; 24:00 is its end. Undefined: no time of day. */
function minutesOf(text: string): number | undefined {
  const found = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text);
  const [hours, minutes] = [Number(found?.[1]), Number(found?.[2] ?? 0)];
  const sum = hours * 60 + minutes;
  return found && minutes < 60 && sum <= dayMinutes ? sum : undefined;
}
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Spans as they are kept and shown, like `09:30-13:00, 14:00-18:00`. */
export const hoursText = (spans: readonly Span[]): string =>
  spans.map(([from, until]) => `${timeOf(from)}-${timeOf(until)}`).join(', ');

/** Reads the hours of a day, however they are spaced: `9:30 - 13, 14.00–18.00`. Nothing is closed the whole day. */
export function readHours(given: string | null | undefined): ReadHours {
  const parts = (given ?? '')
    .split(/[,;]/)
    .map((part) => part.replaceAll(/\s+/g, ''))
    .filter(Boolean);
  if (parts.length > mostSpans) return { message: `Enter at most ${mostSpans} spans a day` };
  const spans: Span[] = [];
  for (const part of parts) {
    const [from, until, more] = part.split(/[-–—]|to/i).map(minutesOf);
    if (from === undefined || until === undefined || more !== undefined || part.split(/[-–—]|to/i).length !== 2)
      return { message: example };
    if (until <= from) return { message: `${timeOf(from)}-${timeOf(until)} ends before it begins` };
    const last = spans.at(-1);
    if (last && from < last[1])
      return { message: `${hoursText([last])} and ${hoursText([[from, until]])} overlap or are out of order` };
    // Two that touch are one.
    if (last?.[1] === from) spans[spans.length - 1] = [last[0], until];
    else spans.push([from, until]);
  }
  return { text: hoursText(spans), spans };
}

/** Spans of hours that are kept: they were checked when they were. */
export function spansOf(kept: string | null): Span[] {
  const read = readHours(kept);
  if ('message' in read) throw new Error(`Kept hours cannot be read: ${kept ?? ''}`);
  return read.spans;
}

/** What is open by both. */
export const commonSpans = (one: readonly Span[], other: readonly Span[]): Span[] =>
  one.flatMap(([from, until]) =>
    other.flatMap(([begin, end]): Span[] =>
      Math.max(from, begin) < Math.min(until, end) ? [[Math.max(from, begin), Math.min(until, end)]] : [],
    ),
  );

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** A week in short, from Monday on: `Mon–Fri 09:30-18:30, Sat 09:30-13:00`. @param week hours of each day as they are kept, from Sunday on */
export function weekText(week: readonly (string | null)[]): string {
  const order = [1, 2, 3, 4, 5, 6, 0];
  const runs: { first: number; last: number; hours: string }[] = [];
  for (const day of order) {
    const hours = week[day] ?? '';
    const run = runs.at(-1);
    if (run?.hours === hours) run.last = day;
    else runs.push({ first: day, last: day, hours });
  }
  const open = runs.filter(({ hours }) => hours !== '');
  if (open.length === 1 && runs.length === 1 && open[0]?.hours === hoursText([[0, dayMinutes]])) return '24 × 7';
  return open
    .map(({ first, last, hours }) => {
      const days = first === last ? dayNames[first] : `${dayNames[first]}–${dayNames[last]}`;
      return `${days} ${hours}`;
    })
    .join('; ');
}
