import { allowMs, type Queryable } from '#kit/server/db/database.ts';
import { weightOf } from './fault.contract.ts';
import type { Fault } from './read/road-feature.ts';
import type { RoadPiece } from './read-pieces.ts';
import { typeSql } from './road-class.ts';

/** A look at all roads of a data set, and the removal of many rows. */
const longMs = 60_000;
/** Numbers of roads that are gone follow those of any file. */
const goneFrom = 1_000_000_000;

const roadColumns = `id uuid, no integer, external_key text, hash text, name text, ref text, highway text, state text, district text,
  one_way text, is_divided boolean, lanes smallint, structure text, layer smallint, osm_max_kmh smallint, osm_way_ids bigint[],
  limits jsonb, length_m integer, points text, box text`;

/** Of roads that were split here: their whole line is not to be written over a part, nor beside the parts where the first of them was deleted. */
const splitKeys = 'select p.split_key from road p where p.split_key is not null and p.deleted_at is null';

/**
 * Keeps roads of a file, each with what would become of it. Of those that stay as they are only the key is kept.
 * @param from numbers of roads and faults that were kept before
 */
export async function stagePiece(
  db: Queryable,
  importId: string,
  { roads, faults }: RoadPiece,
  from: { faults: number },
): Promise<void> {
  await db.query(
    `insert into road_import_feature (import_id, no, external_key, action, road_id, hash, name, ref, highway, state, district, one_way,
       is_divided, lanes, structure, layer, osm_max_kmh, osm_way_ids, limits, length_m, points, box)
     select $1, x.no, x.external_key, x.action, x.road_id, x.hash, x.name, x.ref, x.highway, x.state, x.district, x.one_way,
       x.is_divided, x.lanes, x.structure, x.layer, x.osm_max_kmh, x.osm_way_ids, x.limits, x.length_m,
       case when x.action in ('NEW', 'CHANGED') then decode(x.points, 'hex') end, x.box::box
     from (
       select f.*, coalesce(r.id, f.id) as road_id, case
           when f.external_key in (${splitKeys}) then 'KEPT'
           when r.id is null then 'NEW'
           when s.road_id is null or s.road_version <> r.version then 'KEPT'
           when s.hash = f.hash and r.status = 1 and r.road_type_id = ${typeSql} then 'SAME'
           else 'CHANGED'
         end as action
       from jsonb_to_recordset($2::jsonb) as f (${roadColumns})
       left join road r on r.external_key = f.external_key and r.deleted_at is null
       left join road_source s on s.road_id = r.id
     ) x`,
    [importId, roads],
  );
  if (faults.length > 0) await stageFaults(db, importId, faults, from.faults);
}

async function stageFaults(db: Queryable, importId: string, faults: readonly Fault[], from: number): Promise<void> {
  const rows = faults.map((fault, at) => ({ ...fault, at: from + at + 1, is_error: weightOf(fault.code) === 'error' }));
  // A road that cannot be read is not gone from its file: its names are kept, whichever of them it has.
  await db.query(
    `with given as (
       select * from jsonb_to_recordset($2::jsonb) as f (at integer, code text, no integer, line integer, id text, detail text, is_error boolean)
     ), left_out as (
       insert into road_import_feature (import_id, no, external_key, action)
       select $1, -at, id, 'ERROR' from given where is_error and id is not null
     )
     insert into road_import_fault (import_id, at, code, no, line, feature, detail)
     select $1, at, code, no, line, id, detail from given`,
    [importId, JSON.stringify(rows)],
  );
}

/**
 * Reports the roads of a file that were split here and are left as they are, behind the faults there are.
 * @returns how many they are
 */
export async function stageSplit(db: Queryable, importId: string, mostKept: number): Promise<number> {
  const of = `from road_import_feature f where f.import_id = $1 and f.no between 1 and ${goneFrom} and f.action = 'KEPT' and f.external_key in (${splitKeys})`;
  const [found] = await db.query<{ count: number }>(`select count(*) ${of}`, [importId]);
  const count = found?.count ?? 0;
  if (count > 0)
    await db.query(
      `insert into road_import_fault (import_id, at, code, feature)
       select $1, (select coalesce(max(at), 0) from road_import_fault where import_id = $1) + row_number() over (order by f.no), 'split',
         regexp_replace(f.external_key, '^(osm|geojson):', '') ${of} order by f.no limit $2`,
      [importId, mostKept],
    );
  return count;
}

/** Adds the roads that earlier files of the data set had and this one has not. */
export async function stageGone(db: Queryable, importId: string, dataSet: string): Promise<void> {
  await allowMs(db, longMs);
  await db.query(
    {
      text: `insert into road_import_feature (import_id, no, external_key, action, road_id)
       select $1, ${goneFrom} + row_number() over (order by r.id), r.external_key,
         case when r.version = s.road_version then 'GONE' else 'KEPT' end, r.id
       from road_source s join road r on r.id = s.road_id
       where s.data_set = $2 and r.status = 1 and r.deleted_at is null and r.external_key is not null
         and not exists (
           select 1 from road_import_feature f where f.import_id = $1 and f.external_key in
             (r.external_key, split_part(regexp_replace(r.external_key, '^(osm|geojson):', ''), '#', 1)))`,
      timeoutMs: longMs,
    },
    [importId, dataSet],
  );
}

/** How many roads there are of each action. */
export async function stagedSums(db: Queryable, importId: string): Promise<Record<string, number>> {
  await allowMs(db, longMs);
  const rows = await db.query<{ action: string; count: number }>(
    {
      text: 'select action, count(*) from road_import_feature where import_id = $1 group by action',
      timeoutMs: longMs,
    },
    [importId],
  );
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]));
}

/** Rows that are removed at a time. */
const perSweep = 20_000;

/** Removes some of what was kept of a file. @returns whether there is more */
export async function unstage(db: Queryable, importId: string): Promise<boolean> {
  const gone = await db.query(
    `delete from road_import_feature where (import_id, no) in
       (select import_id, no from road_import_feature where import_id = $1 order by no limit ${perSweep}) returning 1`,
    [importId],
  );
  return gone.length === perSweep;
}
