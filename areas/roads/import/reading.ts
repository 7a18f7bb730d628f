import { randomUUID } from 'node:crypto';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import type { ServerParts } from '#kit/server/area.ts';
import { createIsolated, Ended, tooBusy } from '#kit/server/isolated/isolated.ts';
import { asJob } from '#kit/server/turns/rooms.ts';
import { type FaultCode, weightOf } from './fault.contract.ts';
import { type ImportRow, lockImport, setState } from './imports.store.ts';
import { type FileSums, mostFaults, type RoadPiece } from './read-pieces.ts';
import type { ReadOrder } from './road-process.ts';
import { stagedSums, stageGone, stagePiece, stageSplit, unstage } from './stage.store.ts';
import type { UploadFiles } from './upload-files.ts';

/** What reading may take: of a file of 512 MB it takes a quarter of that. */
const limits = { timeMs: 900_000, lateMs: 7_200_000, memoryBytes: 2_000 * 1024 * 1024, mostWaiting: 8 };
/** Whoever reads was killed when there was no sign of it for so long: reading begins anew. */
const silentMs = 30_000;
const mostTries = 3;
export const jobName = 'road-import';

/** Somebody else reads the file by now, or it was cancelled. */
class NotOurs extends Error {}

type Parts = Pick<ServerParts, 'db' | 'clock' | 'log' | 'jobs'>;

export interface Reading {
  /** Takes the reading over unless somebody is at it. To be called in a job; what it gives is to be called after its commit. */
  take(db: Queryable, row: ImportRow): Promise<() => void>;
}

/** Reads files in a process of its own, outside of the queue of jobs: others’ mail and exports go on meanwhile. */
export function createReading({ db: database, clock, log, jobs }: Parts, files: UploadFiles): Reading {
  const reader = createIsolated<ReadOrder, FileSums>(new URL('./road-process.ts', import.meta.url), limits, {
    full: tooBusy,
  });
  const inOne = <T>(work: (db: Queryable) => Promise<T>) => asJob('roads', () => transact(database, everything, work));
  const mustBeOurs = async (db: Queryable, id: string, worker: string, more = 0) => {
    const [row] = await db.query(
      `update road_import set worked_at = $3, read = read + $4 where id = $1 and worker = $2 and state = 'READING' returning id`,
      [id, worker, clock.now().toISOString(), more],
    );
    if (!row) throw new NotOurs();
  };

  const read = async (row: ImportRow, worker: string) => {
    while (await inOne((db) => unstage(db, row.id)));
    await inOne((db) => db.query('delete from road_import_fault where import_id = $1', [row.id]));
    let faults = 0;
    const takes = async (piece: unknown) => {
      const { roads, faults: found } = piece as RoadPiece;
      await inOne(async (db) => {
        // An object of the array begins with its id, and nothing in it does.
        await mustBeOurs(db, row.id, worker, roads.split('{"id":').length - 1);
        await stagePiece(db, row.id, { roads, faults: found }, { faults });
      });
      faults += found.length;
    };
    const order = { path: files.pathOf(row.id), elsewhere: row.elsewhere };
    const sums = await reader.run(Buffer.alloc(0), order, { takes });
    await settle(row, worker, sums);
  };

  const settle = async (row: ImportRow, worker: string, { roads, passed, faults }: FileSums) => {
    const isBad = Object.keys(faults).some((code) => weightOf(code as FaultCode) === 'file');
    await inOne(async (db) => {
      await mustBeOurs(db, row.id, worker);
      const split = isBad ? 0 : await stageSplit(db, row.id, mostFaults);
      if (!isBad) await stageGone(db, row.id, row.data_set);
      const sums = isBad ? {} : await stagedSums(db, row.id);
      const { NEW: made = 0, CHANGED: changed = 0, SAME: same = 0, KEPT: kept = 0, GONE: gone = 0 } = sums;
      await setState(db, row.id, isBad ? 'FAILED' : 'CHECKED', {
        read: roads,
        passed,
        faults: JSON.stringify(split > 0 ? { ...faults, split } : faults),
        made,
        changed,
        same,
        kept,
        gone,
        total: made + changed + gone,
        worker: null,
        finished_at: isBad ? clock.now().toISOString() : null,
      });
      await jobs.add(db, { name: jobName, tenant: jobName, payload: { importId: row.id } });
    });
    jobs.wake();
  };

  const failed = async (row: ImportRow, worker: string, error: unknown) => {
    if (error instanceof NotOurs) return;
    const why = error instanceof Ended ? error.why : undefined;
    log(`the reading of roads ended: ${error instanceof Error ? error.message : String(error)}`);
    await inOne(async (db) => {
      const now = await lockImport(db, row.id);
      if (now?.worker !== worker || now.state !== 'READING') return;
      const isOver = why === 'memory' || why === 'time' || now.tries >= mostTries;
      if (isOver)
        await setState(db, row.id, 'FAILED', {
          worker: null,
          finished_at: clock.now().toISOString(),
          message:
            why === 'memory'
              ? 'The file takes more memory than the server has for it. Divide it into several files.'
              : why === 'time'
                ? 'The file takes too long to read. Divide it into several files.'
                : 'The server could not read the file, though it was tried several times.',
        });
      else await db.query('update road_import set worker = null, worked_at = null, read = 0 where id = $1', [row.id]);
      await jobs.add(db, {
        name: jobName,
        tenant: jobName,
        payload: { importId: row.id },
        runAt: isOver ? clock.now() : new Date(clock.now().getTime() + silentMs / 3),
      });
    }).catch((error: unknown) => log(`the reading of roads was left: ${String(error)}`));
  };

  return {
    async take(db, row) {
      const now = clock.now();
      const again = {
        name: jobName,
        tenant: jobName,
        payload: { importId: row.id },
        runAt: new Date(now.getTime() + silentMs),
      };
      // Whoever reads may be killed: it is looked after.
      await jobs.add(db, again);
      if (row.worked_at !== null && now.getTime() - Date.parse(row.worked_at) < silentMs) return () => undefined;
      const worker = randomUUID();
      await db.query('update road_import set worker = $2, worked_at = $3, read = 0, tries = tries + 1 where id = $1', [
        row.id,
        worker,
        now.toISOString(),
      ]);
      const own = { ...row, tries: row.tries + 1 };
      return () => void read(own, worker).catch((error: unknown) => failed(own, worker, error));
    },
  };
}
