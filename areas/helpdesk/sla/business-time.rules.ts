/** Minutes of a day in India, from and until. */
export type Span = readonly [from: number, until: number];

/** When a desk is open. */
export interface Calendar {
  /** What the hours are called; left out: nobody has set any. */
  name?: string;
  /** Spans of each day of the week, from Sunday on, in order and apart from each other. */
  week: readonly (readonly Span[])[];
  /** Days (YYYY-MM-DD) with hours of their own: none on a holiday, some on half a one. */
  days: ReadonlyMap<string, { name: string; open: readonly Span[] }>;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** India has one clock all the year round. */
const indiaMs = 330 * minuteMs;
/** Who has no hour open in so many days is never open: a year and its longest holidays. */
const mostDays = 400;

const dayStart = (at: number): number => Math.floor((at + indiaMs) / dayMs) * dayMs - indiaMs;
export const dayName = (at: number): string => new Date(at + indiaMs).toISOString().slice(0, 10);

/** Hours of the day that begins at a moment. */
function spansOf({ week, days }: Calendar, start: number): readonly Span[] {
  const special = days.get(dayName(start));
  return special ? special.open : (week[new Date(start + indiaMs).getUTCDay()] ?? []);
}

/** Open stretches from a moment on, each cut at that moment, as milliseconds; ends when nothing was open for `mostDays`. */
function* stretches(calendar: Calendar, from: number): Generator<readonly [from: number, until: number]> {
  let shut = 0;
  for (let start = dayStart(from); shut < mostDays; start += dayMs) {
    shut += 1;
    for (const [begin, end] of spansOf(calendar, start)) {
      const [opens, closes] = [Math.max(from, start + begin * minuteMs), start + end * minuteMs];
      if (closes <= opens) continue;
      shut = 0;
      yield [opens, closes];
    }
  }
}

/** Milliseconds between two moments in which the desk was open. */
export function openMs(calendar: Calendar, from: number, until: number): number {
  let sum = 0;
  for (const [opens, closes] of stretches(calendar, from)) {
    if (opens >= until) break;
    sum += Math.min(closes, until) - opens;
  }
  return sum;
}

/** The moment at which the desk has been open for so long. @returns null when it never will have been */
export function afterOpenMs(calendar: Calendar, from: number, ms: number): number | null {
  let left = ms;
  for (const [opens, closes] of stretches(calendar, from)) {
    if (closes - opens >= left) return opens + left;
    left -= closes - opens;
  }
  return null;
}

/** What a day gave to a clock that ran, for whoever asks why something is due when it is. */
export interface DayCounted {
  day: string;
  ms: number;
  /** From when to when it counted. */
  spans: { from: number; until: number }[];
  /** Name of the holiday; null on other days. */
  holiday: string | null;
}

/**
 * Day by day, when the desk was or will be open between two moments.
 * @param most the first so many days
 */
export function countedByDay(
  calendar: Calendar,
  from: number,
  until: number,
  most = Number.POSITIVE_INFINITY,
): DayCounted[] {
  const days: DayCounted[] = [];
  for (let start = dayStart(from); start < until && days.length < most; start += dayMs) {
    const [begin, end] = [Math.max(from, start), Math.min(until, start + dayMs)];
    const spans = spansOf(calendar, start)
      .map(([opens, closes]) => ({
        from: Math.max(begin, start + opens * minuteMs),
        until: Math.min(end, start + closes * minuteMs),
      }))
      .filter((span) => span.from < span.until);
    const day = dayName(start);
    const ms = spans.reduce((sum, span) => sum + span.until - span.from, 0);
    days.push({ day, ms, spans, holiday: calendar.days.get(day)?.name ?? null });
  }
  return days;
}
