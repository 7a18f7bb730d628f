import { type AnyCatalogue, columnOf, type Membership, shownFields } from '#kit/contract/catalogue.ts';
import { type AnyField, clientsReadAs, isMany, isOpaque } from '#kit/contract/fields.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { asStored } from '#kit/contract/input.ts';
import { type Filter, listLimits, type ListQuery } from '#kit/contract/list-query.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import type { Param, Scope, Statement } from '#kit/server/db/database.ts';
import { namesWhenOften } from '#kit/server/db/often.ts';
import { tenantFilter, tenantFilterOrEverybodys } from '#kit/server/db/tenant-filter.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Registry } from '../registry.ts';
import { clientSql, type Column, titleSql } from './row-sql.ts';
import { listTable } from './list-table.ts';
import { hashColumn, hashOf } from '../sealed-fields.ts';
import { type ListKit, searchSql, type KnownNames } from './search-sql.ts';

/** Rows of a catalogue that a query asks for: SQL conditions over the alias `t` with their parameters. */
export interface Where {
  /** Table or view. */
  from: string;
  sql: string;
  params: Param[];
  /** The condition in two halves: what every list of the scope has, with its filters; and the words that are searched for. */
  halves?: { list: string; search: string };
}

const bind = (params: Param[], value: Param): string => `$${params.push(value)}`;
const nothingKnown: KnownNames = new Map();

/** The condition of a list: scope first, then state, search and filters. Identifiers come from the definition only. */
export function whereOf(
  kit: ListKit,
  definition: AnyCatalogue,
  query: ListQuery,
  scope: Scope,
  /** Names the statement, see tenantFilter. */
  place: string,
  /** Records of other catalogues that the words may mean; see knownNames. */
  known: KnownNames = nothingKnown,
): Where {
  const params: Param[] = [];
  const live = query.trash ? 't.deleted_at is not null' : 't.deleted_at is null';
  const terms: string[] = [live + tenantFilterOf(definition, place, scope, params)];
  if (scope.client) terms.push(...clientTerms(definition));
  // Only active rows are offered to choose from; what was chosen before has a name whatever became of it.
  const isNamed = query.filters.some(({ name }) => name === 'id');
  const status = query.option && !isNamed ? (query.status ?? 1) : query.status;
  if (status !== undefined) terms.push(`t.status = ${status}`);
  for (const filter of query.filters)
    terms.push(filterSql(kit, definition, asStoredFor(definition, scope, filter), params));
  const list = terms.join(' and ');
  const from = listTable(definition, scope);
  if (query.q === undefined) return { from, sql: list, params };
  const search = searchSql(kit, definition, query.q, scope, params, known);
  return { from, sql: `${list} and ${search}`, params, halves: { list, search } };
}

/** The fence of a catalogue's rows; see fence. Rows that are everybody's have none. */
export const tenantFilterOf = (
  definition: AnyCatalogue,
  place: string,
  scope: Scope,
  params: Param[],
  alias = 't',
): string => {
  if (definition.ownedBy !== null)
    return tenantFilterOrEverybodys(place, scope, `${alias}.${columnOf(definition.ownedBy)}`, params);
  return definition.scope === 'organisation'
    ? tenantFilter(place, scope, `${alias}.${definition.orgColumn}`, params)
    : '';
};

/** Conditions of what clients see; the values are the definition's own. */
export function clientTerms(definition: AnyCatalogue): string[] {
  return Object.entries<readonly string[]>(definition.clientsSee).map(([name, values]) => {
    const list = `array[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')}]`;
    const column = `t.${columnOf(name)}`;
    return isMany(definition.fields[name]) ? `${column} && ${list}` : `${column} = any(${list})`;
  });
}

/** A filter by what is stored: to clients some values are another one. */
function asStoredFor(definition: AnyCatalogue, scope: Scope, filter: Filter): Filter {
  if (!scope.client || !('in' in filter)) return filter;
  const others = Object.entries(clientsReadAs(shownFields(definition)[filter.name]));
  const more = others.filter(([, read]) => filter.in.includes(read as never)).map(([value]) => value);
  return more.length === 0 ? filter : { name: filter.name, in: [...(filter.in as string[]), ...more] };
}

function filterSql(kit: ListKit, definition: AnyCatalogue, filter: Filter, params: Param[]): string {
  const membership: Membership | undefined = definition.memberships[filter.name];
  if (membership && 'in' in filter) {
    const { view, record, row } = membership;
    return `t.id in (select m.${row} from ${view} m where m.${record} = any(${bind(params, filter.in as string[])}::uuid[]))`;
  }
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
  if (field?.kind === 'text' && !isMany(field) && !isOpaque(field))
    return `lower(${column}) = lower(${bind(params, asStored(field, values[0] ?? ''))})`;
  const cast = field?.kind === 'ref' || isOpaque(field) || filter.name === 'id' ? 'uuid' : 'text';
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
      // One order for all: a place in it would tell clients what they are not told.
      return { sql: clientSql(field, column), nullable, descending, cast: 'text' };
  }
}

/** A page of a list. The last column is the sort value, for the cursor of the next page. */
export function listSql(
  registry: Registry,
  definition: AnyCatalogue,
  columns: readonly Column[],
  query: ListQuery,
  where: Where,
  /** Where a search looks; see search.ts. */
  source: SearchSource = (condition) => `${where.from} t where ${condition}`,
): { statement: Statement; params: Param[] } {
  const params = [...where.params];
  const order = orderOf(registry, definition, query.sort);
  const by = orderBy(registry, definition, query.sort);
  const after = query.after === undefined ? '' : ` and ${afterSql(order, decodeCursor(query), params)}`;
  const offset = query.skip > 0 ? ` offset ${bind(params, query.skip)}` : '';
  // The page is cut first; names of referred rows are looked up for its rows only.
  const text =
    `select ${columns.map((column) => column.sql).join(', ')}, ${order.sql} from ` +
    `(select * from ${source(where.sql + after, by, after)} order by ${by} limit ${query.take}${offset}) t order by ${by}`;
  return { statement: query.q === undefined ? named(text) : { text, replan: true }, params };
}
/** The rows of a list, `… t where …`, from their whole condition, their order, and what of the condition is the place of a cursor. */
export type SearchSource = (condition: string, by: string, after: string) => string;

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

/** How many rows match; of a search, whether there are more than are counted as well. */
export const countSql = (where: Where): Statement =>
  where.halves
    ? {
        text: `select count(*) from (select 1 from ${where.from} t where ${where.sql} limit ${listLimits.maxFound + 1}) n`,
        replan: true,
      }
    : named(`select count(*) from ${where.from} t where ${where.sql}`);

const nameOf = namesWhenOften();
/**
 * A statement that comes often is prepared under a name of its text. Which filters and orders a caller puts together makes as many
 * texts as they like, and the server keeps some 200 KB of each for each connection: so a connection keeps those that were used last.
 */
export function named(text: string): Statement {
  const name = nameOf(text);
  return name === undefined ? { text } : { text, name };
}
