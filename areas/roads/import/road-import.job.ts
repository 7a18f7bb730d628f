import type { ProductParts } from '#kit/server/area.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordAct, type Writer } from '#kit/server/history.ts';
import type { Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import { groundsChanged } from '../roads.events.ts';
import { type ImportRow, lockImport, setState } from './imports.store.ts';
import { jobName, type Reading } from './reading.ts';
import { unstage } from './stage.store.ts';
import { undoStep } from './undo.store.ts';
import type { UploadFiles } from './upload-files.ts';
import { stepEnd, writeStep } from './write.store.ts';

/** Tables that lists of roads hang on. */
const touched: [string, null][] = [['road', null]];

/** Who imports, as the history tells it. */
const writerOf = (row: ImportRow, now: Date): Writer => ({
  actorId: row.actor_id,
  actorName: row.actor_name,
  orgId: null,
  source: 'import',
  ip: row.ip,
  requestId: row.request_id,
  now,
  touched: [],
});

/** Roads anywhere may be others now. */
const told = (db: Queryable, row: ImportRow, now: Date): Promise<void> =>
  groundsChanged.raise(db, writerOf(row, now), {
    cause: 'IMPORT',
    recordId: row.id,
    title: row.file_name,
    roadIds: null,
    near: null,
    orgId: null,
    fromDay: null,
  });

/**
 * The next step of an import, in the transaction of its job, and the job for the one after it. A process that is killed loses the
 * step, and the next start does it: an import goes on where it was.
 */
export function importTask({ jobs, kit }: ProductParts, reading: Reading, files: UploadFiles): Task {
  const goOn = (db: Queryable, { id }: ImportRow) =>
    jobs.add(db, { name: jobName, tenant: jobName, payload: { importId: id } });
  const written = async (db: Queryable) => {
    await markAll(kit.versions, db, touched);
    return () => bumpAll(kit.versions, touched);
  };

  const write = async (db: Queryable, row: ImportRow, now: Date) => {
    const upTo = await stepEnd(db, row.id, row.next_no);
    if (upTo === undefined) {
      await setState(db, row.id, 'DONE', { finished_at: now.toISOString() });
      await recordAct(db, writerOf(row, now), {
        action: 'create',
        module: 'road-import',
        recordId: row.id,
        recordTitle: row.file_name,
        after: { dataSet: row.data_set, made: row.made, changed: row.changed, gone: row.gone },
      });
      if (row.made + row.changed + row.gone > 0) await told(db, row, now);
      await goOn(db, row);
      return undefined;
    }
    const of = { importId: row.id, dataSet: row.data_set, actorId: row.actor_id, now };
    const count = await writeStep(db, of, row.next_no, upTo);
    await db.query('update road_import set next_no = $2, done = done + $3 where id = $1', [row.id, upTo, count]);
    await goOn(db, row);
    return written(db);
  };

  const undo = async (db: Queryable, row: ImportRow, now: Date) => {
    const { looked, left } = await undoStep(db, row.id, row.actor_id, now);
    if (looked === 0) {
      await setState(db, row.id, row.is_stopped ? 'CANCELLED' : 'UNDONE', { undone_at: now.toISOString() });
      await recordAct(db, writerOf(row, now), {
        action: 'restore',
        module: 'road-import',
        recordId: row.id,
        recordTitle: row.file_name,
        after: { dataSet: row.data_set, putBack: row.total - row.undo_left, left: row.undo_left },
      });
      await told(db, row, now);
      await goOn(db, row);
      return undefined;
    }
    await db.query('update road_import set done = done + $2, undo_left = undo_left + $3 where id = $1', [
      row.id,
      looked,
      left,
    ]);
    await goOn(db, row);
    return written(db);
  };

  return async (db, { importId }, now) => {
    const row = await lockImport(db, String(importId));
    switch (row?.state) {
      case 'READING':
        return reading.take(db, row);
      case 'IMPORTING':
        return write(db, row, now);
      case 'UNDOING':
        return undo(db, row, now);
      case 'DONE':
      case 'UNDONE':
      case 'CANCELLED':
      case 'FAILED':
        await files.remove(row.id);
        if (await unstage(db, row.id)) await goOn(db, row);
        return undefined;
      default:
        return undefined;
    }
  };
}

/** Ends an import whose step failed again and again. What it has written can be taken back. */
export const importGivenUp =
  ({ kit }: ProductParts): Task =>
  async (db, { importId }, now) => {
    const row = await lockImport(db, String(importId));
    if (row?.state !== 'IMPORTING' && row?.state !== 'UNDOING') return;
    const message =
      row.state === 'IMPORTING'
        ? 'The server could not write all roads, though it was tried several times. Undo takes back what was written.'
        : 'The server could not take all roads back, though it was tried several times. Undo tries it again.';
    await setState(db, row.id, 'DONE', { finished_at: now.toISOString(), message });
    await markAll(kit.versions, db, touched);
  };

/** How long a file waits for its next piece, or for somebody who starts its import. */
const waitsMs = { UPLOADING: 86_400_000, CHECKED: 7 * 86_400_000 };
/** How long it is known what an import did. */
const keptMs = 365 * 86_400_000;
/** Imports that are ended in one sweep, and changes that are forgotten. */
const perSweep = { imports: 20, changes: 20_000 };

/** Ends imports that nobody goes on with, and forgets what came before the former year. */
export async function sweepImports(
  db: Queryable,
  { jobs }: Pick<ProductParts, 'jobs'>,
  files: UploadFiles,
  now: Date,
): Promise<void> {
  for (const [state, ms] of Object.entries(waitsMs)) {
    const ended = await db.query<{ id: string }>(
      `update road_import set state = 'CANCELLED', finished_at = $3 where id in
         (select id from road_import where state = $1 and at < $2 limit ${perSweep.imports}) returning id`,
      [state, new Date(now.getTime() - ms).toISOString(), now.toISOString()],
    );
    for (const { id } of ended) await jobs.add(db, { name: jobName, tenant: jobName, payload: { importId: id } });
  }
  await db.query(
    `delete from road_import_change where (import_id, road_id) in (select c.import_id, c.road_id from road_import_change c
       join road_import i on i.id = c.import_id where i.at < $1 limit ${perSweep.changes})`,
    [new Date(now.getTime() - keptMs).toISOString()],
  );
  // Bytes without a row, as a process leaves them that was killed between the two.
  for (const id of await files.all()) {
    const [known] = await db.query(
      `select 1 from road_import where id = $1 and state in ('UPLOADING', 'READING', 'CHECKED')`,
      [id],
    );
    if (!known) await files.remove(id);
  }
}
