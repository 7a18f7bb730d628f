import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { baseMapPlugin } from './tools/web/base-map.ts';
import { textsPlugin } from './tools/texts/texts-plugin.ts';
import { pdfDecoders } from './tools/web/pdf-decoders.ts';

// The API of a running server is reached through the dev server, so the browser sees one origin as in production.
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'apps/web',
  publicDir: 'public',
  plugins: [react(), textsPlugin(import.meta.dirname), pdfDecoders(), baseMapPlugin(import.meta.dirname)],
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
