import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the web app is made of; a change in any of it makes the build stale. */
const sources = [
  'apps/web',
  'kit/web',
  'kit/contract',
  'areas',
  'package-lock.json',
  'vite.config.ts',
  'tools/build-web.ts',
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

/**
 * Builds the web app when its sources changed since the last build.
 * @returns the folder of the build.
 */
export async function buildWeb(root: string, say: (line: string) => void): Promise<string> {
  const output = join(root, 'dist/web');
  const mark = join(root, 'dist/.web-sources');
  const digest = createHash('sha256');
  for (const file of (await Promise.all(sources.map((source) => filesBelow(join(root, source))))).flat().sort())
    digest.update(file.slice(root.length)).update(await readFile(file));
  const fingerprint = digest.digest('hex');
  const before = await readFile(mark, 'utf8').catch(() => '');
  if (before === fingerprint && existsSync(join(output, 'index.html'))) return output;
  say('building the web app');
  const { build } = await import('vite');
  // Whatever starts the product, a test too: what people get is the production build.
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ root: join(root, 'apps/web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  }
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(mark, fingerprint);
  return output;
}
