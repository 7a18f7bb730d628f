import type { Queryable } from '#kit/server/db/database.ts';
import { perStep, written } from './write.store.ts';

/** What of a road is put back, its line apart. */
const columns = [...written, 'road_type_id', 'status', 'import_id'];

/**
 * Takes some of what an import did back: made roads go to the trash, changed ones get their former values and lines, those that
 * were gone are active again. What was edited since is left, and so is a road that has speed rules by now.
 * @returns how many were looked at, and how many of them were left
 */
export async function undoStep(
  db: Queryable,
  importId: string,
  actorId: string,
  now: Date,
): Promise<{ looked: number; left: number }> {
  const ids = await db.query<{ id: string }>(
    `select road_id as id from road_import_change where import_id = $1 and undo is null order by road_id limit ${perStep}`,
    [importId],
  );
  if (ids.length === 0) return { looked: 0, left: 0 };
  const by = [importId, ids.map(({ id }) => id), now.toISOString(), actorId];
  await db.query(removeSql, by);
  await db.query(putBackSql, by);
  await db.query(activateSql, by);
  const left = await db.query(
    `update road_import_change set undo = 'EDITED' where import_id = $1 and road_id = any($2::uuid[]) and undo is null returning 1`,
    [importId, ids.map(({ id }) => id)],
  );
  return { looked: ids.length, left: left.length };
}

const these = 'c.import_id = $1 and c.road_id = any($2::uuid[])';
/**
 * What an earlier import left as it was when this one wrote to it has a new version by being put back, and is still as that import left it:
 * its own undo takes it back as well. What was edited in between was never this import's.
 */
const earlier = `earlier as (
     update road_import_change e set version = b.version from back b
     where e.road_id = b.id and e.import_id <> $1 and e.undo is null and e.version = b.was
   )`;
const mark = (from: string) =>
  `update road_import_change c set undo = 'BACK' from ${from} b where c.import_id = $1 and c.road_id = b.id`;

const removeSql = {
  name: 'road-undo-made',
  text: `with back as (
     update road r set deleted_at = $3, deleted_by = $4, updated_at = $3, updated_by = $4, version = r.version + 1
     from road_import_change c
     where ${these} and c.action = 'NEW' and r.id = c.road_id and r.version = c.version and r.deleted_at is null
       and not exists (select 1 from road_speed_rule s where s.road_id = r.id and s.deleted_at is null)
     returning r.id
   ), sources as (delete from road_source s using back where s.road_id = back.id)
   ${mark('back')}`,
};

const putBackSql = {
  name: 'road-undo-changed',
  text: `with back as (
     update road r set ${columns.map((column) => `${column} = o.${column}`).join(', ')},
       version = r.version + 1, updated_at = $3, updated_by = $4
     from road_import_change c, jsonb_populate_record(null::road, c.before) o
     where ${these} and c.action = 'CHANGED' and r.id = c.road_id and r.version = c.version and r.deleted_at is null
     returning r.id, r.version, c.version - 1 as was, c.before, c.points, c.box
   ), lines as (
     update road_line l set points = b.points, box = b.box, version = l.version + 1
     from back b where l.road_id = b.id and b.points is not null and l.points <> b.points
   ), sources as (
     update road_source s set data_set = o.data_set, hash = o.hash, limits = o.limits, import_id = o.import_id, road_version = b.version
     from back b, jsonb_populate_record(null::road_source, b.before -> 'source_row') o where s.road_id = b.id
   ), ${earlier}
   ${mark('back')}`,
};

const activateSql = {
  name: 'road-undo-gone',
  text: `with back as (
     update road r set status = 1, version = r.version + 1, updated_at = $3, updated_by = $4
     from road_import_change c
     where ${these} and c.action = 'GONE' and r.id = c.road_id and r.version = c.version and r.deleted_at is null
     returning r.id, r.version, c.version - 1 as was
   ), sources as (
     update road_source s set road_version = b.version from back b where s.road_id = b.id
   ), ${earlier}
   ${mark('back')}`,
};
