import { type AnyCatalogue, columnOf, refName, shownFields } from '#kit/contract/catalogue.ts';
import { type AnyField, clientsReadAs, isMany, isNumeric, titlePlate } from '#kit/contract/fields.ts';
import type { TextRow } from '#kit/server/db/database.ts';
import { isoTime } from '#kit/server/db/database.ts';
import type { Registry } from '../registry.ts';

/** How a column's text becomes JSON: as it is, as a string that needs escaping, a plain one, a time, or a boolean. */
type Writer = 'raw' | 'string' | 'plain' | 'time' | 'flag';
export interface Column {
  name: string;
  sql: string;
  writer: Writer;
}

/** SQL giving the title of the row aliased `alias`: its title fields joined by a space. */
export function titleSql(registry: Registry, definition: AnyCatalogue, alias: string, depth = 0): string {
  const parts = definition.title.map((name) => {
    const field: AnyField = definition.fields[name];
    const column = `${alias}.${columnOf(name)}`;
    if (field.kind !== 'ref') return `${column}::text`;
    if (depth > 2) return `''`;
    const target = registry.get(field.to);
    const inner = `x${depth}`;
    return `(select ${titleSql(registry, target, inner, depth + 1)} from ${target.table} ${inner} where ${inner}.id = ${column})`;
  });
  return parts.length === 1 ? (parts[0] as string) : `concat_ws(' ', ${parts.join(', ')})`;
}

/** SQL of a field's value as clients are given it. */
export function clientSql(field: AnyField | undefined, column: string): string {
  const others = Object.entries(clientsReadAs(field));
  if (others.length === 0) return column;
  const whens = others.map(([value, read]) => `when '${value}' then '${read}'`);
  return `case ${column} ${whens.join(' ')} else ${column} end`;
}

/**
 * Every column of an answered row, in the order it is written, over the table aliased `t`.
 * @param forClients what is for staff alone is empty.
 */
export function rowColumns(registry: Registry, definition: AnyCatalogue, forClients = false): Column[] {
  const columns: Column[] = [
    { name: 'id', sql: 't.id', writer: 'plain' },
    { name: 'title', sql: titleSql(registry, definition, 't'), writer: 'string' },
  ];
  for (const [name, field] of Object.entries<AnyField>(shownFields(definition))) {
    // A field of that name is what the row is called: it stands there already.
    if (name === 'title' && definition.title.join() === name) continue;
    const stored = `t.${columnOf(name)}`;
    const isSeen = forClients && field.kind === 'ref' && field.hidesUnseen;
    const column = isSeen
      ? `(select s.id from ${registry.get(field.to).table} s where s.id = ${stored})`
      : forClients
        ? clientSql(field, stored)
        : stored;
    if (forClients && field.staffOnly) {
      const empty = { sql: isMany(field) ? `'[]'` : 'null', writer: 'raw' } as const;
      columns.push({ name, ...empty }, ...(field.kind === 'ref' ? [{ name: refName(name), ...empty }] : []));
      continue;
    }
    if (isMany(field)) columns.push({ name, sql: `to_jsonb(coalesce(${column}, '{}'))`, writer: 'raw' });
    else if (field.kind === 'file') columns.push({ name, sql: fileSql(`t.${fileColumn(name)}`), writer: 'raw' });
    else if (field.kind === 'time') columns.push({ name, sql: column, writer: 'time' });
    else if (field.kind === 'flag') columns.push({ name, sql: column, writer: 'flag' });
    else if (isNumeric(field) || ['integer', 'decimal', 'money', 'place'].includes(field.kind))
      columns.push({ name, sql: column, writer: 'raw' });
    else
      columns.push({ name, sql: column, writer: field.kind === 'ref' || field.kind === 'date' ? 'plain' : 'string' });
    if (field.kind === 'text' && field.plate === 'plateUse')
      columns.push({ name: field.plate, sql: `t.${columnOf(field.plate)}`, writer: 'plain' });
    if (field.kind === 'ref') {
      const target = registry.get(field.to);
      const plate = titlePlate(target)?.plate;
      const use = plate === 'plateUse' ? `, '${plate}', p.${columnOf(plate)}` : '';
      columns.push({
        name: refName(name),
        sql: `(select json_build_object('id', p.id, 'label', ${titleSql(registry, target, 'p')}, 'status', p.status${use}) from ${target.table} p where p.id = ${column})`,
        writer: 'raw',
      });
    }
  }
  columns.push(
    { name: 'status', sql: 't.status', writer: 'raw' },
    { name: 'version', sql: 't.version', writer: 'raw' },
    { name: 'createdAt', sql: 't.created_at', writer: 'time' },
    { name: 'createdBy', sql: 't.created_by', writer: 'plain' },
    { name: 'updatedAt', sql: 't.updated_at', writer: 'time' },
    { name: 'updatedBy', sql: 't.updated_by', writer: 'plain' },
    { name: 'deletedAt', sql: 't.deleted_at', writer: 'time' },
  );
  return columns;
}

export const fileColumn = (name: string): string => `${columnOf(name)}_id`;
const fileSql = (column: string) =>
  `(select json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes, 'width', f.width, 'height', f.height) from file f where f.id = ${column})`;

/**
 * Writes rows as JSON objects straight from the server's text, without making objects in between: the hot path of lists.
 * @returns a function from text rows to the JSON text of each.
 */
export function rowWriter(columns: readonly Column[]): (row: TextRow) => string {
  const heads = columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`);
  const writers = columns.map((column) => column.writer);
  return (row) => {
    let json = '';
    for (let index = 0; index < heads.length; index += 1) {
      const value = row[index] ?? null;
      json += heads[index];
      if (value === null) json += 'null';
      else
        switch (writers[index]) {
          case 'raw':
            json += value;
            break;
          case 'plain':
            json += `"${value}"`;
            break;
          case 'time':
            json += `"${isoTime(value)}"`;
            break;
          case 'flag':
            json += value === 't' ? 'true' : 'false';
            break;
          default:
            json += quoted(value);
        }
    }
    return `${json}}`;
  };
}

// Escaping is needed for few values; the test is cheaper than JSON.stringify on the many that need none.
// oxlint-disable-next-line no-control-regex -- JSON escapes exactly these
const needsEscape = /["\\\u0000-\u001f\u2028\u2029\ud800-\udfff]/;
const quoted = (value: string) => (needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`);
