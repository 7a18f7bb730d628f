// Letters of Hindi, which the face of the other texts does not have. They come with its words alone.
import '@fontsource/mukta/devanagari-400.css';
import '@fontsource/mukta/devanagari-500.css';
import '@fontsource/mukta/devanagari-600.css';
import i18next from 'i18next';
import { monthNames } from '#kit/contract/words/months.ts';
import { readProperties } from '#kit/contract/words/read-properties.ts';
import { translator, type WordList } from '#kit/contract/words/translate.ts';
import { eachWorded } from '#kit/contract/words/worded.ts';
import { takeWords } from '../i18n.ts';

/** Properties of definitions that people read. */
const read = new Set(readProperties);
/** The English words of what was changed, by its object and property. */
const english = new Map<object, Map<string, string>>();
let find: ((text: string) => string | undefined) | undefined;
let follows = false;

/** Puts the words of the chosen language, as its file brings them, into all definitions; for English the first ones are put back. */
export function takeOwnWords(): void {
  const texts = i18next.getResourceBundle(i18next.language, 'translation') as { _words?: WordList } | undefined;
  const before = find;
  find = texts?._words && translator(texts._words, monthNames.hi);
  if (!find && !before) return;
  for (const [one, words] of english) for (const [name, text] of words) (one as Open)[name] = wordFor(one, text);
  if (!follows) eachWorded((one) => put(one, new Set()));
  follows = true;
  takeWords(find, texts?._words);
}

/** In a language that has several words for it, the one that is meant. */
const wordFor = (one: object, text: string): string =>
  ('means' in one ? find?.(`${text} (${String(one.means)})`) : undefined) ?? find?.(text) ?? text;

type Open = Record<string, unknown>;
const isOpen = (value: unknown): value is Open => typeof value === 'object' && value !== null;

/** Changes the words of a definition and of all that lies below it. */
function put(one: object, seen: Set<object>): void {
  if (seen.has(one) || one instanceof RegExp) return;
  seen.add(one);
  for (const [name, value] of Object.entries(one)) {
    if (typeof value === 'string' && isRead(one, name)) change(one as Open, name, value);
    else if (isOpen(value)) {
      if (name === 'words' || name === 'beside') wordLists.add(value);
      put(value, seen);
    }
  }
}

/** Both words of a flag, and labels by the name of what a body carries besides. */
const wordLists = new WeakSet<object>();

const isRead = (one: object, name: string): boolean =>
  wordLists.has(one) ||
  (!Array.isArray(one) &&
    (read.has(name) || (name === 'forClients' && 'label' in one) || (name === 'name' && 'search' in one)));

function change(one: Open, name: string, value: string): void {
  const texts = english.get(one) ?? new Map<string, string>();
  english.set(one, texts);
  if (texts.has(name)) return;
  texts.set(name, value);
  one[name] = wordFor(one, value);
}
