import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '#kit/contract/words/languages.ts';
import { findEnglishWords } from '../../texts/english-words.ts';
import { findHalfSaid } from '../../texts/half-said.ts';
import { flatTexts, readTextFiles, type Texts } from '../../texts/text-files.ts';

/** What the check is told by hand, in `same.json` and `unsaid.json` beside it. */
export interface Known {
  /** Texts that are the same in every language: names of products, standards and units. */
  same: readonly string[];
  /** Parts of paths of what is new, and gets its translation next. */
  awaited?: readonly string[];
  /** English words in code that no person reads in the product: logs, SQL, the API's documentation, examples. */
  unsaid: readonly string[];
}

const read = (root: string, path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
/** Texts, from files of groups or lists of words. */
const textsIn = (root: string, path: string): Record<string, string> => flatTexts(read(root, path) as Texts);

const knownOf = (root: string): Known => {
  const list = (name: string) => {
    const path = `tools/checks/texts/words/${name}.json`;
    return existsSync(join(root, path)) ? (read(root, path) as string[]) : [];
  };
  return { same: list('same'), unsaid: list('unsaid'), awaited: list('awaited') };
};

const holesOf = (text: string): string =>
  [...new Set([...text.matchAll(/\{\{\s*(\w{1,60})\s*\}\}|\{(\d{1,2})\}/g)].map(([, name, at]) => name ?? at))]
    .sort()
    .join(', ');

/** What is wrong with a translated text, if anything. */
function wrongWith(english: string, text: string, { same }: Known): string | undefined {
  if (holesOf(english) !== holesOf(text)) return `has other holes than “${english}”`;
  if (text.trim() === '' && english.trim() !== '') return 'is empty';
  if (text === english && /\p{L}/u.test(english.replace(/\{[^}]*\}/g, '')) && !same.includes(english))
    return `is still English: “${english}”`;
  return undefined;
}

/**
 * What other languages than English lack below `root`, or have too much: texts of the language files, by their keys, and words of
 * contracts and of the server, by what they are in English.
 */
export function checkLanguages(root: string, known: Known = knownOf(root)): string[] {
  const problems: string[] = [];
  for (const language of languages.filter((one) => one !== 'en')) {
    for (const { path, texts } of readTextFiles(root)) {
      const own = path.replace(/\.en\.json$/, `.${language}.json`);
      const english = flatTexts(texts);
      const other = existsSync(join(root, own)) ? textsIn(root, own) : {};
      for (const [key, text] of Object.entries(english)) {
        const wrong = key in other ? wrongWith(text, other[key] ?? '', known) : `is missing: “${text}”`;
        if (wrong) problems.push(`${own}: '${key}' ${wrong}`);
      }
      for (const key of Object.keys(other))
        if (!(key in english)) problems.push(`${own}: '${key}' is no text of ${path}`);
    }
    problems.push(...checkWords(root, language, known));
  }
  return problems.filter((problem) => !known.awaited?.some((part) => problem.split(/[: ]/, 1)[0]?.includes(part)));
}

function checkWords(root: string, language: string, known: Known): string[] {
  const problems: string[] = [];
  const files = new Map<string, string>();
  const list: Record<string, string> = {};
  for (const path of globSync(`{kit,areas}/**/*.words.${language}.json`, { cwd: root }).sort())
    for (const [english, text] of Object.entries(read(root, path) as Record<string, string>)) {
      const before = files.get(english);
      if (before) problems.push(`${path}: “${english}” is in ${before} as well`);
      files.set(english, path);
      list[english] = text;
      const wrong = wrongWith(english, text, known);
      if (wrong) problems.push(`${path}: “${english}” ${wrong}`);
    }
  const unsaid = new Set(known.unsaid);
  for (const { text, paths } of findEnglishWords(root)) {
    if (files.has(text) || unsaid.has(text) || known.same.includes(text)) continue;
    problems.push(
      `${paths[0]} says “${text}”, which no *.words.${language}.json has. Add it there, or to tools/checks/texts/words/unsaid.json where no person reads it`,
    );
  }
  for (const { path, text, shown } of findHalfSaid(root, list))
    if (!unsaid.has(text) && !known.same.includes(text))
      problems.push(`${path} says “${text}”, which is shown half translated: “${shown}”. Add the whole sentence`);
  return problems;
}
