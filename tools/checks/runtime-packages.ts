import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { type Import, importsOf } from './imports.ts';
import { report } from './source-files.ts';

/** What runs on a server that has no development packages: the product, and the commands that its operators are given. */
export const productionEntries = [
  'apps/server/main.ts',
  'tools/backup/backup.ts',
  'tools/backup/restore.ts',
  'tools/database/db-migrate.ts',
  'tools/database/history-verify.ts',
  'tools/tracking/decode.ts',
  'tools/tracking/cut-trips.ts',
  'tools/tracking/simulate.ts',
];

/** The package that is Node itself: runs everything, imported by nothing. */
const runtime = 'node';

/** Packages that a file loads only where they are installed, and does without elsewhere. */
const optional: Readonly<Record<string, readonly string[]>> = {
  // Builds the web app; without it a ready build is served.
  'tools/build-web.ts': ['vite'],
};

/** Files that Node loads by their address: the code of worker threads. */
const workerFile = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;
/** Packages that are loaded at their first use, and those of which files are served. */
const resolvedPackage = /createRequire\(import\.meta\.url\)(?:\.resolve)?\('([^']+)'\)/g;

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** What a file needs in order to run, types left out. */
function neededBy(root: string, path: string): Need[] {
  const source = readFileSync(join(root, path), 'utf8');
  const lineAt = (index: number) => source.slice(0, index).split('\n').length;
  return [
    ...importsOf(root, path).filter((found) => !found.erased),
    ...[...source.matchAll(workerFile)].map(({ index, 1: specifier = '' }) => ({
      line: lineAt(index),
      specifier,
      target: posix.join(posix.dirname(path), specifier),
    })),
    ...[...source.matchAll(resolvedPackage)].map(({ index, 1: specifier = '' }) => ({
      line: lineAt(index),
      specifier,
      target: null,
    })),
  ];
}

type Need = Pick<Import, 'line' | 'specifier' | 'target'>;

/** Every TypeScript file that `entries` import, directly or not, themselves included, and what each needs in order to run. */
export function runtimeFiles(root: string, entries: readonly string[]): Map<string, readonly Need[]> {
  const files = new Map<string, readonly Need[]>();
  const seen = new Set(entries);
  for (const path of seen) {
    const needs = neededBy(root, path);
    files.set(path, needs);
    for (const { target } of needs) if (target && /\.tsx?$/.test(target)) seen.add(target);
  }
  return files;
}

/**
 * Follows every import from `entries` and names those of packages that `npm ci --omit=dev` leaves out.
 * @param root folder with package.json.
 * @param entries paths below it.
 * @returns a line for each, and one for each package in `dependencies` that nothing there needs.
 */
export function findMissing(root: string, entries: readonly string[]): string[] {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
  const installed = new Set(Object.keys({ ...own['dependencies'], ...own['optionalDependencies'] }));
  const used = new Set([runtime]);
  const problems = installed.has(runtime)
    ? []
    : [`package.json: '${runtime}' runs everything: move it to dependencies`];
  for (const [path, needs] of runtimeFiles(root, entries)) {
    for (const { line, specifier, target } of needs) {
      const name = packageOf(specifier);
      if (target || isBuiltin(specifier) || optional[path]?.includes(name)) continue;
      used.add(name);
      if (!installed.has(name))
        problems.push(`${path}:${line} needs '${name}' at run time: move it to dependencies in package.json`);
    }
  }
  for (const name of Object.keys(own['dependencies'] ?? {}))
    if (!used.has(name)) problems.push(`package.json: nothing that runs in production needs '${name}'`);
  return problems;
}

if (import.meta.main) report(findMissing(process.cwd(), productionEntries));
