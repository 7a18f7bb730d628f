import { type AnyCatalogue, columnOf } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { named, tenantFilterOf } from '../read/list-sql.ts';
import type { Registry } from '../registry.ts';

/** What a record is about to refer to, and the SQL that finds and locks it. */
export interface ReferenceLocks {
  references: readonly { name: string; field: AnyField; id: string; target: AnyCatalogue }[];
  /** One for each reference: a query of the row that is locked against deletion until the transaction ends, `ref0` and on. */
  queries: string[];
  /** One for each reference: how many rows were found, 0 or 1. */
  counts: string[];
}

export const noReferences: ReferenceLocks = { references: [], queries: [], counts: [] };

/**
 * The SQL that locks what a record refers to, so that a delete that runs at the same time either sees this reference or is
 * seen by it. Its parameters are added to `params`.
 */
export function lockReferences(
  registry: Registry,
  definition: AnyCatalogue,
  values: Readonly<Record<string, unknown>>,
  scope: Scope,
  params: Param[],
): ReferenceLocks {
  const references = Object.entries<AnyField>(definition.fields).flatMap(([name, field]) => {
    const id = values[name];
    if (field.kind !== 'ref' || typeof id !== 'string') return [];
    return [{ name, field, id, target: registry.get(field.to) }];
  });
  const queries = references.map(
    ({ name, id, target }, at) =>
      `ref${at} as (${lockSql(target, within(definition, name, values, scope), [id], params)})`,
  );
  return { references, queries, counts: references.map((_, at) => `(select count(*) from ref${at})`) };
}

/** @throws 400 with a message at each reference to a row that is not there. */
export function refuseMissing({ references }: ReferenceLocks, counts: readonly (string | null)[]): void {
  const missing = references.filter((_, at) => counts[at] !== '1');
  if (missing.length === 0) return;
  throw refuse.badInput(
    Object.fromEntries(missing.map(({ name, field }) => [name, `${field.label}: this record no longer exists`])),
  );
}

/**
 * Refuses references to rows that are not there, to the record itself and to one below it, and locks the others.
 * @param ownId of a record that is there already.
 */
export async function checkReferences(
  db: Queryable,
  registry: Registry,
  definition: AnyCatalogue,
  values: Readonly<Record<string, unknown>>,
  scope: Scope,
  ownId?: string,
): Promise<void> {
  const params: Param[] = [];
  const locks = lockReferences(registry, definition, values, scope, params);
  if (locks.references.length === 0) return;
  const [counts = []] = await db.text(
    named(`with ${locks.queries.join(', ')} select ${locks.counts.join(', ')}`),
    params,
  );
  const messages: Record<string, string> = {};
  for (const [at, { name, field, id, target }] of locks.references.entries()) {
    if (id === ownId) messages[name] = `${field.label} cannot be the record itself`;
    else if (counts[at] !== '1') messages[name] = `${field.label}: this record no longer exists`;
    else if (ownId !== undefined && target.path === definition.path && (await isBelow(db, definition, name, id, ownId)))
      messages[name] = `${field.label} cannot be a record below this one`;
  }
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
}

/**
 * What a reference may point to: rows of everybody's, and those of the record's own organisation. Which organisation the
 * record is said to belong to is itself bounded by what the writer may see.
 */
const within = (
  definition: AnyCatalogue,
  name: string,
  values: Readonly<Record<string, unknown>>,
  scope: Scope,
): Scope => {
  const field: AnyField | undefined = definition.fields[name];
  const isAny = name === 'orgId' || (field?.kind === 'ref' && field.ofFormerOwners === true);
  return !isAny && 'orgId' in definition.fields ? { orgId: values['orgId'] as string } : scope;
};

/** Finds those of the rows that are there to be referred to; they are locked against deletion. */
function lockSql(target: AnyCatalogue, scope: Scope, ids: readonly string[], params: Param[]): string {
  const place = `$${params.push(ids)}`;
  const tenantSql = tenantFilterOf(target, 'references', scope, params);
  return `select t.id from ${target.table} t where t.id = any(${place}::uuid[]) and t.deleted_at is null${tenantSql} order by t.id for key share`;
}

/** Like checkReferences for many new rows, with one statement per field. @throws 400 naming the first field that fails. */
export async function checkReferencesOf(
  db: Queryable,
  registry: Registry,
  definition: AnyCatalogue,
  rows: readonly Record<string, unknown>[],
  scope: Scope,
): Promise<void> {
  // Each organisation's rows by themselves: a reference stays within.
  if ('orgId' in definition.fields) {
    const orgs = new Set(rows.map((row) => row['orgId']));
    if (orgs.size > 1) {
      for (const org of orgs)
        await checkReferencesOf(
          db,
          registry,
          definition,
          rows.filter((row) => row['orgId'] === org),
          scope,
        );
      return;
    }
  }
  for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
    if (field.kind !== 'ref') continue;
    const ids = [...new Set(rows.flatMap((row) => (typeof row[name] === 'string' ? [row[name]] : [])))].sort();
    if (ids.length === 0) continue;
    const params: Param[] = [];
    const sql = lockSql(registry.get(field.to), within(definition, name, rows[0] ?? {}, scope), ids, params);
    const found = await db.query(named(sql), params);
    if (found.length !== ids.length)
      throw refuse.badInput({ [name]: `${field.label}: one of these records no longer exists` });
  }
}

/** True when `id` already hangs below `ownId`, so that hanging `ownId` below `id` would close a ring. */
async function isBelow(
  db: Queryable,
  definition: AnyCatalogue,
  field: string,
  id: string,
  ownId: string,
): Promise<boolean> {
  const column = columnOf(field);
  // Two such changes at once, each right by itself, could close a ring together: they take turns.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [definition.table]);
  const rows = await db.query(
    `with recursive up as (select id, ${column} as parent, 1 as depth from ${definition.table} where id = $1
       union all select t.id, t.${column}, up.depth + 1 from ${definition.table} t join up on t.id = up.parent where up.depth < 50)
     select 1 from up where id = $2 limit 1`,
    [id, ownId],
  );
  return rows.length > 0;
}
