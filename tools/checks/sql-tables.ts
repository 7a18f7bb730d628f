import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A table or view that a text of a source file names as SQL does. */
export interface NamedTable {
  line: number;
  /** Its name; undefined for one that a variable called `table` is to name. */
  table: string | undefined;
}

/** Stands for an expression inside a template: what it will be is not known here. */
const unknown = '\u0000';

/** Words that a table follows. `is distinct from`, `do update set` and `for update` name none. */
const beforeTable =
  /(?<!\bdistinct\s+)\bfrom\b|\bjoin\b|\binto\b|(?<!\b(?:for|do|no key)\s+)\bupdate\b|\busing\b|\b(?:truncate|lock|alter|analyze)\s+table\b|\btruncate\b(?!\s+table)|\bcopy\b/gi;
const tableName = /^[\s(]*(?:only\s+|lateral\s+)?(?:public\.)?"?([a-z_][a-z0-9_]*)"?/;
const nextOfList = /^(?:\s+(?:as\s+)?[a-z_][a-z0-9_]*)?\s*,\s*(?:lateral\s+)?(?:public\.)?"?([a-z_][a-z0-9_]*)"?/;
/** A text that begins with what follows `from` elsewhere: `vehicle v join …`. */
const beginsAsList = /^\s*([a-z_][a-z0-9_]*)\s+[a-z_]+\s+(?:(?:left|right|full|inner|cross)\s+)?join\b/;

/** Offsets and names of what stands where SQL expects a table, with the members of `from a, b` each. */
function tablesOfSql(sql: string): { table: string; at: number }[] {
  const found: { table: string; at: number }[] = [];
  const first = beginsAsList.exec(sql)?.[1];
  if (first) found.push({ table: first, at: sql.indexOf(first) });
  for (const { 0: word, index } of sql.matchAll(beforeTable)) {
    let at = index + word.length;
    let match = tableName.exec(sql.slice(at));
    while (match?.[1]) {
      found.push({ table: match[1], at: at + match[0].length - match[1].length });
      at += match[0].length;
      match = nextOfList.exec(sql.slice(at));
    }
  }
  return found;
}

/** Whether what follows a text is a table: it ends with a word of beforeTable. */
const awaitsTable = (sql: string): boolean =>
  [...sql.matchAll(beforeTable)].some(({ 0: word, index }) => sql.slice(index + word.length).trim() === '');

/**
 * Every table that the strings and templates of a TypeScript file name in SQL, those of `from ${isDriver ? 'driver' : 'vehicle'}`
 * as well. Where the name comes out of a definition (`${definition.table}`) the file names none.
 * @throws Error when the file cannot be parsed.
 */
export function namedTables(root: string, path: string): NamedTable[] {
  const source = readFileSync(join(root, path), 'utf8');
  const { errors, program } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'cannot be parsed'}`);
  const named: NamedTable[] = [];
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  for (const node of walk(program)) {
    if (node.type === 'Literal' && typeof node['value'] === 'string')
      for (const { table, at } of tablesOfSql(node['value'])) named.push({ line: lineOf(node.start + 1 + at), table });
    if (node.type !== 'TemplateLiteral') continue;
    const quasis = node['quasis'] as (Node & { value: { raw: string } })[];
    const expressions = node['expressions'] as Node[];
    const start = quasis[0]?.start ?? node.start;
    const text = quasis.reduce((so, quasi) => so.padEnd(quasi.start - start, unknown) + quasi.value.raw, '');
    for (const { table, at } of tablesOfSql(text)) named.push({ line: lineOf(start + at), table });
    expressions.forEach((expression, at) => {
      if (!awaitsTable(quasis[at]?.value.raw ?? '')) return;
      if (expression.type === 'Identifier' && /table$/i.test(String(expression['name'])))
        named.push({ line: lineOf(expression.start), table: undefined });
      for (const { start, value } of textsOf(expression)) named.push({ line: lineOf(start), table: value });
    });
  }
  return named;
}

/** The texts that an expression may come to: itself, or either side of a choice. */
function textsOf(node: unknown): { start: number; value: string }[] {
  if (!isNode(node)) return [];
  if (node.type === 'ConditionalExpression') return [node['consequent'], node['alternate']].flatMap(textsOf);
  if (node.type === 'LogicalExpression') return [node['left'], node['right']].flatMap(textsOf);
  return node.type === 'Literal' && typeof node['value'] === 'string'
    ? [{ start: node.start, value: node['value'] }]
    : [];
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* walk(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* walk(one);
  else if (isNode(node)) {
    yield node;
    for (const child of Object.values(node)) if (typeof child === 'object') yield* walk(child);
  }
}
