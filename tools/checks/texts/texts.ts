import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationOf, declarationPath, keysOf } from '../../texts/declarations.ts';
import { mergeTexts, readTextFiles } from '../../texts/text-files.ts';
import { report } from '../source-files.ts';
import { defaultTexts } from '../specification/toasts.ts';
import { findWords } from './jsx-words.ts';
import { parseWebCode } from './syntax.ts';
import { checkLanguages } from './languages.ts';
import { findContractTerms, findTerms } from './terms.ts';
import { findUsedKeys } from './used-keys.ts';

/**
 * What is wrong with the texts below `root`: declarations that are not those of their file, texts that nothing uses, words
 * in the code of a screen. That a key which is used has a text is the compiler's to say.
 * @param fixed keys that stay whether or not they are used.
 * @throws Error when two files have the same key.
 */
export function checkTexts(root: string, fixed: Readonly<Record<string, string>> = {}): string[] {
  const files = readTextFiles(root);
  mergeTexts(files);
  const parsed = parseWebCode(root);
  const { used, problems } = findUsedKeys(
    parsed,
    files.flatMap((file) => [...keysOf(file).keys()]),
  );
  for (const file of files) {
    const path = declarationPath(file.path);
    if (!existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== declarationOf(file))
      problems.push(`${path} is not made from ${file.path} as it is now: run npm run texts`);
    for (const key of keysOf(file).keys())
      if (!used.has(key) && !Object.hasOwn(fixed, key))
        problems.push(`${file.path} has '${key}', which nothing uses: delete it`);
  }
  return [...problems, ...parsed.flatMap(findWords)];
}

if (import.meta.main) {
  const root = process.cwd();
  report([...checkTexts(root, defaultTexts), ...findTerms(root), ...findContractTerms(root), ...checkLanguages(root)]);
}
