import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

interface Asset {
  type: string;
  etag: string;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
  immutable: boolean;
}
const config = { access: 'public', tenantScope: 'none' } as const;

interface WebApp {
  /** Of the build, with index.html. */
  directory: string;
  /** First segments of pages that the app knows: they answer index.html to a browser that asks for a page. */
  routes: readonly string[];
  /** Those of them with no frame of menu and bar around them: none is shown while the program is on its way. */
  open: readonly string[];
  /** What all others load, as the build's manifest names it: fetched together with the start, and not only after it. */
  framed?: string;
  demo: boolean;
  /** Further origins that pictures and data are fetched from, as they are when a page is asked for. Default: none. */
  contentOrigins?: () => Promise<readonly string[]>;
}

/** Serves the built web app from memory: only files of the build have an address, so there is no path to escape from. */
export async function addWebApp(app: FastifyInstance, options: WebApp): Promise<void> {
  const assets = await loadAssets(options.directory);
  const index = assets.get('/index.html')?.plain.toString('utf8');
  if (index === undefined) throw new Error(`No web app in ${options.directory}. Run: npm run build`);
  assets.delete('/index.html');
  for (const [path, asset] of assets) app.get(path, { config }, (request, reply) => sendAsset(request, reply, asset));

  const [before = '', rest = ''] = index.split('<!--frame-->');
  const frameless = before + (rest.split('<!--/frame-->')[1] ?? '');
  const links = (await linksTo(options.directory, options.framed)).filter((link) => !index.includes(link));
  const framed = index.replace('</head>', `${links.join('')}</head>`);
  const open = new Set(options.open);
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(request.headers.accept ?? '').includes('text/html')) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    // A page is shown whatever keeps them from being known.
    const origins = (await options.contentOrigins?.().catch(() => [])) ?? [];
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        // Nothing of a product behind a sign-in is for search engines, and least of all an address that somebody was sent.
        .header('x-robots-tag', 'noindex, nofollow')
        .header('content-security-policy', contentPolicy(nonce, origins))
        .send(
          (open.has(firstPart(request.url)) ? frameless : framed)
            .replaceAll('__NONCE__', nonce)
            .replaceAll('__DEMO__', options.demo ? '1' : '0'),
        )
    );
  };
  app.get('/', { config }, page);
  for (const route of options.routes) {
    app.get(`/${route}`, { config }, page);
    app.get(`/${route}/*`, { config }, (request, reply) =>
      page(request, isPage(request.url) || (open.has(route) && isBelow(request.url)) ? reply : reply.code(404)),
    );
  }
  // A person at a wrong address gets the app's own "not found" page; programs get the API's answer.
  app.get('/*', { config }, (request, reply) =>
    request.url.startsWith('/api/') ? reply.callNotFound() : page(request, reply.code(404)),
  );
}

/** Links by which a browser fetches a part of the program, and what that imports, while it reads the page. */
async function linksTo(directory: string, part: string | undefined): Promise<string[]> {
  if (part === undefined) return [];
  const path = join(directory, '.vite/manifest.json');
  if (!existsSync(path)) return [];
  const manifest: Record<string, { file: string; imports?: string[]; css?: string[] } | undefined> = JSON.parse(
    await readFile(path, 'utf8'),
  );
  const keys = new Set([part]);
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next);
  const chunks = [...keys].flatMap((key) => manifest[key] ?? []);
  return [
    ...new Set([
      ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      // As Vite writes it when it fetches one, so that it sees that this one is there.
      ...chunks.flatMap(({ css = [] }) => css.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)),
    ]),
  ];
}

const firstPart = (url: string): string => /^\/([^/?#]*)/.exec(url)?.[1] ?? '';

/** Below a page: a word (new, trash, another view) and perhaps a record below it, a record, or its form. */
const isPage = (url: string): boolean =>
  /^\/[a-z-]+\/([a-z-]+(\/[0-9a-f]{8}-[0-9a-f-]{27})?|[0-9a-f]{8}-[0-9a-f-]{27}(\/edit)?)\/?(\?|$)/.test(url);

/** Below a page that is open to everybody: what a link that was sent names. */
const isBelow = (url: string): boolean => /^\/[a-z-]+\/[\w-]{1,100}\/?(\?|$)/.test(url);

/** Scripts of this origin only, data and pictures of this and the given ones; styles by nonce; no frames, no plug-ins, no foreign forms. */
const contentPolicy = (nonce: string, origins: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' blob: data:", ...origins].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...origins].join(' '),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

async function loadAssets(directory: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(directory, file).split(sep).join('/')}`;
    const type = types[extname(file)];
    if (!type || path.startsWith('/.vite/')) continue;
    const plain = await readFile(file);
    const asset: Asset = {
      type,
      plain,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      // Vite writes a hash of the content into these names, so they never change.
      immutable: path.startsWith('/assets/') && /-[\w-]{8}\.\w+$/.test(path),
    };
    if (/^(text|application\/(json|manifest))|svg/.test(type) && plain.length > 1_000) {
      asset.br = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
      asset.gzip = await promisify(gzip)(plain);
    }
    assets.set(path, asset);
  }
  return assets;
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply
    .type(asset.type)
    .header('etag', asset.etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (asset.br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(asset.br);
  if (asset.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(asset.gzip);
  return reply.send(asset.plain);
}
