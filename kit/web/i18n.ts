import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import type { Language } from '#kit/contract/words/languages.ts';
import type { WordList } from '#kit/contract/words/translate.ts';
import { holeFormat, languageFile, languageSettings } from './texts/language-file.ts';
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

let say: ((text: string) => string | undefined) | undefined;
/** Counts how often what has words beside the language files got others. */
let worded = 0;
/** A message or a label that is written in English beside the language files, as the reader's language has it. */
export const said = (text: string): string => say?.(text) ?? text;

let list: WordList = {};
/** Where people write as well: what is as a whole a text of the product, like the name of a document type that came with it. */
export const named = (text: string): string => (Object.hasOwn(list, text) ? (list[text] ?? text) : text);

/** Shows all texts anew. @param own gives the words of what has English ones beside the language files, which `words` lists. */
export function takeWords(own: typeof say, words: WordList = {}): void {
  say = own;
  list = words;
  worded += 1;
  renew();
}

/** Shows everything in a language, as soon as its file is there. */
export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  await (await import('./texts/own-words.ts')).takeOwnWords();
}

/** Changes when definitions got other words: what draws them is drawn anew then. */
export const useWorded = (): number => useSyncExternalStore(listen, () => worded);

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
export async function loadLanguage(
  bundled: () => Promise<{ default: Record<string, unknown> }>,
  language: Language = 'en',
): Promise<void> {
  const ready = i18next
    .use(languageFile)
    .use(holeFormat)
    .init({ ...languageSettings, lng: language })
    .then(() => (language === 'en' ? undefined : changeLanguage(language)));
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

/** How dates are written: names of months are the language's own, digits are those of every price tag. */
export const dateLocale = (): string => (i18next.language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-GB');

/** What writes times in the reader's language. */
export function timeFormat(options: Intl.DateTimeFormatOptions): (value: Date | number) => string {
  let made: { locale: string; format: Intl.DateTimeFormat } | undefined;
  return (value) => {
    const locale = dateLocale();
    if (made?.locale !== locale) made = { locale, format: new Intl.DateTimeFormat(locale, options) };
    return made.format.format(value);
  };
}

/** Days and hours are those of India, wherever the reader is: papers, challans and filters by day mean these. */
const timeZone = 'Asia/Kolkata';
const day = timeFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
/** '27 Nov 2026' of a date or an ISO time, in India's zone. */
export const formatDay = (value: string): string => day(new Date(value.length === 10 ? `${value}T06:30:00Z` : value));
/** '27 Nov', where the year is known. */
export const formatShortDay = (value: string): string => formatDay(value).replace(/ \d{4}$/, '');
/** '27 Nov 2026, 10:42'. */
export const formatTime = (value: string): string => `${formatDay(value)}, ${clock.format(new Date(value))}`;

/** 'in 6 days', '2 minutes ago'. */
export const formatDistance = (value: string, now = Date.now()): string => distance(value, now, i18next.language);
