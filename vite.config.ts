import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// The API of a running server is reached through the dev server, so the browser sees one origin as in production.
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

/** The English texts as a module of their own, fetched only when the language file does not come. */
const english: Plugin = {
  name: 'english',
  resolveId: (id) => (id === 'virtual:english' ? '\0virtual:english' : undefined),
  load: async (id) =>
    id === '\0virtual:english'
      ? `export default ${await readFile(join(import.meta.dirname, 'apps/web/public/assets/locales/en.json'), 'utf8')}`
      : undefined,
};

export default defineConfig({
  root: 'apps/web',
  publicDir: 'public',
  plugins: [react(), english],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    // How much is loaded is what tools/size.ts watches.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // What every page loads anyway is one file: dozens of small ones pack worse, 20 KB in all.
        codeSplitting: {
          groups: [{ name: 'start', tags: ['$initial'], test: /[\\/](node_modules|kit|areas)[\\/]/ }],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': api } },
});
