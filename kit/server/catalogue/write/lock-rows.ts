import { type AnyCatalogue, columnOf } from '#kit/contract/catalogue.ts';
import type { Param, Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';

export interface RowLock {
  /** 'key share' keeps the rows from being deleted, 'no key update' from being changed as well. */
  strength: 'key share' | 'no key update';
  /** API names of what is read of each row, besides its id. */
  fields?: readonly string[];
}

/**
 * Locks rows of any catalogue until the transaction ends, in the order of their ids, for a write that leans on them. So an area
 * locks what another one owns without naming its table.
 * @param match further conditions over the alias `t`, such as ` and t.deleted_at is null` and the tenant filter.
 * @param params begin with the ids; those of `match` follow.
 * @returns the rows that are there.
 */
export async function lockRows<T>(
  db: Queryable,
  definition: AnyCatalogue,
  { strength, fields = [] }: RowLock,
  match: string,
  params: readonly Param[],
): Promise<(T & { id: string })[]> {
  const columns = ['id', ...fields].map((name) => `t.${columnOf(name)} as "${name}"`).join(', ');
  return db.query<T & { id: string }>(
    `select ${columns} from ${definition.table} t where t.id = any($1::uuid[])${match} order by t.id for ${strength}`,
    [...params],
  );
}

/** Gives a row a new version, where what belongs to it changed in other tables. */
export async function touchRow(db: Queryable, definition: AnyCatalogue, id: string, writer: Writer): Promise<void> {
  await db.query(
    `update ${definition.table} set version = version + 1, updated_at = $2, updated_by = $3 where id = $1`,
    [id, writer.now.toISOString(), writer.actorId],
  );
}
