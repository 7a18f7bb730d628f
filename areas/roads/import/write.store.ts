import type { Queryable } from '#kit/server/db/database.ts';
import { typeSql } from './road-class.ts';

/** Roads that are written in one transaction: it takes some tenths of a second. */
export const perStep = 500;

export interface StepOf {
  importId: string;
  dataSet: string;
  actorId: string;
  now: Date;
}

/** The number of the last road of the next step; undefined when all are done. */
export async function stepEnd(db: Queryable, importId: string, after: number): Promise<number | undefined> {
  const [found] = await db.query<{ no: number | null }>(
    `select max(no) as no from (
       select no from road_import_feature where import_id = $1 and no > $2 and action in ('NEW', 'CHANGED', 'GONE') order by no limit ${perStep}
     ) step`,
    [importId, after],
  );
  return found?.no ?? undefined;
}

const some = 'f.import_id = $1 and f.no > $2 and f.no <= $3';

/** Writes what becomes of some roads. @returns how many were written */
export async function writeStep(
  db: Queryable,
  { importId, dataSet, actorId, now }: StepOf,
  after: number,
  upTo: number,
): Promise<number> {
  const range = [importId, after, upTo];
  const by = [...range, dataSet, now.toISOString(), actorId];
  const [made] = await db.query<{ count: number }>(makeSql, by);
  const [changed] = await db.query<{ count: number }>(changeSql, by);
  const [gone] = await db.query<{ count: number }>(goneSql, [...range, now.toISOString(), actorId]);
  return (made?.count ?? 0) + (changed?.count ?? 0) + (gone?.count ?? 0);
}

/**
 * Rows of a step, found once: nothing is known of a table that was filled a moment ago, and a plan that looks for each row among
 * all others would take minutes.
 */
const these = (action: 'NEW' | 'CHANGED' | 'GONE') =>
  `f as materialized (select * from road_import_feature f where ${some} and f.action = '${action}')`;

const makeSql = {
  name: 'road-import-make',
  text: `with ${these('NEW')}, made as (
     insert into road (id, name, ref, road_type_id, state, district, one_way, is_divided, lanes, structure, layer, osm_max_kmh, length_m,
       source, external_key, osm_way_ids, import_id, created_at, created_by, updated_at, updated_by)
     select f.road_id, f.name, f.ref, ${typeSql}, f.state, f.district, f.one_way, f.is_divided, f.lanes, f.structure, f.layer,
       f.osm_max_kmh, f.length_m, 'OSM', f.external_key, f.osm_way_ids, $1, $5, $6, $5, $6
     from f
     on conflict (external_key) where deleted_at is null do nothing
     returning id, version
   ), lines as (
     insert into road_line (road_id, points, box) select m.id, f.points, f.box from made m join f on f.road_id = m.id
   ), sources as (
     insert into road_source (road_id, data_set, hash, limits, road_version, import_id)
     select m.id, $4, f.hash, f.limits, m.version, $1 from made m join f on f.road_id = m.id
   ), kept as (
     insert into road_import_change (import_id, road_id, action, version) select $1, id, 'NEW', version from made
   )
   select count(*) from made`,
};

/** What an import writes to a road, its line apart: the columns, and how the file's row has them. */
export const written = [
  'name',
  'ref',
  'state',
  'district',
  'one_way',
  'is_divided',
  'lanes',
  'structure',
  'layer',
  'osm_max_kmh',
  'length_m',
  'osm_way_ids',
] as const;

const changeSql = {
  name: 'road-import-change',
  text: `with ${these('CHANGED')}, old as (
     select f.*, to_jsonb(r) || jsonb_build_object('source_row', to_jsonb(s)) as before, l.points as points_before, l.box as box_before
     from f join road r on r.id = f.road_id join road_source s on s.road_id = r.id left join road_line l on l.road_id = r.id
     where r.deleted_at is null and r.version = s.road_version
     order by r.id for update of r
   ), changed as (
     update road r set ${written.map((column) => `${column} = f.${column}`).join(', ')}, road_type_id = ${typeSql}, status = 1,
       import_id = $1, version = r.version + 1, updated_at = $5, updated_by = $6
     from old f where r.id = f.road_id
     returning r.id, r.version, f.hash, f.limits, f.points, f.box, f.before, f.points_before, f.box_before
   ), lines as (
     insert into road_line (road_id, points, box) select id, points, box from changed
     on conflict (road_id) do update set points = excluded.points, box = excluded.box, version = road_line.version + 1
     where road_line.points <> excluded.points
   ), sources as (
     update road_source s set data_set = $4, hash = c.hash, limits = c.limits, road_version = c.version, import_id = $1
     from changed c where s.road_id = c.id
   ), kept as (
     insert into road_import_change (import_id, road_id, action, version, before, points, box)
     select $1, id, 'CHANGED', version, before, points_before, box_before from changed
   )
   select count(*) from changed`,
};

const goneSql = {
  name: 'road-import-gone',
  text: `with ${these('GONE')}, changed as (
     update road r set status = 0, import_id = $1, version = r.version + 1, updated_at = $4, updated_by = $5
     from f join road_source s on s.road_id = f.road_id
     where r.id = f.road_id and r.deleted_at is null and r.status = 1 and r.version = s.road_version
     returning r.id, r.version
   ), sources as (
     update road_source s set road_version = c.version from changed c where s.road_id = c.id
   ), kept as (
     insert into road_import_change (import_id, road_id, action, version) select $1, id, 'GONE', version from changed
   )
   select count(*) from changed`,
};
