import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#kit/contract/words/languages.ts';
import { monthNames } from '#kit/contract/words/months.ts';
import { translator, type WordList } from '#kit/contract/words/translate.ts';

/** Where the word lists of the product are. */
export const wordsRoot = join(import.meta.dirname, '../../..');

/** The word lists of kit and areas, `*.words.hi.json`, as one. */
export const readWords = (from: string, language: Exclude<Language, 'en'>): WordList =>
  Object.assign(
    {},
    ...globSync(`{kit,areas}/**/*.words.${language}.json`, { cwd: from })
      .sort()
      .map((path) => JSON.parse(readFileSync(join(from, path), 'utf8')) as WordList),
  );

const made = new Map<Language, (text: string) => string>();

/** A message of the product in a language; one that has no translation stays English. The list is read once, when it is first needed. */
export function inLanguage(language: Language, text: string): string {
  if (language === 'en') return text;
  let translate = made.get(language);
  if (!translate) {
    const find = translator(readWords(wordsRoot, language), monthNames[language]);
    made.set(language, (translate = (one) => find(one) ?? one));
  }
  return translate(text);
}
