import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The API of a running server is reached through the dev server, so the browser sees one origin as in production.
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'apps/web',
  publicDir: 'public',
  plugins: [react()],
  build: { outDir: '../../dist/web', emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0, manifest: true },
  worker: { format: 'es' },
  server: { proxy: { '/api': api } },
});
