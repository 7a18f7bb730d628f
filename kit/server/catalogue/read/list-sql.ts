import { createHash } from 'node:crypto';
import { type AnyCatalogue, columnOf, shownFields } from '#kit/contract/catalogue.ts';
import { type AnyField, isMany } from '#kit/contract/fields.ts';
import { asStored, isId } from '#kit/contract/input.ts';
import type { Filter, ListQuery } from '#kit/contract/list-query.ts';
import { isSealed, sealedNames } from '#kit/contract/sealed.ts';
import { containing } from '#kit/server/db/containing.ts';
import type { Param, Scope, Statement } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import type { Registry } from '../registry.ts';
import { type Column, titleSql } from './row-sql.ts';
import { hashColumn, hashOf } from '../sealed-fields.ts';

/** What conditions are made with. */
export interface ListKit {
  registry: Registry;
  sealed: SealedTexts;
}

/** Rows of a catalogue that a query asks for: SQL conditions over the alias `t` with their parameters. */
export interface Where {
  sql: string;
  params: Param[];
}

const bind = (params: Param[], value: Param): string => `$${params.push(value)}`;

/** The condition of a list: scope first, then state, search and filters. Identifiers come from the definition only. */
export function whereOf(
  kit: ListKit,
  definition: AnyCatalogue,
  query: ListQuery,
  scope: Scope,
  /** Names the statement, see fence. */
  place: string,
): Where {
  const params: Param[] = [];
  const live = query.trash ? 't.deleted_at is not null' : 't.deleted_at is null';
  const terms: string[] = [live + tenantFilterOf(definition, place, scope, params)];
  if (scope.client) terms.push(...clientTerms(definition));
  // Only active rows are offered to choose from; what was chosen before has a name whatever became of it.
  const isNamed = query.filters.some(({ name }) => name === 'id');
  const status = query.option && !isNamed ? (query.status ?? 1) : query.status;
  if (status !== undefined) terms.push(`t.status = ${status}`);
  if (query.q !== undefined) terms.push(searchSql(kit, definition, query.q, params));
  for (const filter of query.filters) terms.push(filterSql(kit, definition, filter, params));
  return { sql: terms.join(' and '), params };
}

/** The fence of a catalogue's rows; see fence. Rows that are everybody's have none. */
export const tenantFilterOf = (
  definition: AnyCatalogue,
  place: string,
  scope: Scope,
  params: Param[],
  alias = 't',
): string =>
  definition.scope === 'organisation' ? tenantFilter(place, scope, `${alias}.${definition.orgColumn}`, params) : '';

/** Conditions of what clients see; the values are the definition's own. */
export function clientTerms(definition: AnyCatalogue): string[] {
  return Object.entries<readonly string[]>(definition.clientsSee).map(([name, values]) => {
    const list = `array[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')}]`;
    const column = `t.${columnOf(name)}`;
    return isMany(definition.fields[name]) ? `${column} && ${list}` : `${column} = any(${list})`;
  });
}

/** Every word somewhere, or all of them as one: a number that is kept encrypted, however its groups are written. */
function searchSql(kit: ListKit, definition: AnyCatalogue, q: string, params: Param[]): string {
  const words = q.split(/\s+/).slice(0, 6);
  const found = words.map((word) => wordSql(kit, definition, word, params)).join(' and ');
  const whole = words.length > 1 ? sealedTerms(kit, definition, q, params) : [];
  return whole.length === 0 ? found : `(${[`(${found})`, ...whole].join(' or ')})`;
}

