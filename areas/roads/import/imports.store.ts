import type { Queryable } from '#kit/server/db/database.ts';
import { type FaultCode, weightOf } from './fault.contract.ts';
import {
  type ImportState,
  type OneRoadImport,
  type RoadFault,
  type RoadImport,
  type RoadOrigin,
  undoDays,
} from './road-import.contract.ts';

/** A row of road_import, as jobs need it. */
export interface ImportRow {
  id: string;
  file_name: string;
  data_set: string;
  elsewhere: string | null;
  bytes: number;
  received: number;
  state: ImportState;
  is_stopped: boolean;
  faults: Partial<Record<FaultCode, number>>;
  made: number;
  changed: number;
  gone: number;
  done: number;
  total: number;
  next_no: number;
  undo_left: number;
  worker: string | null;
  worked_at: string | null;
  tries: number;
  actor_id: string;
  actor_name: string;
  ip: string | null;
  request_id: string | null;
}

export async function lockImport(db: Queryable, id: string): Promise<ImportRow | undefined> {
  const [row] = await db.query<ImportRow>('select * from road_import where id = $1 for update', [id]);
  return row;
}

/** Whether an import of the same data set that came after `i` has written roads and stands. */
const isFollowed = `exists (select from road_import l
    where l.data_set = i.data_set and l.state = 'DONE' and l.done > 0 and (l.started_at, l.id) > (i.started_at, i.id))`;

const columns = `i.id, i.file_name as "fileName", i.data_set as "dataSet", i.bytes, i.received, i.state, i.read, i.passed,
  i.made, i.changed, i.same, i.kept, i.gone, i.faults, i.done, i.total, i.undo_left as "undoLeft", i.message,
  i.actor_name as "actorName", i.at, i.started_at as "startedAt", i.finished_at as "finishedAt", i.undone_at as "undoneAt", ${isFollowed} as "isFollowed"`;

type Stored = Omit<OneRoadImport, 'errors' | 'warnings' | 'canUndo'> & { isFollowed: boolean };

/** Whether an import wrote something, and what it did is still known. */
const isKnown = (row: Pick<RoadImport, 'state' | 'finishedAt' | 'done'>, now: Date): boolean =>
  row.state === 'DONE' &&
  row.done > 0 &&
  row.finishedAt !== null &&
  now.getTime() - Date.parse(row.finishedAt) < undoDays * 86_400_000;

function shown({ faults, isFollowed, ...row }: Stored, now: Date): RoadImport {
  const sum = (weight: string) =>
    Object.entries(faults).reduce(
      (all, [code, count]) =>
        (weightOf(code as FaultCode) === 'warning') === (weight === 'warning') ? all + count : all,
      0,
    );
  return { ...row, errors: sum('error'), warnings: sum('warning'), canUndo: isKnown(row, now) && !isFollowed };
}

export async function listImports(db: Queryable, now: Date, skip: number, take: number) {
  const rows = await db.query<Stored>(
    `select ${columns} from road_import i order by i.at desc, i.id desc limit $1 offset $2`,
    [take, skip],
  );
  const [total] = await db.query<{ count: number }>('select count(*) from road_import');
  return { rows: rows.map((row) => shown(row, now)), count: total?.count ?? 0 };
}

export async function oneImport(db: Queryable, now: Date, id: string): Promise<OneRoadImport | undefined> {
  const [row] = await db.query<Stored>(`select ${columns} from road_import i where i.id = $1`, [id]);
  return row && { ...shown(row, now), faults: row.faults };
}

/** Whether an import could be taken back, and what came after it is all that stands in the way. */
export async function waitsForLater(db: Queryable, now: Date, id: string): Promise<boolean> {
  const [row] = await db.query<Stored>(`select ${columns} from road_import i where i.id = $1`, [id]);
  return row !== undefined && row.isFollowed && isKnown(row, now);
}

export async function faultsOf(
  db: Queryable,
  id: string,
  { code, skip, take }: { code: string | undefined; skip: number; take: number },
): Promise<{ rows: RoadFault[]; count: number }> {
  const where = 'import_id = $1 and ($2::text is null or code = $2)';
  const rows = await db.query<RoadFault>(
    `select code, no, line, feature, detail from road_import_fault where ${where} order by at limit $3 offset $4`,
    [id, code ?? null, take, skip],
  );
  const [total] = await db.query<{ count: number }>(`select count(*) from road_import_fault where ${where}`, [
    id,
    code ?? null,
  ]);
  return { rows, count: total?.count ?? 0 };
}

/** Imports that wrote to a road, the latest first. */
export const originsOf = (db: Queryable, roadId: string): Promise<RoadOrigin[]> =>
  db.query<RoadOrigin>(
    `select i.id as "importId", i.file_name as "fileName", i.data_set as "dataSet", c.action, c.undo is not distinct from 'BACK' as "isUndone",
       i.actor_name as "actorName", coalesce(i.finished_at, i.started_at, i.at) as at
     from road_import_change c join road_import i on i.id = c.import_id where c.road_id = $1 order by i.at desc, i.id desc limit 50`,
    [roadId],
  );

/** Names of data sets that files were imported under, the latest first. */
export async function dataSets(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select data_set as name from road_import where state = 'DONE' group by data_set order by max(at) desc limit 50`,
  );
  return rows.map(({ name }) => name);
}

export async function setState(
  db: Queryable,
  id: string,
  state: ImportState,
  more: Readonly<Record<string, string | number | boolean | null>> = {},
) {
  const names = Object.keys(more);
  await db.query(
    `update road_import set state = $2${names.map((name, at) => `, ${name} = $${at + 3}`).join('')} where id = $1`,
    [id, state, ...Object.values(more)],
  );
}
