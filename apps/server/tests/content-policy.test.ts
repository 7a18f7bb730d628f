import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWebApp } from '#kit/server/http/web-app.ts';

let app: FastifyInstance;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rk-web-'));
  await writeFile(
    join(directory, 'index.html'),
    '<head><style nonce="__NONCE__"></style><link rel="modulepreload" crossorigin href="/assets/start.js"></head><!--frame-->menu<!--/frame-->',
  );
  await mkdir(join(directory, '.vite'));
  const manifest = {
    'inside.tsx': { file: 'assets/inside.js', imports: ['_start.js', '_menu.js'], css: ['assets/inside.css'] },
    '_start.js': { file: 'assets/start.js' },
    '_menu.js': { file: 'assets/menu.js', imports: ['_start.js'], css: ['assets/inside.css'] },
  };
  await writeFile(join(directory, '.vite/manifest.json'), JSON.stringify(manifest));
  app = fastify();
  await addWebApp(app, { directory, routes: ['rto', 'login'], open: ['login'], framed: 'inside.tsx', demo: false });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

test.each([
  ['/rto/transaction/01a21dc2-9da3-7b88-9b5c-cca9a5d7c0bd', 200],
  ['/rto/transaction/01a21dc2-9da3-7b88-9b5c-cca9a5d7c0bd?tab=history', 200],
  ['/rto/transaction/7', 404],
  ['/rto/transaction/01a21dc2-9da3-7b88-9b5c-cca9a5d7c0bd/more', 404],
])('an address below a word of a page, %s, is answered %d', async (url, status) => {
  expect((await app.inject({ url, headers: { accept: 'text/html' } })).statusCode).toBe(status);
});

test('a page runs nothing but what the product itself serves: its content policy, word for word', async () => {
  const nonces = new Set<string>();
  // A wrong address as well, which is a page too.
  for (const url of ['/', '/rto', '/nowhere']) {
    const answer = await app.inject({ url, headers: { accept: 'text/html' } });
    const [, nonce = ''] = /<style nonce="([^"]{20,})">/.exec(answer.body) ?? [];
    nonces.add(nonce);
    expect(String(answer.headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob: data:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]);
  }
  // Nobody can guess the next one.
  expect([nonces.size, nonces.has('')]).toEqual([3, false]);
});

test('a page behind the sign-in fetches what it needs while it is read, each file once; the sign-in page does not', async () => {
  const linksOf = async (url: string) => {
    const { body } = await app.inject({ url, headers: { accept: 'text/html' } });
    return [...body.matchAll(/<link rel="(\w+)" crossorigin href="([^"]+)">/g)].map(
      ([, rel, href]) => `${rel} ${href}`,
    );
  };
  expect(await linksOf('/login')).toEqual(['modulepreload /assets/start.js']);
  expect((await linksOf('/rto')).toSorted()).toEqual([
    'modulepreload /assets/inside.js',
    'modulepreload /assets/menu.js',
    'modulepreload /assets/start.js',
    'stylesheet /assets/inside.css',
  ]);
});