function wordSql(kit: ListKit, definition: AnyCatalogue, word: string, params: Param[]): string {
  const known = new Map<string, string>();
  // A parameter that no field asks for would have no type.
  const like = (text: string): string => {
    const name = known.get(text) ?? bind(params, containing(text));
    known.set(text, name);
    return name;
  };
  const terms = Object.entries<AnyField>(definition.fields)
    .filter(([, field]) => field.search && !isSealed(field))
    .map(([name, field]) => {
      const column = `t.${columnOf(name)}`;
      if (field.kind === 'ref') {
        const target = kit.registry.get(field.to);
        return `${column} in (select p.id from ${target.table} p where ${titleSql(kit.registry, target, 'p')} ilike ${like(word)})`;
      }
      return `${column} ilike ${like(field.kind === 'text' && field.compact ? asStored(field, word) : word)}`;
    });
  terms.push(...sealedTerms(kit, definition, word, params));
  return terms.length === 0 ? 'false' : `(${terms.join(' or ')})`;
}

const sealedTerms = (kit: ListKit, definition: AnyCatalogue, text: string, params: Param[]): string[] =>
  sealedNames(definition).flatMap((name) => {
    const hash = definition.fields[name].search ? hashOf(kit.sealed, definition, name, text) : undefined;
    return hash === undefined ? [] : [`t.${hashColumn(name)} = ${bind(params, hash)}`];
  });

function filterSql(kit: ListKit, definition: AnyCatalogue, filter: Filter, params: Param[]): string {
  const column = `t.${columnOf(filter.name)}`;
  const field: AnyField | undefined = shownFields(definition)[filter.name];
  const type = field
    ? { date: 'date', time: 'timestamptz', integer: 'bigint', money: 'bigint', decimal: 'numeric' }[
        field.kind as 'date'
      ]
    : 'timestamptz';
  if (!('in' in filter)) {
    const terms: string[] = [];
    if (filter.from !== undefined)
      terms.push(`${column} >= ${bind(params, filter.from)}::${type === 'bigint' ? 'numeric' : type}`);
    if (filter.to !== undefined)
      terms.push(`${column} <= ${bind(params, filter.to)}::${type === 'bigint' ? 'numeric' : type}`);
    return terms.join(' and ');
  }
  if (field?.kind === 'flag')
    return filter.in.length > 1 ? 'true' : `${column} = ${filter.in[0] === true ? 'true' : 'false'}`;
  const values = filter.in as string[];
  if (field && isMany(field)) return `${column} && ${bind(params, values)}::text[]`;
  if (isSealed(field)) {
    const hash = hashOf(kit.sealed, definition, filter.name, values[0]);
    return hash === undefined ? 'false' : `t.${hashColumn(filter.name)} = ${bind(params, hash)}`;
  }
  if (field?.kind === 'text' && !isMany(field))
    return `lower(${column}) = lower(${bind(params, asStored(field, values[0] ?? ''))})`;
  const cast = field?.kind === 'ref' || filter.name === 'id' ? 'uuid' : 'text';
  return values.length === 1
    ? `${column} = ${bind(params, values[0] ?? '')}::${cast}`
    : `${column} = any(${bind(params, values)}::${cast}[])`;
}

/** What a list is ordered by; the id decides among equals. */
export interface Order {
  /** SQL the order compares. */
  sql: string;
  nullable: boolean;
  descending: boolean;
  cast: string;
}

/** `order by` of a list, over the table aliased `t`. */
export function orderBy(registry: Registry, definition: AnyCatalogue, sort: ListQuery['sort']): string {
  const order = orderOf(registry, definition, sort);
  const direction = order.descending ? 'desc' : 'asc';
  return `${order.sql} ${direction}${order.nullable ? ' nulls last' : ''}, t.id ${direction}`;
}

