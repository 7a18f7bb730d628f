import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { report, sourceFiles } from './source-files.ts';
import { namedTables } from './sql-tables.ts';

/** What an owner says in its `tables.json`. */
interface Owned {
  /** Tables and views that only the owner names in SQL. */
  tables: readonly string[];
  /** Views that it publishes: whoever may import of the owner may read them. */
  published?: readonly string[];
}

export interface ForeignTable {
  file: string;
  line: number;
  /** What is wrong, in words. */
  rule: string;
}

/** Owner of the tables that seeds and tests keep for themselves: nothing else names them. */
const seedOwner = 'db';
const seedTables = ['seed_run'];

/** The folder whose tables a file may name: its area or the kit; `apps/server` and others own none. */
const ownerOfFile = (path: string): string => path.split('/').slice(0, 2).join('/');

/** Tests, seeds, bench and tools set up and look at what they like. */
const isLookedAt = (path: string): boolean =>
  /^(?:kit|areas|apps|telematics)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing(?:\/|\.ts$)/.test(path);

/**
 * Who owns which table or view: what each `tables.json` of the kit and of an area says.
 * @throws Error when two owners claim the same one.
 */
export function tableOwners(root: string): { owners: Map<string, string>; published: Set<string> } {
  const owners = new Map(seedTables.map((table) => [table, seedOwner]));
  const published = new Set<string>();
  for (const path of sourceFiles(root)) {
    if (!/^(?:areas|kit)\/[^/]+\/tables\.json$/.test(path)) continue;
    const owned = JSON.parse(readFileSync(join(root, path), 'utf8')) as Owned;
    for (const table of [...owned.tables, ...(owned.published ?? [])]) {
      const other = owners.get(table);
      if (other) throw new Error(`${path} claims '${table}', which ${other} owns`);
      owners.set(table, posix.dirname(path));
    }
    for (const view of owned.published ?? []) published.add(view);
  }
  return { owners, published };
}

/** Tables and views that migrations make, minus those that they drop by name. */
function tablesOfMigrations(root: string): { table: string; file: string; line: number }[] {
  const made = /^\s*create (?:unlogged )?(?:table|view|materialized view) (?:if not exists )?([a-z_][a-z0-9_]*)/;
  return sourceFiles(root)
    .filter((path) => /^db\/migrations\/.*\.sql$/.test(path))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((text, at) => {
          const table = made.exec(text)?.[1];
          return table ? [{ table, file, line: at + 1 }] : [];
        }),
    );
}

/**
 * Every table that source below `root` names in SQL outside the folder of its owner, and every table of the migrations that
 * nobody owns.
 */
export function findForeignTables(root: string): ForeignTable[] {
  const { owners, published } = tableOwners(root);
  const found: ForeignTable[] = tablesOfMigrations(root)
    .filter(({ table }) => !owners.has(table))
    .map(({ table, file, line }) => ({ file, line, rule: `nobody owns '${table}': name it in a tables.json` }));
  for (const file of sourceFiles(root).filter(isLookedAt)) {
    for (const { line, table } of namedTables(root, file)) {
      const rule = ruleFor(file, table, table === undefined ? undefined : owners.get(table), published);
      if (rule) found.push({ file, line, rule });
    }
  }
  return found;
}

/** The rule that a table named in a file breaks, in words. */
function ruleFor(
  file: string,
  table: string | undefined,
  owner: string | undefined,
  published: ReadonlySet<string>,
): string | undefined {
  const isKit = file.startsWith('kit/');
  // Generic code of the kit works on what definitions name.
  if (table === undefined) return isKit ? undefined : 'names a table by a variable: name it in the SQL';
  if (owner === undefined || owner === ownerOfFile(file)) return undefined;
  if (isKit) return `'${table}' is ${owner}'s: the kit knows no area`;
  return published.has(table) ? undefined : `'${table}' is ${owner}'s: use what it publishes or exports`;
}

if (import.meta.main) report(findForeignTables(process.cwd()).map(({ file, line, rule }) => `${file}:${line} ${rule}`));
