import type { Queryable } from '#kit/server/db/database.ts';
import { readFormerTypes } from '../types/road-type-versions.store.ts';
import type { LimitRoad, StatutoryKind, StatutoryLimit } from '#telematics/limits/resolve.ts';
import { dayNumber, sortRules, type SpeedClass } from '#telematics/limits/rule.ts';
import { asLimitRule, readRules, type StoredRule } from '../rules/rules.store.ts';

/** Rows of the law that are active, of all days. */
export async function readLaw(db: Queryable): Promise<StatutoryLimit[]> {
  const rows = await db.query<StatutoryRow>(
    `select id, rule_version as version, kind, speed_class as "speedClass", state, limit_kmh as "limitKmh",
       effective_from::text as "effectiveFrom", effective_to::text as "effectiveTo"
     from statutory_speed_limit where deleted_at is null and status = 1`,
  );
  return rows.map(({ effectiveFrom, effectiveTo, ...row }) => ({
    ...row,
    fromDay: dayNumber(effectiveFrom),
    toDay: effectiveTo === null ? null : dayNumber(effectiveTo),
  }));
}

interface StatutoryRow extends Omit<StatutoryLimit, 'fromDay' | 'toDay'> {
  effectiveFrom: string;
  effectiveTo: string | null;
}

/** A road as limits are found for it, with what people are told of it. */
export interface KnownRoad extends LimitRoad {
  id: string;
  name: string;
  ref: string | null;
  oneWay: 'BOTH' | 'FORWARD' | 'BACKWARD';
  structure: string;
  layer: number;
  /** Null while it has no line. */
  knownM: number | null;
  typeName: string;
  typeCode: string;
  stored: readonly StoredRule[];
}

/** Live roads by their id, with their types and active rules. */
export async function readLimitRoads(db: Queryable, ids: readonly string[]): Promise<Map<string, KnownRoad>> {
  const [rows, rules, versions] = await Promise.all([
    db.query<RoadRow>(
      `select r.id, r.name, r.ref, r.one_way as "oneWay", r.structure, r.layer, r.length_m as "lengthM", r.state, r.osm_max_kmh as "osmMaxKmh",
         t.id as "typeId", t.version as "typeVersion", t.name as "typeName", t.code as "typeCode", t.statutory_kind as kind,
         t.limit_m1_kmh as "M1", t.limit_m2_m3_kmh as "M2_M3", t.limit_n_kmh as "N", t.limit_motorcycle_kmh as "MOTORCYCLE",
         t.limit_quadricycle_kmh as "QUADRICYCLE", t.limit_three_wheeler_kmh as "THREE_WHEELER"
       from road r join road_type t on t.id = r.road_type_id where r.id = any($1::uuid[]) and r.deleted_at is null`,
      [[...ids]],
    ),
    readRules(db, ids),
    readFormerTypes(db),
  ]);
  return new Map(
    rows.map((row) => {
      const stored = rules.filter(({ roadId }) => roadId === row.id);
      const { M1, M2_M3, N, MOTORCYCLE, QUADRICYCLE, THREE_WHEELER } = row;
      return [
        row.id,
        {
          id: row.id,
          name: row.name,
          ref: row.ref,
          oneWay: row.oneWay,
          structure: row.structure,
          layer: row.layer,
          knownM: row.lengthM,
          // Without a line there is no end to hold rules to.
          lengthM: row.lengthM ?? Number.POSITIVE_INFINITY,
          state: row.state,
          osmMaxKmh: row.osmMaxKmh,
          typeName: row.typeName,
          typeCode: row.typeCode,
          type: {
            id: row.typeId,
            version: row.typeVersion,
            kind: row.kind,
            limits: { M1, M2_M3, N, MOTORCYCLE, QUADRICYCLE, THREE_WHEELER },
            former: versions.get(row.typeId) ?? [],
          },
          rules: sortRules(stored.map(asLimitRule)),
          stored,
        },
      ];
    }),
  );
}

interface RoadRow extends Record<SpeedClass, number | null> {
  id: string;
  name: string;
  ref: string | null;
  oneWay: KnownRoad['oneWay'];
  structure: string;
  layer: number;
  lengthM: number | null;
  state: string;
  osmMaxKmh: number | null;
  typeId: string;
  typeVersion: number;
  typeName: string;
  typeCode: string;
  kind: StatutoryKind;
}
