import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of a language file, by group and name. */
export interface Texts {
  [name: string]: string | Texts;
}

export interface TextFile {
  /** Below the root, with forward slashes. */
  path: string;
  texts: Texts;
}

/** The language files of the kit and of the areas, by the name of the file alone: an area's own need no mention elsewhere. */
const pattern = (language: string) => `{kit/web,areas}/**/*.${language}.json`;

/** Messages of the server and labels of contracts have lists of their own, by their English words. */
const isWordList = (path: string) => /\.words\.\w+\.json$/.test(path);

/** Every language file below `root`, in the order of their paths. */
export const readTextFiles = (root: string, language = 'en'): TextFile[] =>
  globSync(pattern(language), { cwd: root })
    .filter((path) => !isWordList(path))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, texts: JSON.parse(readFileSync(join(root, path), 'utf8')) as Texts }));

/** Texts by their whole key, as `trips.states.LIVE`. */
export function flatTexts(texts: Texts, group = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string') flat[group + name] = text;
    else Object.assign(flat, flatTexts(text, `${group}${name}.`));
  }
  return flat;
}

/**
 * All texts as one, as the browser gets them.
 * @throws Error when two files have the same key, or one has a text where another has a group.
 */
export function mergeTexts(files: readonly TextFile[]): Texts {
  const merged: Texts = {};
  const owners = new Map<string, string>();
  for (const { path, texts } of files) merge(merged, texts, '', path, owners);
  return merged;
}

function merge(into: Texts, texts: Texts, group: string, path: string, owners: Map<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    const key = group + name;
    const before = into[name];
    if (before !== undefined && (typeof before === 'string' || typeof text === 'string'))
      throw new Error(`${path} has the text '${key}', which ${owners.get(key)} has as well`);
    owners.set(key, path);
    if (typeof text === 'string') into[name] = text;
    else {
      const inner = (before as Texts | undefined) ?? {};
      into[name] = inner;
      merge(inner, text, `${key}.`, path, owners);
    }
  }
}
