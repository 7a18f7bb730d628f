import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Where the reader of PDFs asks for what decodes scans (JPEG 2000, JBIG2, fax): see kit/web/pdf/pdf-document.ts. The variants
 * without WebAssembly, which the content policy does not allow.
 */
const address = 'assets/pdf/';
const names = ['openjpeg_nowasm_fallback.js', 'jbig2_nowasm_fallback.js'];

/** Puts them beside the build, under their own names, and into the dev server. */
export function pdfDecoders(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const read = (name: string) => readFileSync(join(root, 'wasm', name), 'utf8');
  return {
    name: 'pdf-decoders',
    generateBundle() {
      for (const name of names) this.emitFile({ type: 'asset', fileName: address + name, source: read(name) });
    },
    configureServer({ middlewares }) {
      for (const name of names)
        middlewares.use(`/${address}${name}`, (_, response) => {
          response.setHeader('content-type', 'text/javascript; charset=utf-8').end(read(name));
        });
    },
  };
}
