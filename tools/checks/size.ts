import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { report } from './source-files.ts';

/**
 * Most that a browser loads before a page shows, gzip, in KB of 1,000 bytes, and the source modules below apps/web that are
 * fetched on the way to it, as the manifest names them. A new lazy part on the way belongs here, or the gate measures too little.
 */
export const sizeBudgets = {
  'the sign-in page': { scriptKb: 200, styleKb: 40, loads: ['../../areas/identity/sign-in/sign-in.page.tsx'] },
  'the first list': { scriptKb: 260, styleKb: 40, loads: ['inside.tsx', '../../kit/web/catalogue/space.tsx'] },
} as const;
export type Measured = keyof typeof sizeBudgets;

interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

export interface Sizes {
  scriptKb: number;
  styleKb: number;
  /** Files counted, largest first, with their gzip size. */
  files: { file: string; kb: number }[];
}

/**
 * Adds up what the entry and the given lazy modules load, each file once.
 * @param directory folder of the build, with `.vite/manifest.json`.
 * @param lazy keys of the manifest.
 * @throws Error when there is no manifest or entry, when a module is not in the build, or when none is given although the
 * build has lazy ones: the sum would be too small.
 */
export function measure(directory: string, lazy: readonly string[]): Sizes {
  const path = join(directory, '.vite/manifest.json');
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm run build`);
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'));
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  if (entries.length === 0) throw new Error('The build has no entry');
  const late = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry);
  if (lazy.length === 0 && late.length > 0)
    throw new Error(`tools/checks/size.ts has to say which of these the page loads: ${late.join(', ')}`);
  const seen = new Set<string>();
  const load = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}: is the list of tools/checks/size.ts still right?`);
    const files = [chunk.file, ...(chunk.css ?? [])];
    if (files.every((file) => seen.has(file))) return;
    for (const file of files) seen.add(file);
    chunk.imports?.forEach(load);
  };
  [...entries, ...lazy].forEach(load);
  const files = [...seen]
    .map((file) => ({ file, kb: gzipSync(readFileSync(join(directory, file))).length / 1_000 }))
    .sort((a, b) => b.kb - a.kb);
  const total = (ending: string) => files.reduce((sum, { file, kb }) => sum + (file.endsWith(ending) ? kb : 0), 0);
  return { scriptKb: total('.js'), styleKb: total('.css'), files };
}

/** What is over the budget of a page, a line each. */
export function overBudget(page: Measured, { scriptKb, styleKb }: Sizes): string[] {
  const budget = sizeBudgets[page];
  return [
    { what: 'JavaScript', kb: scriptKb, most: budget.scriptKb },
    { what: 'CSS', kb: styleKb, most: budget.styleKb },
  ]
    .filter(({ kb, most }) => kb > most)
    .map(({ what, kb, most }) => `${what} of ${page} is ${kb.toFixed(1)} KB gzip; ${most} KB is the most`);
}

if (import.meta.main) {
  try {
    const over: string[] = [];
    for (const page of Object.keys(sizeBudgets) as Measured[]) {
      const { loads, scriptKb, styleKb } = sizeBudgets[page];
      const sizes = measure(join(import.meta.dirname, '../../dist/web'), loads);
      console.log(
        `${page}: ${sizes.scriptKb.toFixed(1)} KB JavaScript (most ${scriptKb}), ${sizes.styleKb.toFixed(1)} KB CSS (most ${styleKb}), gzip`,
      );
      for (const { file, kb } of sizes.files) console.log(`  ${kb.toFixed(1).padStart(6)} KB  ${file}`);
      over.push(...overBudget(page, sizes));
    }
    report(over);
  } catch (error) {
    report([error instanceof Error ? error.message : String(error)]);
  }
}
