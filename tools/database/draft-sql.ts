import { createHash } from 'node:crypto';
import { type AnyCatalogue, columnOf, isLooseSet, shownFields } from '#kit/contract/catalogue.ts';
import { type AnyField, isMany } from '#kit/contract/fields.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import { listViews } from '#kit/server/catalogue/read/list-table.ts';
import { fileColumn } from '#kit/server/catalogue/read/row-sql.ts';
import { hashColumn, sealedColumn } from '#kit/server/catalogue/sealed-fields.ts';
import { uniqueName } from '#kit/server/catalogue/write/write-checks.ts';

export interface DraftOptions {
  /** Tables by catalogue, where they are not the path with underscores. */
  tables?: ReadonlyMap<string, string>;
  /** Paths of catalogues whose rows belong to an organisation. */
  tenantSql?: ReadonlySet<string>;
  /** File columns point at table `file`. False only for tables made before that table exists. Default true. */
  fileReferences?: boolean;
  /** Adds indexes for searched text, of three letters or of words, and indexes in the list's order behind filtered references. Worth their cost from about 10,000 rows. Default false. */
  large?: boolean;
}

export interface Column {
  name: string;
  /** Type and reference, without "not null". */
  type: string;
  required: boolean;
  field: AnyField;
}

/** Longer names are cut by PostgreSQL without a word, and two of them could then meet. */
const maxNameBytes = 63;
const nilId = "'00000000-0000-0000-0000-000000000000'::uuid";

/** Key words that PostgreSQL takes as a name only in quotes, which no statement of the kit writes. */
const reserved = new Set(
  'all analyse analyze and any array as asc both case cast check collate column constraint create default desc distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral leading limit not null offset on only or order placing primary references returning select some symmetric table then to trailing true union unique user using variadic when where window with'.split(
    ' ',
  ),
);
function allowed(name: string): string {
  if (reserved.has(name)) throw new Error(`'${name}' is a key word of SQL: choose another name`);
  return name;
}

/**
 * Name of an index or constraint, at most 63 bytes: what is longer keeps its start and its ending, and a hash of the whole
 * stands between them.
 */
export function indexName(table: string, columns: readonly string[], ending: string): string {
  const whole = `${[table, ...columns].join('_')}_${ending}`;
  if (whole.length <= maxNameBytes) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, 8);
  return `${whole.slice(0, maxNameBytes - ending.length - 10)}_${hash}_${ending}`;
}

/** Column of a field: snake_case, and files are kept by their id. */
const columnOfField = (name: string, field: AnyField): string =>
  allowed(field.kind === 'file' ? fileColumn(name) : columnOf(name));

/** Rows belong to an organisation, which a column of theirs names. */
const isTenantFiltered = (definition: AnyCatalogue) => 'orgId' in definition.fields;

const tableOf = (path: string) => path.replaceAll('-', '_');

function typeOf(field: AnyField, options: DraftOptions): string {
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'choice':
      return isMany(field) ? 'text[]' : 'text';
    case 'integer':
      return 'integer';
    case 'decimal':
      return 'numeric';
    case 'money':
      return 'bigint';
    case 'flag':
      return 'boolean';
    case 'time':
      return 'timestamptz';
    case 'date':
      return 'date';
    case 'ref':
      return `uuid references ${options.tables?.get(field.to) ?? tableOf(field.to)} (id)`;
    case 'file':
      return options.fileReferences === false ? 'uuid' : 'uuid references file (id)';
    case 'place':
      return 'jsonb';
  }
}

export function columnsOf(definition: AnyCatalogue, options: DraftOptions): Column[] {
  return Object.entries<AnyField>(shownFields(definition)).flatMap(([name, field]) => {
    const column: Column = {
      name: columnOfField(name, field),
      type: typeOf(field, options),
      required: field.optional !== true && name in definition.fields,
      field,
    };
    if (!isSealed(field)) return [column];
    // The mask, the encrypted value, and what it is found by.
    return [column, { ...column, name: sealedColumn(name) }, { ...column, name: hashColumn(name) }];
  });
}

const isPlainText = (field: AnyField) =>
  (field.kind === 'text' || field.kind === 'longText') && !isMany(field) && !isSealed(field);

/** The expression under which an index compares a column: ignoring case, and an absent value is a value. */
function keyOf({ name, field, required }: Column): string {
  if (isPlainText(field)) return required ? `lower(${name})` : `coalesce(lower(${name}), '')`;
  if (required) return name;
  if (isSealed(field)) return `coalesce(${name}, '')`;
  if (field.kind === 'ref') return `coalesce(${name}, ${nilId})`;
  return field.kind === 'choice' && !isMany(field) ? `coalesce(${name}, '')` : name;
}

/** The column of a list's default order and how an index compares it; undefined when the order is by a referred name. */
function orderKey(definition: AnyCatalogue): { column: string; key: string } | undefined {
  const name = definition.sort.replace(/^-/, '');
  const field: AnyField | undefined = definition.fields[name];
  if (field?.kind === 'ref') return undefined;
  const column = field ? columnOfField(name, field) : columnOf(name);
  return { column, key: field && isPlainText(field) ? `lower(${column})` : column };
}

