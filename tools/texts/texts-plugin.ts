import { join } from 'node:path';
import type { Plugin } from 'vite';
import { mergeTexts, readTextFiles } from './text-files.ts';

/** Where the browser asks for the texts, see loadLanguage in kit/web/i18n.ts. */
const address = 'assets/locales/en.json';
const name = 'virtual:english';

/**
 * Puts the language files of kit and areas together: as a file at one address, built and in the dev server, and as a
 * module of their own, which is fetched only when that file does not come.
 */
export function textsPlugin(root: string): Plugin {
  const merged = () => JSON.stringify(mergeTexts(readTextFiles(root)));
  return {
    name: 'texts',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      for (const { path } of readTextFiles(root)) this.addWatchFile(join(root, path));
      return `export default ${merged()}`;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: address, source: merged() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${address}`, (_, response) => {
        response.setHeader('content-type', 'application/json; charset=utf-8').end(merged());
      });
    },
  };
}
