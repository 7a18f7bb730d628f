import { normalForm } from '#kit/contract/normal-form.ts';
import { languages } from '#kit/contract/words/languages.ts';
import { readWords, wordsRoot } from './words.ts';

interface Said {
  english: string;
  /** Its words, each behind a space. */
  said: string;
}

/** Longer ones are sentences, and no names. */
const longestName = 120;

/** As it is compared: people leave out the dot below a letter as often as not. */
const looseLetters = (text: string): string => normalForm(text, 'NFC').replaceAll('\u093c', '').toLowerCase();

let kept: readonly Said[] | undefined;
/** Read once, when somebody first looks for one. */
const saidNames = (): readonly Said[] =>
  (kept ??= languages
    .filter((language) => language !== 'en')
    .flatMap((language) => Object.entries(readWords(wordsRoot, language)))
    .filter(([english, said]) => english !== said && english.length <= longestName && !/\{\d/.test(english))
    .map(([english, said]) => ({ english, said: ` ${looseLetters(said).replaceAll(/[-/(]/g, ' ')}` })));

/**
 * What names that come with the product are in English, by a part of what they are in another language: records that are shown as
 * “ट्रैक्टर” are stored as “Tractor”, and are looked for as they are shown, from the beginning of a word: कार is in कार्ड, and means another thing.
 * @param word of a search; one in English alone, or a single letter, names nothing here.
 */
export function namesSaidWith(word: string): readonly string[] {
  const loose = looseLetters(word);
  if (loose.length < 2 || !/[\u0250-\uffff]/.test(loose)) return [];
  return saidNames().flatMap(({ english, said }) => (said.includes(` ${loose}`) ? [english] : []));
}
