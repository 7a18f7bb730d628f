import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { ListQuery } from '#kit/contract/list-query.ts';
import type { Clock } from '#kit/server/clock.ts';
import {
  type Database,
  type Param,
  type Queryable,
  type Scope,
  type Statement,
  type TextRow,
  transact,
} from '#kit/server/db/database.ts';
import type { FileStore } from '#kit/server/files/store.ts';
import type { Thumbnails } from '#kit/server/files/thumbnails.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import type { DataScope } from '#kit/server/sessions/data-scope.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { Counts } from './read/counts.ts';
import type { Answers } from './read/response-cache.ts';
import { clientTerms, encodeCursor, tenantFilterOf, named, orderBy, type Where } from './read/list-sql.ts';
import { listReads, whereAsked } from './read/list-reads.ts';
import type { RowPolicies } from './policy.ts';
import type { Registry } from './registry.ts';
import { type ReferenceLocks, refuseMissing } from './write/references.ts';
import { rowColumns, rowWriter, titleSql } from './read/row-sql.ts';

/** Rules between the fields of a row: a message per field that breaks one. */
export type RowCheck = (values: Readonly<Record<string, unknown>>) => Record<string, string>;
/** By the path of the catalogue. */
export type RowChecks = Readonly<Record<string, RowCheck>>;

/** What catalogue code stands on. */
export interface CatalogueKit {
  db: Database;
  clock: Clock;
  versions: Versions;
  registry: Registry;
  files: FileStore;
  thumbnails: Thumbnails;
  /** Encrypts and finds values of fields that are `sealed`; for hand-written code see docs/how-to/keep-numbers-sealed.md. */
  sealed: SealedTexts;
  answers: Answers;
  counts: Counts;
  checks: RowChecks;
  policies: RowPolicies;
  /** Names positions by the nearest town. */
  places: Geocoder;
  /** Pushes to open browsers. */
  live: Hub;
  /** The data scope of an account as it is in this moment: for work that is done later, in its name. Of an account that is gone: nothing. */
  dataScopeOf(db: Queryable, accountId: string): Promise<DataScope>;
}

/** Reads of one catalogue, compiled once from its definition. */
export interface CatalogueReads<D extends AnyCatalogue = AnyCatalogue> {
  definition: D;
  /** The page as JSON texts of its rows, with the cursor of the next page. */
  page(scope: Scope, query: ListQuery, version?: string): Promise<{ rows: string[]; next: string | undefined }>;
  /** Exact number of matching rows, of a search at most `listLimits.maxFound + 1`; remembered while the tables stay in the given state. */
  count(scope: Scope, query: ListQuery, version?: string): Promise<number>;
  /** { id, name, label, value } of active rows. */
  options(scope: Scope, query: ListQuery): Promise<string[]>;
  /** Ids of matching rows, as many as the limit; in the order of the list where that is asked for. */
  ids(scope: Scope, query: ListQuery, limit: number, inOrder?: boolean): Promise<string[]>;
  /** One live row as JSON text, or undefined. `deleted` reads the trash instead. */
  one(scope: Scope, id: string, db?: Queryable, deleted?: boolean): Promise<string | undefined>;
  /**
   * Runs an insert or update of one row and gives the row as it is afterwards.
   * @throws 400 when it refers to rows that are not there, 404 when it wrote no row or one that the scope does not see.
   */
  written(scope: Scope, write: RowWrite, db: Queryable): Promise<{ json: string; row: RowOf<D> }>;
  /** What a list of this scope shows, its trash when `deleted`, by id: JSON texts in no order; ids that are not there are left out. */
  listed(scope: Scope, ids: readonly string[], deleted: boolean, db: Queryable): Promise<string[]>;
  /** The state of everything a list of this catalogue shows. */
  version(scope: Scope): string | Promise<string>;
}

/** An insert or update of one row. */
export interface RowWrite {
  /** Says nothing of what it returns. */
  sql: string;
  params: readonly Param[];
  /** What is locked with it; the statement says itself that it does nothing where one of them is not there. */
  locks?: ReferenceLocks;
}

