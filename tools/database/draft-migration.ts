import { type AnyCatalogue, baseColumns, columnOf } from '#kit/contract/catalogue.ts';
import { type AnyField, isMany } from '#kit/contract/fields.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import { columnsOf, type DraftOptions, draftIndexes, draftTable, withNull } from './draft-sql.ts';

/** What a table has already. */
export interface Existing {
  columns: ReadonlySet<string>;
  indexes: ReadonlySet<string>;
}
/** Tables of a database by name. */
export type Schema = ReadonlyMap<string, Existing>;

/** What rows that exist already get in a new required column; null where only a person can know. */
function fillOf(field: AnyField): string | null {
  if (isMany(field)) return "'{}'";
  if (isSealed(field)) return null;
  switch (field.kind) {
    case 'text':
    case 'longText':
      return "''";
    case 'choice':
      return `'${(field.choices[0]?.value ?? '').replaceAll("'", "''")}'`;
    case 'integer':
    case 'decimal':
    case 'money':
      return String(Math.max(0, field.min ?? 0));
    case 'flag':
      return 'false';
    default:
      return null;
  }
}

/**
 * What an existing table lacks: columns and indexes.
 * @returns statements to read and correct before they run, or '' when nothing is missing. Nothing is ever dropped.
 */
function draftAdditions(definition: AnyCatalogue, existing: Existing, options: DraftOptions = {}): string {
  const { table, rowSecurity } = definition;
  const lines: string[] = [];
  for (const { name: column, type, required, field } of columnsOf(definition, options)) {
    if (existing.columns.has(column)) continue;
    const fill = fillOf(field);
    if (!required) {
      lines.push(`alter table ${table} add column ${column} ${type};`);
    } else if (fill === null) {
      lines.push(`alter table ${table} add column ${column} ${type};`);
      lines.push(`-- Give the rows there are a value of ${column} here: the next line fails while one has none.`);
      lines.push(`alter table ${table} alter column ${column} set not null;`);
    } else {
      lines.push('-- The default is what the rows there are get: make sure that it is right for them.');
      lines.push(`alter table ${table} add column ${column} ${withNull(type, true)} default ${fill};`);
      lines.push(`alter table ${table} alter column ${column} drop default;`);
    }
  }
  // Its views have the columns that it had when they were made.
  if (lines.length > 0 && rowSecurity) lines.push(`select list_rows('${table}');`);
  for (const [name, sql] of draftIndexes(definition, options)) {
    if (!existing.indexes.has(name)) lines.push(sql);
  }
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}

/** Columns of a table that its definition does not know; for a hint, never for a drop. */
function strayColumns(definition: AnyCatalogue, existing: Existing): string[] {
  const known = new Set([...baseColumns.map(columnOf), ...columnsOf(definition, {}).map((column) => column.name)]);
  return [...existing.columns].filter((column) => !known.has(column));
}

/**
 * Definitions in an order in which each table's references exist already; a table may refer to itself.
 * @throws Error when two tables refer to each other: one of the references then has to be added by hand.
 */
export function inReferenceOrder(definitions: readonly AnyCatalogue[]): AnyCatalogue[] {
  const ordered: AnyCatalogue[] = [];
  const waiting = [...definitions];
  while (waiting.length > 0) {
    const open = new Set(waiting.map((definition) => definition.path));
    const index = waiting.findIndex((definition) =>
      Object.values<AnyField>(definition.fields).every(
        (field) => field.kind !== 'ref' || field.to === definition.path || !open.has(field.to),
      ),
    );
    const [next] = waiting.splice(index, index < 0 ? 0 : 1);
    if (!next) throw new Error(`These catalogues refer to each other in a circle: ${[...open].join(', ')}`);
    ordered.push(next);
  }
  return ordered;
}

export interface Draft {
  /** The whole file, or '' when nothing is missing. */
  sql: string;
  /** Tables that it makes or changes. */
  tables: string[];
  /** What only a person can decide. */
  hints: string[];
}

/** What a database lacks for a set of catalogues, as one migration. */
export function draftMigration(
  definitions: readonly AnyCatalogue[],
  schema: Schema,
  options: DraftOptions = {},
): Draft {
  const parts: string[] = [];
  const tables: string[] = [];
  const hints: string[] = [];
  const tablesByPath = new Map(definitions.map((one) => [one.path, one.base]));
  const tenantSql = new Set(definitions.filter((one) => 'orgId' in one.fields).map((one) => one.path));
  for (const definition of inReferenceOrder(definitions)) {
    // What stands behind a view is written by hand.
    if (definition.base !== definition.table) continue;
    const existing = schema.get(definition.table);
    const sql = existing
      ? draftAdditions(definition, existing, options)
      : draftTable(definition, { ...options, tables: tablesByPath, tenantSql });
    for (const column of existing ? strayColumns(definition, existing) : [])
      hints.push(`${definition.table}.${column} belongs to no field: nothing reads it any more`);
    if (sql === '') continue;
    parts.push(sql);
    tables.push(definition.table);
  }
  const sql = parts.length > 0 ? `-- What the catalogues need: ${tables.join(', ')}.\n${parts.join('\n')}` : '';
  return { sql, tables, hints };
}
