import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { baseMapPlugin } from './tools/web/base-map.ts';
import { textsPlugin } from './tools/texts/texts-plugin.ts';
import { fetchedParts } from './tools/web/fetched-parts.ts';
import { neededBy } from './tools/web/needed-by.ts';
import { pdfDecoders } from './tools/web/pdf-decoders.ts';

// The API of a running server is reached through the dev server, so the browser sees one origin as in production.
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

/** What every page behind the sign-in loads. */
const isInside = neededBy(join(import.meta.dirname, 'apps/web/inside.tsx'));
/** What whoever signs in loads. */
const isSignIn = neededBy(join(import.meta.dirname, 'areas/identity/sign-in/sign-in.page.tsx'));

export default defineConfig({
  root: 'apps/web',
  publicDir: 'public',
  plugins: [
    react(),
    textsPlugin(import.meta.dirname),
    pdfDecoders(),
    baseMapPlugin(import.meta.dirname),
    fetchedParts(import.meta.dirname),
  ],
  css: {
    modules: {
      // The same in every build, so that a journey can look for it; one name of a module (tools/checks/styles) makes it one of its own.
      generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*$/, '')}__${name}`,
    },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    // How much is loaded is what tools/checks/size.ts watches.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // What every page loads anyway is one file, and what every page behind the sign-in loads another: dozens of small ones
        // pack worse, 20 KB in all.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: /[\\/](node_modules|kit|areas)[\\/]/ },
            {
              test: /[\\/](kit|areas)[\\/]/,
              name(id, context) {
                const infoOf = (one: string) => context.getModuleInfo(one);
                if (!isInside(id, infoOf)) return null;
                return isSignIn(id, infoOf) ? 'around' : 'inside';
              },
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': api } },
});
