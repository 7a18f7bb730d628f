import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { addDays, dayInWords } from '#kit/contract/days.ts';
import type { Language } from '#kit/contract/words/languages.ts';
import { inLanguage } from '#kit/server/words/words.ts';

/** A deadline as a calendar program shows it. */
export interface FeedEvent {
  key: string;
  day: string;
  what: string;
  detail: string | null;
  subject: string;
  state: string | null;
  /** What is done next. */
  step: string;
  /** Path in the web app. */
  to: string;
  /** Whose it is; null where all are of one organisation. */
  org: string | null;
  changedAt: string;
  reminded: readonly string[];
}

/** How often programs are asked to fetch again, in seconds. */
const everyS = 3_600;

/**
 * An iCalendar file (RFC 5545): a whole day of India for each deadline. The name of an event stays the same while its day moves, so that
 * programs move it too; what is done is no longer in it, and programs take it away. The same deadlines give the same bytes.
 * @param base start of links, without a slash at the end
 */
export function feedFile(
  events: readonly FeedEvent[],
  { name, language, base }: { name: string; language: Language; base: string },
): string {
  const say = (text: string) => inLanguage(language, text);
  const calendar = ical({
    // The library writes this one as it is; a line break would begin a line of the file.
    name: name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Roadkeeper', product: 'Calendar', language: language.toUpperCase() },
    ttl: everyS,
    timezone: null,
  });
  for (const event of events) {
    const { key, day, what, detail, subject, state, step, to, org, changedAt, reminded } = event;
    const about = detail === null || detail === subject ? say(what) : `${say(what)} ${detail}`;
    const start = new Date(`${day}T00:00:00Z`);
    calendar.createEvent({
      id: `${key}@roadkeeper`,
      start,
      // The end of whole days is the day after.
      end: new Date(`${addDays(day, 1)}T00:00:00Z`),
      allDay: true,
      summary: subject === '' ? about : `${about}: ${subject}`,
      description: [
        ...(state === null ? [] : [say(state)]),
        ...(org === null ? [] : [org]),
        ...(reminded[0] === undefined ? [] : [say(`Reminded on ${dayInWords(reminded[0])}`)]),
        `${say(step)}: ${base}${to}`,
      ].join('\n'),
      url: `${base}${to}`,
      stamp: new Date(changedAt),
      lastModified: new Date(changedAt),
      // Nobody is busy for a whole day because of it.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
