import type { Queryable } from '#kit/server/db/database.ts';

/** Ids of road types by their codes. */
export async function roadTypeIds(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ code: string; id: string }>('select code, id from road_type where deleted_at is null');
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** Whether roads have a type, or had: what they were judged by stays. */
export async function isUsed(db: Queryable, typeId: string): Promise<boolean> {
  const [found] = await db.query('select 1 from road where road_type_id = $1 limit 1', [typeId]);
  return found !== undefined;
}
