import type { Reference } from '#kit/contract/answers.ts';
import { type AnyCatalogue, columnOf, inSentence, isShared } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { fenceOf, named } from './list-sql.ts';
import type { Registry } from './registry.ts';

/**
 * Refuses references to rows that are not there. The parents are locked against deletion until the transaction ends, so
 * a delete that runs at the same time either sees this reference or is seen by it.
 */
export async function checkReferences(
  db: Queryable,
  registry: Registry,
  definition: AnyCatalogue,
  values: Record<string, unknown>,
  scope: Scope,
  ownId?: string,
): Promise<void> {
  const messages: Record<string, string> = {};
  for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
    const id = values[name];
    if (field.kind !== 'ref' || typeof id !== 'string') continue;
    const target = registry.get(field.to);
    if (id === ownId) {
      messages[name] = `${field.label} cannot be the record itself`;
      continue;
    }
    const found = await referred(db, target, within(definition, name, values, scope), [id]);
    if (found === 0) messages[name] = `${field.label}: this record no longer exists`;
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
): Scope => (name !== 'orgId' && 'orgId' in definition.fields ? { orgId: values['orgId'] as string } : scope);

/** How many of these rows are there to be referred to; they are locked against deletion. */
async function referred(db: Queryable, target: AnyCatalogue, scope: Scope, ids: readonly string[]): Promise<number> {
  const params: Param[] = [ids];
  const fenced = fenceOf(target, 'references', scope, params);
  const found = await db.query(
    named(
      `select 1 from ${target.table} t where t.id = any($1::uuid[]) and t.deleted_at is null${fenced} order by t.id for key share`,
    ),
    params,
  );
  return found.length;
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
    const target = registry.get(field.to);
    const found = await referred(db, target, within(definition, name, rows[0] ?? {}, scope), ids);
    if (found !== ids.length)
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

/** How many live rows of each kind refer to a row. */
export async function referencesTo(
  db: Queryable,
  registry: Registry,
  definition: AnyCatalogue,
  scope: Scope,
  id: string,
): Promise<Reference[]> {
  const references: Reference[] = [];
  for (const { definition: from, field, column } of registry.referrers(definition.path)) {
    const params: Param[] = [id];
    const fenced = fenceOf(from, 'usage', scope, params);
    const [row] = await db.query<{ count: number }>(
      `select count(*) from ${from.table} t where t.${column} = $1 and t.deleted_at is null${fenced}`,
      params,
    );
    if (row && row.count > 0)
      references.push({ path: from.path, field, label: row.count === 1 ? from.one : from.many, count: row.count });
  }
  return references;
}

/** "12 vehicle models and 3 vehicles use this". */
export function referencesMessage(definition: AnyCatalogue, references: readonly Reference[]): string {
  const parts = references.map(({ count, label }) => `${count} ${inSentence(label)}`);
  const total = references.reduce((sum, { count }) => sum + count, 0);
  return `${parts.join(' and ')} ${total === 1 ? 'uses' : 'use'} this ${inSentence(definition.one)}, so it cannot be deleted. You can deactivate it instead`;
}

/** What a record is called in messages, and its unique sets of fields. */
export type Named = Pick<AnyCatalogue, 'one' | 'fields' | 'unique' | 'base'> & { table?: string };

/** Turns a broken unique index or foreign key into a refusal with a message per field; other errors come back. */
export function translateWriteError(error: unknown, definition: Named): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const constraint = 'constraint' in error ? String(error.constraint) : '';
  if (error.code === '23505') {
    const set = definition.unique.find((names) => uniqueName(definition, names) === constraint);
    if (!set) return refuse.conflict(`This ${inSentence(definition.one)} exists already`);
    const labels = set.map((name) => inSentence(definition.fields[name].label));
    const words =
      labels.length === 1 ? `this ${labels[0]}` : `the same ${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
    // Where two catalogues share a table, whoever has it need not be one of these.
    const message = isShared(definition)
      ? `${words.charAt(0).toUpperCase()}${words.slice(1)} is in use already`
      : `Another ${inSentence(definition.one)} has ${words}`;
    return refuse.conflict(message, { [set.length === 1 ? (set[0] as string) : nameable(set)]: message });
  }
  if (error.code === '23P01') return refuse.conflict('Somebody else did this in the same moment. Look again');
  if (error.code === '23503') return refuse.conflict('Another record still refers to this one');
  return error;
}

/** In a set of fields the message stands at the one people type: the name. */
const nameable = (set: readonly string[]) => (set.includes('name') ? 'name' : (set[0] as string));

export const uniqueName = (definition: Pick<AnyCatalogue, 'base'>, names: readonly string[]): string =>
  `${definition.base}_${names.map(columnOf).join('_')}_key`.slice(0, 63);

/** Refuses with 412 and the row as it is when the caller saw an older version. `ifMatch` is an ETag like `"v7"`. */
export function checkVersion(ifMatch: string | undefined, row: { version: number }): void {
  if (ifMatch === undefined || ifMatch === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.every((tag) => /^"[\x21\x23-\x7e]*"$/.test(tag)))
    throw refuse.badInput({ 'If-Match': 'Must be an ETag in quotation marks, like "v3"' });
  if (!tags.includes(versionTag(row.version))) throw refuse.stale(row);
}
export const versionTag = (version: number): string => `"v${version}"`;
