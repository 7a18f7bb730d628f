interface Counted {
  minutes: number;
  holiday: string | null;
  spans: readonly { from: string; until: string }[];
}
/** How a day is put into words. */
export interface DayWords {
  /** What is said of a day on which the desk is closed. */
  shut: string;
  /** Minutes as people read them. */
  minutes: (minutes: number) => string;
  /** From when to when, as hours of India. */
  span: (from: string, until: string) => string;
}

/** When a day counted, or will, and how much that is: of a holiday its name, and of half a one what it counts besides. */
export function countedText({ minutes, holiday, spans }: Counted, words: DayWords): string {
  if (spans.length === 0) return holiday ?? words.shut;
  const hours = spans.map(({ from, until }) => words.span(hourOf(from), hourOf(until, true))).join(', ');
  const text = `${hours}, ${words.minutes(minutes)}`;
  return holiday === null ? text : `${holiday} · ${text}`;
}

const india = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Kolkata' });
/** The hour of a moment. What ends a day ends it at 24:00. */
function hourOf(at: string, isEnd = false): string {
  const hour = india.format(new Date(at));
  return isEnd && hour === '00:00' ? '24:00' : hour;
}

const named = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
/** 'Mon 30 Nov': what is due is a matter of days, and which day of the week it is says why some are closed. */
export const weekdayText = (day: string): string => named.format(new Date(`${day}T00:00:00Z`)).replaceAll(',', '');
