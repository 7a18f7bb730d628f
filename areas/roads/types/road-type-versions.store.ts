import type { Queryable } from '#kit/server/db/database.ts';
import type { StatutoryKind, TypeLimits } from '#telematics/limits/resolve.ts';
import { dayNumber, type SpeedClass } from '#telematics/limits/rule.ts';

/** What a road type was, up to a day. */
export interface RoadTypeVersion extends TypeLimits {
  /** Its last day. */
  toDay: string;
}

interface Row extends Record<SpeedClass, number | null> {
  typeId: string;
  version: number;
  toDay: string;
  kind: StatutoryKind;
}

const columns = `v.road_type_id as "typeId", v.version, v.to_day::text as "toDay", v.statutory_kind as kind, v.limit_m1_kmh as "M1",
  v.limit_m2_m3_kmh as "M2_M3", v.limit_n_kmh as "N", v.limit_motorcycle_kmh as "MOTORCYCLE", v.limit_quadricycle_kmh as "QUADRICYCLE",
  v.limit_three_wheeler_kmh as "THREE_WHEELER"`;

const versionOf = ({
  version,
  toDay,
  kind,
  M1,
  M2_M3,
  N,
  MOTORCYCLE,
  QUADRICYCLE,
  THREE_WHEELER,
}: Row): RoadTypeVersion => ({
  version,
  toDay,
  kind,
  limits: { M1, M2_M3, N, MOTORCYCLE, QUADRICYCLE, THREE_WHEELER },
});

/** Versions of all road types that have ended, by the type, the earliest first: they are few. */
export async function readFormerTypes(db: Queryable): Promise<Map<string, (TypeLimits & { toDay: number })[]>> {
  const rows = await db.query<Row>(`select ${columns} from road_type_version v order by v.to_day`);
  const found = new Map<string, (TypeLimits & { toDay: number })[]>();
  for (const row of rows) {
    const list = found.get(row.typeId) ?? [];
    list.push({ ...versionOf(row), toDay: dayNumber(row.toDay) });
    found.set(row.typeId, list);
  }
  return found;
}

/** Those of one type, the latest first. */
export async function versionsOfType(db: Queryable, typeId: string): Promise<RoadTypeVersion[]> {
  const rows = await db.query<Row>(
    `select ${columns} from road_type_version v where v.road_type_id = $1 order by v.to_day desc`,
    [typeId],
  );
  return rows.map(versionOf);
}

/** What decides of a road type, as its rows have it. */
interface Limits {
  version: number;
  statutoryKind: string | null;
  limitM1Kmh: number | null;
  limitM2M3Kmh: number | null;
  limitNKmh: number | null;
  limitMotorcycleKmh: number | null;
  limitQuadricycleKmh: number | null;
  limitThreeWheelerKmh: number | null;
}

/** Keeps what a type was until the end of a day. What was kept for that day already was in force on it; what came between never was. */
export const keepVersion = (db: Queryable, typeId: string, was: Limits, toDay: string): Promise<unknown> =>
  db.query(
    `insert into road_type_version (road_type_id, version, to_day, statutory_kind, limit_m1_kmh, limit_m2_m3_kmh, limit_n_kmh,
       limit_motorcycle_kmh, limit_quadricycle_kmh, limit_three_wheeler_kmh)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (road_type_id, to_day) do nothing`,
    [
      typeId,
      was.version,
      toDay,
      was.statutoryKind ?? 'OTHER',
      was.limitM1Kmh,
      was.limitM2M3Kmh,
      was.limitNKmh,
      was.limitMotorcycleKmh,
      was.limitQuadricycleKmh,
      was.limitThreeWheelerKmh,
    ],
  );