function orderOf(registry: Registry, definition: AnyCatalogue, sort: ListQuery['sort']): Order {
  const field: AnyField | undefined = shownFields(definition)[sort.name];
  const column = `t.${columnOf(sort.name)}`;
  const { descending } = sort;
  if (!field)
    return { sql: column, nullable: false, descending, cast: sort.name === 'status' ? 'smallint' : 'timestamptz' };
  const nullable = field.optional === true;
  switch (field.kind) {
    case 'text':
    case 'longText':
      return { sql: `lower(${column})`, nullable, descending, cast: 'text' };
    case 'ref': {
      const target = registry.get(field.to);
      return {
        sql: `(select lower(${titleSql(registry, target, 's')}) from ${target.table} s where s.id = ${column})`,
        nullable: true,
        descending,
        cast: 'text',
      };
    }
    case 'integer':
      return { sql: column, nullable, descending, cast: 'integer' };
    case 'money':
      return { sql: column, nullable, descending, cast: 'bigint' };
    case 'decimal':
      return { sql: column, nullable, descending, cast: 'numeric' };
    case 'flag':
      return { sql: column, nullable, descending, cast: 'boolean' };
    case 'date':
      return { sql: column, nullable, descending, cast: 'date' };
    case 'time':
      return { sql: column, nullable: true, descending, cast: 'timestamptz' };
    default:
      return { sql: column, nullable, descending, cast: 'text' };
  }
}

/** A page of a list. The last column is the sort value, for the cursor of the next page. */
export function listSql(
  registry: Registry,
  definition: AnyCatalogue,
  columns: readonly Column[],
  query: ListQuery,
  where: Where,
): { statement: Statement; params: Param[] } {
  const params = [...where.params];
  const order = orderOf(registry, definition, query.sort);
  const by = orderBy(registry, definition, query.sort);
  let condition = where.sql;
  if (query.after !== undefined) condition += ` and ${afterSql(order, decodeCursor(query), params)}`;
  const offset = query.skip > 0 ? ` offset ${bind(params, query.skip)}` : '';
  // The page is cut first; names of referred rows are looked up for its rows only.
  const text =
    `select ${columns.map((column) => column.sql).join(', ')}, ${order.sql} from ` +
    `(select * from ${definition.table} t where ${condition} order by ${by} limit ${query.take}${offset}) t order by ${by}`;
  return { statement: named(text), params };
}

/** The condition of rows behind a cursor, over the table aliased `t`. */
export function afterSql(order: Order, cursor: { value: string | null; id: string }, params: Param[]): string {
  const id = `${bind(params, cursor.id)}::uuid`;
  const beyond = order.descending ? '<' : '>';
  if (cursor.value === null) return `(${order.sql} is null and t.id ${beyond} ${id})`;
  const value = `${bind(params, cursor.value)}::${order.cast}`;
  // Compared as one, so that an index over both finds the place at once.
  const beyondBoth = `(${order.sql}, t.id) ${beyond} (${value}, ${id})`;
  return order.nullable ? `(${beyondBoth} or ${order.sql} is null)` : beyondBoth;
}

/** Cursors name the order they belong to: one of another order is refused instead of skipping rows. */
export const encodeCursor = (sort: ListQuery['sort'], value: string | null, id: string): string =>
  Buffer.from(JSON.stringify([sort.name, sort.descending ? 1 : 0, value, id])).toString('base64url');

/** The place that a cursor names. Refuses one of another order. */
export function decodeCursor(query: Pick<ListQuery, 'after' | 'sort'>): { value: string | null; id: string } {
  try {
    const [name, descending, value, id] = JSON.parse(
      Buffer.from(query.after ?? '', 'base64url').toString(),
    ) as unknown[];
    const fits = name === query.sort.name && (descending === 1) === query.sort.descending;
    if (fits && isId(id) && (value === null || typeof value === 'string')) return { value, id };
  } catch {
    // Falls through to the refusal: what cannot be decoded is not a cursor.
  }
  throw refuse.badInput({ after: 'Not a cursor of this list in this order' });
}

export const countSql = (definition: AnyCatalogue, where: Where): Statement =>
  named(`select count(*) from ${definition.table} t where ${where.sql}`);

const names = new Map<string, string>();
/** Statements are prepared once per connection under a name of their text; the number of shapes is bounded. */
export function named(text: string): Statement {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= 2_000) return { text };
    name = `k${createHash('sha1').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
  }
  return { text, name };
}
