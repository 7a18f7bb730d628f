import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailTime } from '#areas/mail/mail.server.ts';
import { dayInWords } from '#kit/contract/days.ts';
import type { Language } from '#kit/contract/words/languages.ts';
import type { NoticeParams, Topic } from '#kit/server/notify/topic.ts';
import { inLanguage } from '#kit/server/words/words.ts';
import { wordedParams } from './notice-answers.contract.ts';

const root = join(import.meta.dirname, '../..');
type Titles = Readonly<Record<string, { name: string; title: string }>>;
const made = new Map<Language, Titles>();

/** Titles of topics in another language than English, by their keys: read once, when they are first needed. */
function titlesIn(language: Exclude<Language, 'en'>): Titles {
  let titles = made.get(language);
  if (!titles) {
    const files = globSync(`areas/**/*-notices.${language}.json`, { cwd: root });
    const read = files.map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as { notices?: Titles });
    made.set(language, (titles = Object.assign({}, ...read.map(({ notices }) => notices ?? {})) as Titles));
  }
  return titles;
}

/** A value as a sentence says it: days and times in words, and words of the product in the language of who reads it. */
function inWords(language: Language, name: string, value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return inLanguage(language, dayInWords(value));
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return inLanguage(language, mailTime(new Date(value)));
  return wordedParams.has(name) ? inLanguage(language, value) : value;
}

/** What somebody is told, in their language; a topic without a text in it speaks English. */
export const titleOf = (topic: Topic | undefined, params: NoticeParams, language: Language = 'en'): string => {
  const own = topic && language !== 'en' ? titlesIn(language)[topic.key]?.title : undefined;
  return (own ?? topic?.texts.title ?? '').replaceAll(/\{\{([a-z]{1,20})\}\}/g, (_, name: string) =>
    inWords(language, name, params[name] ?? ''),
  );
};