/** Every index of a catalogue's table but the primary key, by name. */
export function draftIndexes(definition: AnyCatalogue, options: DraftOptions = {}): Map<string, string> {
  const { table } = definition;
  const columns = columnsOf(definition, options);
  const indexes = new Map<string, string>();
  const org = isTenantFiltered(definition) ? ['org_id'] : [];

  for (const set of definition.unique) {
    const parts = set.map((name) => {
      const field: AnyField = definition.fields[name];
      const wanted = isSealed(field) ? hashColumn(name) : columnOfField(name, field);
      const column = columns.find((one) => one.name === wanted);
      if (!column) throw new Error(`Catalogue ${definition.path}: no column for '${name}'`);
      return column;
    });
    const name = uniqueName(definition, set);
    // Absent numbers, flags and dates have no stand-in value of their own, so the index itself has to count them as equal.
    const bare = parts.some((part) => !part.required && keyOf(part) === part.name);
    const given = isLooseSet(definition, set)
      ? ` and ${parts.length > 1 ? '(' : ''}${parts.map((part) => `${part.name} is not null`).join(' or ')}${parts.length > 1 ? ')' : ''}`
      : '';
    const keys = [...new Set([...org, ...parts.map(keyOf)])].join(', ');
    indexes.set(
      name,
      `create unique index ${name} on ${table} (${keys})${bare ? ' nulls not distinct' : ''} where deleted_at is null${given};`,
    );
  }
  const refs = columns
    .filter(({ field }) => field.kind === 'ref' || field.kind === 'file')
    .map((column) => column.name);
  for (const column of refs) {
    const name = indexName(table, [column], 'idx');
    indexes.set(name, `create index ${name} on ${table} (${column});`);
  }
  // Found by the whole value; where that is unique by itself, the index of that finds it.
  for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
    const hash = hashColumn(name);
    if (!isSealed(field) || !(field.filter || field.search)) continue;
    if (org.length === 0 && definition.unique.some((set: readonly string[]) => set[0] === name)) continue;
    const index = indexName(table, [hash], 'idx');
    indexes.set(index, `create index ${index} on ${table} (${hash}) where deleted_at is null;`);
  }
  const order = orderKey(definition);
  if (order) {
    const name = indexName(table, [order.column], 'sort');
    indexes.set(name, `create index ${name} on ${table} (${order.key}, id) where deleted_at is null;`);
  }
  if (options.large) {
    // A page of the rows of one referred record comes in the list's order, without sorting all of them first; with their
    // status beside it they are counted without looking at the rows.
    if (order)
      for (const { name: column, field } of columns) {
        if (field.kind !== 'ref' || !field.filter || column === order.column) continue;
        const name = indexName(table, [column, order.column], 'sort');
        indexes.set(
          name,
          `create index ${name} on ${table} (${column}, ${order.key}, id) include (status) where deleted_at is null;`,
        );
      }
    for (const { name: column, field } of columns) {
      if (!field.search || !isPlainText(field)) continue;
      if (field.sounds) {
        const sounds = indexName(table, [column], 'sounds');
        indexes.set(sounds, `create index ${sounds} on ${table} using gin (search_sounds(${column}));`);
      }
      if (field.kind === 'text' && field.grouped) {
        const bare = indexName(table, [column], 'bare');
        indexes.set(bare, `create index ${bare} on ${table} (lower(translate(${column}, ' -/.', '')));`);
      }
      if (field.search === 'words') {
        const words = indexName(table, [column], 'words');
        indexes.set(words, `create index ${words} on ${table} using gin (search_words(${column}));`);
        continue;
      }
      const name = indexName(table, [column], 'trgm');
      indexes.set(name, `create index ${name} on ${table} using gin (${column} gin_trgm_ops);`);
    }
  }
  return indexes;
}

const baseSql = `  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid`;

/**
 * The whole table of a catalogue: columns, indexes, row security where rows belong to an organisation, and the runtime
 * role's rights, written `:app` as in every migration.
 * @returns statements that end in a line break. The tables its `ref` fields name must exist before.
 */
export function draftTable(definition: AnyCatalogue, options: DraftOptions = {}): string {
  const table = allowed(definition.table);
  const lines = columnsOf(definition, options).map(
    ({ name, type, required }) => `  ${name} ${withNull(type, required)},`,
  );
  // A reference between rows of organisations carries the organisation: it can never cross from one to another.
  const crossing = isTenantFiltered(definition)
    ? Object.entries<AnyField>(definition.fields).flatMap(([name, field]) =>
        field.kind === 'ref' && options.tenantSql?.has(field.to)
          ? [
              `  foreign key (org_id, ${columnOf(name)}) references ${options.tables?.get(field.to) ?? tableOf(field.to)} (org_id, id),`,
            ]
          : [],
      )
    : [];
  if (isTenantFiltered(definition)) lines.push(...crossing, '  unique (org_id, id),');
  return `${[
    `create table ${table} (`,
    '  id uuid primary key,',
    ...lines,
    baseSql,
    ');',
    ...draftIndexes(definition, options).values(),
    // Row security, enabled and forced, with the policy of the others.
    ...(isTenantFiltered(definition) ? [`select fence_rows('${table}');`] : []),
    `grant select, insert, update, delete on ${table} to :app;`,
    // What its lists read, see 0033_scale.sql.
    ...(definition.rowSecurity
      ? [`select list_rows('${table}');`, `grant select on ${Object.values(listViews(definition)).join(', ')} to :app;`]
      : []),
  ].join('\n')}\n`;
}

/** "not null" stands before the reference, as in hand-written tables. */
export const withNull = (type: string, required: boolean) =>
  required ? type.replace(/^\S+/, (first) => `${first} not null`) : type;
