import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Language, languages } from '#kit/contract/words/languages.ts';
import { readWords } from '#kit/server/words/words.ts';
import { mergeTexts, readTextFiles } from './text-files.ts';

/** Where the browser asks for the texts, see loadLanguage in kit/web/i18n.ts. */
const addressOf = (language: Language) => `assets/locales/${language}.json`;
const name = 'virtual:english';

/**
 * Puts the language files of kit and areas together: a file for each language, built and in the dev server, and the
 * English ones as a module besides, which is fetched only when that file does not come.
 */
export function textsPlugin(root: string): Plugin {
  const merged = (language: Language = 'en') =>
    JSON.stringify({
      ...mergeTexts(readTextFiles(root, language)),
      // What contracts and the server say in English words.
      ...(language === 'en' ? {} : { _words: readWords(root, language) }),
    });
  return {
    name: 'texts',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      for (const { path } of readTextFiles(root)) this.addWatchFile(join(root, path));
      return `export default ${merged()}`;
    },
    generateBundle() {
      for (const language of languages)
        this.emitFile({ type: 'asset', fileName: addressOf(language), source: merged(language) });
    },
    configureServer({ middlewares }) {
      for (const language of languages)
        middlewares.use(`/${addressOf(language)}`, (_, response) => {
          response.setHeader('content-type', 'application/json; charset=utf-8').end(merged(language));
        });
    },
  };
}