export function catalogueReads<D extends AnyCatalogue>(kit: CatalogueKit, definition: D): CatalogueReads<D> {
  const { registry, versions } = kit;
  const columns = rowColumns(registry, definition);
  const openColumns = rowColumns(registry, definition, true);
  const columnsFor = (scope: Scope) => (scope.client ? openColumns : columns);
  const write = rowWriter(columns);
  const tables = [...registry.dependencies(definition.path)];
  const tenantSql = definition.scope === 'organisation';
  const selectOf = (shown: typeof columns) => shown.map(({ sql }) => sql).join(', ');
  const [selectAll, selectOpen] = [selectOf(columns), selectOf(openColumns)];
  const selectFor = (scope: Scope) => (scope.client ? selectOpen : selectAll);
  /** What a scope sees: live or deleted rows of its organisation; clients only what their definition shows. */
  const shown = (scope: Scope, place: string, params: Where['params'], deleted: boolean) =>
    ` and t.deleted_at is ${deleted ? 'not ' : ''}null${tenantFilterOf(definition, place, scope, params)}${
      scope.client
        ? clientTerms(definition)
            .map((term) => ` and ${term}`)
            .join('')
        : ''
    }`;
  const shownOne = (scope: Scope, params: Where['params'], deleted: boolean) =>
    shown(scope, 'one-by-id', params, deleted);
  const optionTitle = titleSql(registry, definition, 't');
  const optionLabel = titleSql(
    registry,
    { ...definition, title: [...definition.title, ...definition.optionFields] },
    't',
  );

  /** Fenced tables are read under row security, in a transaction; everybody's tables on the fast path. */
  const text = (scope: Scope, statement: Statement, params: Where['params'], db?: Queryable): Promise<TextRow[]> => {
    if (db) return db.text(statement, params);
    return definition.rowSecurity
      ? transact(kit.db, scope, (db) => db.text(statement, params))
      : kit.db.text(statement, params);
  };
  const orgOf = (scope: Scope) => (tenantSql ? (scope.orgIds ?? scope.orgId) : null);
  const asked = { kit, definition, text };
  const lists = listReads(kit, definition, columnsFor, text);

  return {
    definition,
    version: (scope) => versions.now(tables, orgOf(scope)),
    async page(scope, query, version) {
      const rows = await lists.page(scope, query, version);
      const last = rows.length === query.take ? rows.at(-1) : undefined;
      return {
        rows: rows.map(write),
        next: last ? encodeCursor(query.sort, last[columns.length] ?? null, last[0] as string) : undefined,
      };
    },
    count: async (scope, query, version) =>
      lists.count(scope, await whereAsked(asked, scope, query, 'list-count'), version),
    async options(scope, query) {
      const where = await whereAsked(asked, scope, query, 'list-options');
      const params = [...where.params, query.skip];
      const order = query.sortGiven ? orderBy(registry, definition, query.sort) : `lower(${optionTitle}), t.id`;
      const nameSql = definition.fields['name'] ? 't.name' : optionTitle;
      const from = await lists.source(scope, query, where);
      const sql =
        `select t.id, ${nameSql}, ${optionLabel} as label from ${from} ` +
        `order by ${order} limit ${query.take} offset $${params.length}`;
      const rows = await text(scope, query.q === undefined ? named(sql) : { text: sql, replan: true }, params);
      return rows.map(([id, name, label]) => {
        const shown = JSON.stringify(label ?? '');
        return `{"id":"${id}","name":${name === label ? shown : JSON.stringify(name ?? '')},"label":${shown},"value":"${id}"}`;
      });
    },
    async ids(scope, query, limit, inOrder = false) {
      const where = await whereAsked(asked, scope, query, 'list-ids');
      // Cut before it is put in order: whoever gets as many as the limit takes none of them.
      const found = `select * from ${where.from} t where ${where.sql} limit ${limit}`;
      const by = inOrder ? orderBy(registry, definition, query.sort) : 't.id';
      const statement = { text: `select t.id from (${found}) t order by ${by}`, replan: true } as const;
      const rows = await text(scope, statement, where.params);
      return rows.map(([id]) => id as string);
    },
    async listed(scope, ids, deleted, db) {
      const params: Where['params'] = [[...ids]];
      const statement = named(
        `select ${selectFor(scope)} from ${definition.table} t where t.id = any($1::uuid[])${shown(scope, 'listed-by-id', params, deleted)}`,
      );
      return (await db.text(statement, params)).map(write);
    },
    async written(scope, { sql, params: given, locks }, db) {
      const params = [...given];
      const visible = shownOne(scope, params, false);
      const queries = [...(locks?.queries ?? []), `t as (${sql} returning *)`].join(', ');
      const selected = [selectFor(scope), ...(locks?.counts ?? [])].join(', ');
      const [row = []] = await db.text(
        named(`with ${queries} select ${selected} from (values (1)) one left join t on true${visible}`),
        params,
      );
      if (locks) refuseMissing(locks, row.slice(columns.length));
      if (!row[0]) throw refuse.notFound(`${definition.one} not found`);
      return parsed<D>(write(row));
    },
    async one(scope, id, db, deleted = false) {
      const params: Where['params'] = [id];
      const statement = named(
        `select ${selectFor(scope)} from ${definition.table} t where t.id = $1${shownOne(scope, params, deleted)}`,
      );
      const rows = await text(scope, statement, params, db);
      return rows[0] ? write(rows[0]) : undefined;
    },
  };
}

/** One live row as an object; 404 when there is none in the scope. */
export async function mustRead<D extends AnyCatalogue>(
  reads: CatalogueReads<D>,
  scope: Scope,
  id: string,
  db?: Queryable,
  deleted = false,
): Promise<{ json: string; row: RowOf<D> }> {
  const json = await reads.one(scope, id, db, deleted);
  if (json === undefined) throw refuse.notFound(`${reads.definition.one} not found`);
  return parsed<D>(json);
}
const parsed = <D extends AnyCatalogue>(json: string) => ({ json, row: JSON.parse(json) as RowOf<D> });
