import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { spawn } from 'node:child_process';

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
  'tools/web',
  'kit/server/places/towns.txt',
  'postcss.config.cjs',
];

function filesBelow(path: string): string[] {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return [];
  if (entry.isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !/\.(server|test)\.ts$/.test(one.name))
    .map((one) => join(one.parentPath, one.name));
}

/** What tells one state of the sources from another: by their contents, and, which is quick, by their sizes and times. */
interface Sources {
  contents: () => string;
  glimpse: string;
}
function lookAtSources(root: string): Sources {
  const files = webSources.flatMap((source) => filesBelow(join(root, source))).sort();
  const digest = (of: (file: string) => string | Buffer) => {
    const made = createHash('sha256');
    for (const file of files) made.update(file.slice(root.length)).update(of(file));
    return made.digest('hex');
  };
  return {
    contents: () => digest((file) => readFileSync(file)),
    glimpse: digest((file) => {
      const { size, mtimeMs } = statSync(file);
      return `${size} ${mtimeMs}`;
    }),
  };
}

type Build = (config: { root: string; configFile: string; logLevel: 'warn' }) => Promise<unknown>;

/**
 * Vite in a process of its own: a gigabyte that it takes for some seconds would else stay with a product that builds as it starts.
 * @throws MODULE_NOT_FOUND where it is not installed
 */
async function loadVite(): Promise<Build> {
  createRequire(import.meta.url).resolve('vite/package.json');
  return (config) =>
    new Promise<void>((resolve, reject) => {
      const text = `import { build } from 'vite'; await build(${JSON.stringify(config)});`;
      const child = spawn(process.execPath, ['--input-type=module', '--eval', text], {
        cwd: import.meta.dirname,
        stdio: 'inherit',
      });
      child.once('error', reject);
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The web app could not be built'))));
    });
}

/** Vite is a development package, which an installation that serves a ready build does without. */
async function findBuild(load: () => Promise<Build>, stale: string): Promise<Build> {
  try {
    return await load();
  } catch (error) {
    if (!['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
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
  const sources = lookAtSources(root);
  const [contents, glimpse] = (await readFile(mark, 'utf8').catch(() => '')).split('\n');
  const exists = existsSync(join(output, 'index.html'));
  if (exists && !options.always) {
    if (glimpse === sources.glimpse) return output;
    if (contents === sources.contents()) {
      // Checked out anew, or copied: the next start need not read them all. Where nothing can be written, it does.
      await note(mark, noteOf(sources)).catch(() => undefined);
      return output;
    }
  }
  // What is changed while it is built is built next time.
  const before = noteOf(sources);
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
  await note(mark, before);
  return output;
}

const noteOf = ({ contents, glimpse }: Sources): string => `${contents()}\n${glimpse}`;

/** Several that start at once read this: they find all of it, or what was there before. */
async function note(mark: string, text: string): Promise<void> {
  const draft = `${mark}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, mark);
}

if (import.meta.main) await buildWeb(join(import.meta.dirname, '..'), console.log, { always: true });
