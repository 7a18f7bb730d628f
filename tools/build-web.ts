import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { build } from 'vite';

/** What the web app is made of; a change in any of it makes the build stale. */
export const webSources = [
  'apps/web',
  'kit/web',
  'kit/contract',
  'areas',
  'package-lock.json',
  'vite.config.ts',
  'tools/build-web.ts',
  'tools/texts',
  'postcss.config.cjs',
];

async function filesBelow(path: string): Promise<string[]> {
  const entry = await stat(path).catch(() => undefined);
  if (!entry) return [];
  if (entry.isFile()) return [path];
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile() && !/\.(server|test)\.ts$/.test(one.name))
    .map((one) => join(one.parentPath, one.name));
}

async function fingerprintOf(root: string): Promise<string> {
  const digest = createHash('sha256');
  for (const file of (await Promise.all(webSources.map((source) => filesBelow(join(root, source))))).flat().sort())
    digest.update(file.slice(root.length)).update(await readFile(file));
  return digest.digest('hex');
}

type Build = typeof build;

async function loadVite(): Promise<Build> {
  return (await import('vite')).build;
}

/** Vite is a development package, which an installation that serves a ready build does without. */
async function findBuild(load: () => Promise<Build>, stale: string): Promise<Build> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      `The web app in dist/web is ${stale}, and Vite is not installed to build it: run npm ci and npm run build, or copy dist/ from where it was built`,
      { cause: error },
    );
  }
}

/**
 * Builds the web app when its sources changed since the last build. A build that is up to date needs no development package.
 * @param options `always` builds even so; `load` finds the builder.
 * @returns the folder of the build.
 * @throws Error of one line when there is something to build and nothing to build it with.
 */
export async function buildWeb(
  root: string,
  say: (line: string) => void,
  options: { always?: boolean; load?: () => Promise<Build> } = {},
): Promise<string> {
  const output = join(root, 'dist/web');
  const mark = join(root, 'dist/.web-sources');
  const fingerprint = await fingerprintOf(root);
  const before = await readFile(mark, 'utf8').catch(() => '');
  const exists = existsSync(join(output, 'index.html'));
  if (before === fingerprint && exists && !options.always) return output;
  const run = await findBuild(options.load ?? loadVite, exists ? 'older than its sources' : 'missing');
  say('building the web app');
  // Whatever starts the product, a test too: what people get is the production build.
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await run({ root: join(root, 'apps/web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  }
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(mark, fingerprint);
  return output;
}

if (import.meta.main) await buildWeb(join(import.meta.dirname, '..'), console.log, { always: true });
