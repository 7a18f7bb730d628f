import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The module that Vite wraps around each import of a part of the program, and the function that it looks for in it. */
const helper = '\0vite/preload-helper.js';
const method = '__vitePreload';

/**
 * Has parts of the program fetched by kit/web/parts, in the place of Vite's links: those make one failed fetch last until the page
 * is loaded anew.
 * @param root folder of the project.
 */
export function fetchedParts(root: string): Plugin {
  const address = JSON.stringify(join(root, 'kit/web/parts/fetch-parts.ts'));
  let isThere = false;
  return {
    name: 'fetched-parts',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      isThere = false;
    },
    load(id) {
      if (id !== helper) return null;
      isThere = true;
      return `import { fetchParts } from ${address};
export const ${method} = (begin, parts) => fetchParts(begin, parts?.map((part) => '/' + part));`;
    },
    buildEnd(error) {
      if (!error && !isThere)
        this.error('Vite has another module for imports: tools/web/fetched-parts.ts must be told');
    },
  };
}
