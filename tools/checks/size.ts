import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { report } from './source-files.ts';

/** Most that a browser loads before the first list shows, gzip, in KB of 1,000 bytes. */
export const sizeBudget = { scriptKb: 260, styleKb: 40 };

/**
 * Source modules, below apps/web, that the page of a list imports at run time, as the manifest names them.
 * A new lazy part on the way to a list belongs here, or the gate measures too little.
 */
const listRoute: readonly string[] = ['../../kit/web/catalogue/space.tsx'];

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
    throw new Error(`tools/checks/size.ts has to say which of these the list page loads: ${late.join(', ')}`);
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

/** What is over the budget, a line each. */
export const overBudget = ({ scriptKb, styleKb }: Sizes): string[] =>
  [
    { what: 'JavaScript', kb: scriptKb, most: sizeBudget.scriptKb },
    { what: 'CSS', kb: styleKb, most: sizeBudget.styleKb },
  ]
    .filter(({ kb, most }) => kb > most)
    .map(({ what, kb, most }) => `${what} of the first list is ${kb.toFixed(1)} KB gzip; ${most} KB is the most`);

if (import.meta.main) {
  try {
    const sizes = measure(join(import.meta.dirname, '../../dist/web'), listRoute);
    console.log(
      `first list: ${sizes.scriptKb.toFixed(1)} KB JavaScript (most ${sizeBudget.scriptKb}), ${sizes.styleKb.toFixed(1)} KB CSS (most ${sizeBudget.styleKb}), gzip`,
    );
    for (const { file, kb } of sizes.files) console.log(`  ${kb.toFixed(1).padStart(6)} KB  ${file}`);
    report(overBudget(sizes));
  } catch (error) {
    report([error instanceof Error ? error.message : String(error)]);
  }
}
