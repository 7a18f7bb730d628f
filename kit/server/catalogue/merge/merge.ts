import { uuidv7 } from 'uuidv7';
import { type AnyCatalogue, type AnyRow, columnOf, inSentence, orgOfRow } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { isSealed } from '#kit/contract/sealed.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { tenantFilterOf } from '../read/list-sql.ts';
import type { CatalogueParts } from '../parts.ts';
import type { Referrer } from '../registry.ts';
import { titleSql } from '../read/row-sql.ts';
import { hashColumn } from '../sealed-fields.ts';
import { type CatalogueKit, mustRead } from '../store.ts';

/** Rows that one merge may move. */
const mostMoved = 5_000;

/** Records of one field that were moved from one record to another. */
export interface Moved {
  path: string;
  field: string;
  ids: string[];
}
export interface MergeRow {
  id: string;
  fromId: string;
  fromTitle: string;
  intoId: string;
  moved: Moved[];
  at: string;
  actorName: string;
  undoneAt: string | null;
}
const columns = `id, from_id as "fromId", from_title as "fromTitle", into_id as "intoId", moved, at, actor_name as "actorName", undone_at as "undoneAt"`;

/**
 * Makes two records of one thing one: whatever refers to `fromId` refers to `intoId` afterwards, and `fromId` goes to the
 * trash. Every moved record gets a version and a history row of its own.
 * @throws 409 naming the records that would then be there twice; 400 for a record and itself, or one below the other.
 */
