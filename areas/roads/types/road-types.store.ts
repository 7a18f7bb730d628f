import type { Queryable } from '#kit/server/db/database.ts';

/** Ids of road types by their codes. */
export async function roadTypeIds(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ code: string; id: string }>('select code, id from road_type where deleted_at is null');
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** More roads than these are not named one by one. */
const mostNamed = 5_000;

/** Roads of a type; null: too many to name. */
export async function roadsOfType(db: Queryable, typeId: string): Promise<string[] | null> {
  const rows = await db.query<{ id: string }>(
    `select id from road where road_type_id = $1 and deleted_at is null limit ${mostNamed + 1}`,
    [typeId],
  );
  return rows.length > mostNamed ? null : rows.map(({ id }) => id);
}
