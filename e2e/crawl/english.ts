import type { Language } from '#kit/contract/words/languages.ts';
import type { WordList } from '#kit/contract/words/translate.ts';
import { readWords } from '#kit/server/words/words.ts';
import { flatTexts, mergeTexts, readTextFiles } from '#tools/texts/text-files.ts';

/** English texts of the product that another language has others for: a page in that language must not show them. */
export interface EnglishTexts {
  whole: readonly string[];
  /** Texts with holes: what stands before, between and after these. */
  parts: readonly (readonly string[])[];
}

/** With fewer letters of its own than this, a text with holes would fit nearly everything. */
const mostlyHoles = 10;
const hole = /\{\{\s*\w+\s*\}\}|\{\d{1,2}\}/;
const letters = (text: string): number => text.replace(/[^\p{L}]/gu, '').length;

/** What must not be seen in a language: texts of the language files and of the lists of words, whose own text is another one. */
export function englishTexts(root: string, language: Exclude<Language, 'en'>): EnglishTexts {
  const own = flatTexts(mergeTexts(readTextFiles(root, language)));
  const english = Object.entries(flatTexts(mergeTexts(readTextFiles(root))));
  const words: WordList = readWords(root, language);
  const pairs = [...english.map(([key, text]): [string, string] => [text, own[key] ?? '']), ...Object.entries(words)];
  const same = new Set(pairs.filter(([text, other]) => text === other).map(([text]) => text));
  const others = [...new Set(pairs.map(([text]) => text))].filter(
    (text) => !same.has(text) && letters(text.split(hole).join('')) > 1,
  );
  return {
    whole: others.filter((text) => !hole.test(text)).map((text) => text.trim().replaceAll(/\s+/g, ' ')),
    parts: others
      .filter((text) => hole.test(text))
      .map((text) => text.trim().split(hole))
      .filter((parts) => letters(parts.join('')) >= mostlyHoles),
  };
}