export async function merge(
  db: Queryable,
  kit: CatalogueKit,
  { definition, reads, writes }: CatalogueParts,
  scope: Scope,
  writer: Writer,
  fromId: string,
  intoId: string,
): Promise<{ merged: MergeRow; into: AnyRow }> {
  if (fromId === intoId) throw refuse.badInput({ intoId: 'Choose another record than this one' });
  // In one order, so that two merges that cross do not wait for each other in a ring.
  const params: Param[] = [[fromId, intoId]];
  const tenantSql = tenantFilterOf(definition, 'merge-lock', scope, params);
  await db.query(
    `select 1 from ${definition.table} t where t.id = any($1::uuid[]) and t.deleted_at is null${tenantSql} order by t.id for update`,
    params,
  );
  const { row: from } = await mustRead(reads, scope, fromId, db);
  const { row: into } = await mustRead(reads, scope, intoId, db);
  if (orgOfRow(definition, from) !== orgOfRow(definition, into))
    throw refuse.badInput({ intoId: 'This record belongs to another organisation' });
  const moved: Moved[] = [];
  for (const referrer of kit.registry.referrers(definition.path)) {
    if (referrer.definition.path === definition.path && into[referrer.field] === fromId)
      throw refuse.badInput({ intoId: 'This record lies below the one to be merged' });
    await refuseDoubles(db, kit, referrer, fromId, intoId);
    const ids = await move(db, kit, referrer, writer, { id: fromId, title: from.title }, into);
    if (ids.length > 0) moved.push({ path: referrer.definition.path, field: referrer.field, ids });
  }
  await writes.remove(db, scope, writer, fromId);
  const merged: MergeRow = {
    id: uuidv7(),
    fromId,
    fromTitle: from.title,
    intoId,
    moved,
    at: writer.now.toISOString(),
    actorName: writer.actorName,
    undoneAt: null,
  };
  await db.query(
    `insert into merge (id, module, from_id, from_title, into_id, moved, at, actor_id, actor_name, org_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      merged.id,
      definition.path,
      fromId,
      from.title,
      intoId,
      JSON.stringify(moved),
      merged.at,
      writer.actorId,
      writer.actorName,
      orgOfRow(definition, into),
    ],
  );
  await recordChange(db, writer, {
    action: 'merge',
    module: definition.path,
    recordId: intoId,
    recordTitle: into.title,
    orgId: orgOfRow(definition, into),
    before: null,
    after: { merged: from.title, moved: moved.reduce((sum, one) => sum + one.ids.length, 0) },
    fields: ['merged', 'moved'],
  });
  return { merged, into };
}

/** Points the records of one field from one record to another, and tells each one's history. Gives their ids. */
async function move(
  db: Queryable,
  kit: CatalogueKit,
  { definition, field, column }: Referrer,
  writer: Writer,
  from: { id: string; title: string },
  into: { id: string; title: string },
  only?: readonly string[],
): Promise<string[]> {
  const org = definition.scope === 'organisation' ? `t.${definition.orgColumn}` : 'null::uuid';
  const rows = await db.query<{ id: string; title: string; orgId: string | null }>(
    `select t.id, ${titleSql(kit.registry, definition, 't')} as title, ${org} as "orgId" from ${definition.table} t
     where t.${column} = $1${only ? ' and t.id = any($2::uuid[])' : ''} order by t.id limit ${mostMoved + 1} for update of t`,
    only ? [from.id, only] : [from.id],
  );
  if (rows.length > mostMoved)
    throw refuse.conflict(`More than ${mostMoved} ${inSentence(definition.many)} would move. Ask your administrator`);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  await db.query(
    `update ${definition.table} set ${column} = $2, version = version + 1, updated_at = $3, updated_by = $4 where id = any($1::uuid[])`,
    [ids, into.id, writer.now.toISOString(), writer.actorId],
  );
  for (const row of rows) {
    writer.touched.push([definition.table, row.orgId]);
    await recordChange(db, writer, {
      action: 'update',
      module: definition.path,
      recordId: row.id,
      recordTitle: row.title,
      orgId: row.orgId,
      before: { [field]: from.id },
      after: { [field]: into.id },
      fields: [field],
    });
  }
  return ids;
}

/** Refuses when records that only the merged one kept apart would meet. */
async function refuseDoubles(
  db: Queryable,
  kit: CatalogueKit,
  { definition, field, column }: Referrer,
  fromId: string,
  intoId: string,
): Promise<void> {
  for (const set of definition.unique) {
    if (!set.includes(field)) continue;
    const same = set
      .filter((name) => name !== field)
      .map((name) => `${valueSql(definition, name, 'f')} = ${valueSql(definition, name, 'i')}`);
    const doubles = await db.query<{ title: string }>(
      `select ${titleSql(kit.registry, definition, 'i')} as title from ${definition.table} f join ${definition.table} i
         on i.${column} = $2 and i.deleted_at is null${same.map((one) => ` and ${one}`).join('')}
       where f.${column} = $1 and f.deleted_at is null order by 1 limit 4`,
      [fromId, intoId],
    );
    if (doubles.length === 0) continue;
    const names = doubles.slice(0, 3).map((row) => `“${row.title}”`);
    const more = doubles.length > 3 ? ' and more' : '';
    throw refuse.conflict(
      `Both have the same ${inSentence(definition.many)}: ${names.join(', ')}${more}. Merge or rename those first`,
    );
  }
}

const valueSql = (definition: AnyCatalogue, name: string, alias: string): string => {
  const field: AnyField = definition.fields[name];
  if (isSealed(field)) return `coalesce(${alias}.${hashColumn(name)}, '')`;
  const column = `${alias}.${columnOf(name)}`;
  return field.kind === 'text' ? `coalesce(lower(${column}), '')` : `coalesce(${column}::text, '')`;
};

/**
 * Takes a merge back: the record returns from the trash, and what was moved and still stands where it was put goes back.
 * @returns how many went back, and how many were left because somebody has changed or removed them since.
 */
export async function undoMerge(
  db: Queryable,
  kit: CatalogueKit,
  { definition, reads, writes }: CatalogueParts,
  scope: Scope,
  writer: Writer,
  mergeId: string,
): Promise<{ back: number; left: number; from: AnyRow }> {
  const params: Param[] = [mergeId, definition.path];
  const tenantSql = tenantFilterOf(definition, 'merge-undo', scope, params);
  const open = `from merge where id = $1 and module = $2 and undone_at is null
    and exists (select 1 from ${definition.table} t where t.id = into_id${tenantSql})`;
  const [merged] = await db.query<MergeRow>(`select ${columns} ${open} for update skip locked`, params);
  if (!merged && (await db.query(`select 1 ${open}`, params)).length > 0)
    throw refuse.conflict('This merge is already being undone');
  if (!merged) throw refuse.notFound('This merge does not exist, or it was already undone');
  const kept = await db.query(`select 1 from ${definition.table} where id = $1`, [merged.fromId]);
  if (kept.length === 0) throw refuse.conflict(`${merged.fromTitle} was permanently deleted and cannot be restored`);
  const deleted = await reads.one(scope, merged.fromId, db, true);
  const { row: from } =
    deleted === undefined
      ? await mustRead(reads, scope, merged.fromId, db)
      : await writes.restore(db, scope, writer, merged.fromId);
  const { row: into } = await mustRead(reads, scope, merged.intoId, db);
  let back = 0;
  let all = 0;
  for (const { path, field, ids } of merged.moved) {
    const referrer = kit.registry
      .referrers(definition.path)
      .find((one) => one.definition.path === path && one.field === field);
    if (!referrer) continue;
    all += ids.length;
    back += (await move(db, kit, referrer, writer, into, from, ids)).length;
  }
  await db.query('update merge set undone_at = $2 where id = $1', [mergeId, writer.now.toISOString()]);
  return { back, left: all - back, from };
}

/** Merges into a record that can still be taken back, newest first. */
export const mergesInto = (db: Queryable, definition: AnyCatalogue, intoId: string): Promise<MergeRow[]> =>
  db.query<MergeRow>(
    // What was removed for good cannot come back.
    `select ${columns} from merge where into_id = $1 and module = $2 and undone_at is null
       and exists (select 1 from ${definition.table} t where t.id = from_id) order by at desc, id desc limit 20`,
    [intoId, definition.path],
  );
