import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { languageFile, languageSettings } from './texts/language-file.ts';
import { distance } from './ui/date/distance.ts';
import type { PlainTextKey, TextKey, Translate } from './texts/texts.ts';

/** Texts without holes, by key: a page asks for hundreds, and each is the same until a language file arrives. */
const plain = new Map<string, string>();
/** Counts the language files that arrived. */
let edition = 0;
const readers = new Set<() => void>();
function renew(): void {
  plain.clear();
  edition += 1;
  for (const reader of readers) reader();
}
i18next.on('loaded', renew);
i18next.on('languageChanged', renew);

/** A text of the language files by its key; `values` fill its {{holes}}. */
export const t: Translate = (key: TextKey, values?: object) => {
  if (values) return i18next.t(key as string, { ...values });
  let text = plain.get(key);
  if (text === undefined) plain.set(key, (text = i18next.t(key as string)));
  return text;
};

const listen = (reader: () => void) => {
  readers.add(reader);
  return () => void readers.delete(reader);
};

/** Like `t`, for components: they render anew when the language file arrives. Every cell of a list asks. */
export function useT(): Translate {
  useSyncExternalStore(listen, () => edition);
  return t;
}

/** The text of a code that comes as data, by the keys of those that there are; another code is shown as it is. */
export function textOf(keys: Readonly<Record<string, PlainTextKey>>, code: string): string {
  const key = Object.hasOwn(keys, code) ? keys[code] : undefined;
  return key === undefined ? code : t(key);
}

/**
 * Fetches the language file by GET, five retries from 350 ms on. Until it comes, and if it never does, the English texts
 * that came with the program stand in.
 */
export async function loadLanguage(bundled: () => Promise<{ default: Record<string, unknown> }>): Promise<void> {
  const ready = i18next.use(languageFile).init({ ...languageSettings });
  const patience = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), 1_200));
  await Promise.race([ready, patience]);
  if (!i18next.hasResourceBundle('en', 'translation')) {
    const english = await bundled();
    i18next.addResourceBundle('en', 'translation', english.default, true, false);
    renew();
  }
}

const inIndia = new Intl.NumberFormat('en-IN');
/** A number with Indian grouping: 1,84,206. */
export const formatNumber = (value: number): string => inIndia.format(value);
/** A count of a list; of a search that found more than is counted, with a plus: 10,000+. */
export const formatCount = (count: number, more?: boolean): string => `${formatNumber(count)}${more ? '+' : ''}`;

/** Days and hours are those of India, wherever the reader is: papers, challans and filters by day mean these. */
const timeZone = 'Asia/Kolkata';
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
/** '27 Nov 2026' of a date or an ISO time, in India's zone. */
export const formatDay = (value: string): string =>
  day.format(new Date(value.length === 10 ? `${value}T06:30:00Z` : value));
/** '27 Nov 2026, 10:42'. */
export const formatTime = (value: string): string => `${formatDay(value)}, ${clock.format(new Date(value))}`;

/** 'in 6 days', '2 minutes ago'. */
export const formatDistance = (value: string, now = Date.now()): string => distance(value, now);
