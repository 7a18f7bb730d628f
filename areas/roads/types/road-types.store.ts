import type { Queryable } from '#kit/server/db/database.ts';
import type { StatutoryKind, TypeLimits } from '#telematics/limits/resolve.ts';
import type { SpeedClass } from '#telematics/limits/rule.ts';

/** Ids of road types by their codes. */
export async function roadTypeIds(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ code: string; id: string }>('select code, id from road_type where deleted_at is null');
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** The limits of a road type as it is; undefined where there is none such. */
export async function typeLimitsOf(db: Queryable, id: string): Promise<Omit<TypeLimits, 'version'> | undefined> {
  const [row] = await db.query<Record<SpeedClass, number | null> & { kind: StatutoryKind }>(
    `select statutory_kind as kind, limit_m1_kmh as "M1", limit_m2_m3_kmh as "M2_M3", limit_n_kmh as "N", limit_motorcycle_kmh as "MOTORCYCLE",
       limit_quadricycle_kmh as "QUADRICYCLE", limit_three_wheeler_kmh as "THREE_WHEELER" from road_type where id = $1 and deleted_at is null`,
    [id],
  );
  if (!row) return undefined;
  const { kind, ...limits } = row;
  return { kind, limits };
}

/** Whether a limit of the law is there, active or not. */
export const isStatutoryLimit = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.query('select from statutory_speed_limit where id = $1 and deleted_at is null', [id])).length > 0;

/** Whether roads have a type, or had: what they were judged by stays. */
export async function isUsed(db: Queryable, typeId: string): Promise<boolean> {
  const [found] = await db.query('select 1 from road where road_type_id = $1 limit 1', [typeId]);
  return found !== undefined;
}
