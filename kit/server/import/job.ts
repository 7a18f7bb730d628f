import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Jobs, NewJob } from '#kit/server/jobs.ts';
import { importLimits } from '#kit/contract/import.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import {
  type BatchRow,
  chunkRows,
  importChunk,
  scopeOfBatch,
  setWrongAside,
  stagedMessages,
  writerOfBatch,
} from './run.ts';

/** The job of the next step of an import. */
export const importJob = (batchId: string, orgId: string | null, actorId: string): NewJob => ({
  name: 'import',
  payload: { batchId },
  tenant: orgId ?? actorId,
});

/**
 * One step of an import, in the transaction of its job: a look at all rows of a partial one, then some of its rows, each of
 * which adds the next step; or all rows of one that takes in everything or nothing. A process that is killed loses the step, and the next start does it.
 * @returns what tells readers of this process that the catalogue has changed.
 */
export async function importStep(
  db: Queryable,
  kit: CatalogueKit,
  all: readonly CatalogueParts[],
  jobs: Jobs,
  batchId: string,
  now: Date,
): Promise<() => void> {
  const [batch] = await db.query<BatchRow>('select * from import_batch where id = $1 for update', [batchId]);
  const parts = all.find((one) => one.definition.path === batch?.module);
  if (!batch || !['waiting', 'running'].includes(batch.state)) return () => undefined;
  if (!parts) {
    await giveUpImport(db, batchId, now);
    return () => undefined;
  }
  const scope = await scopeOfBatch(db, kit, batch);
  const writer = writerOfBatch(batch, now);
  if (batch.partial && batch.state === 'waiting') {
    await setWrongAside(db, kit, parts, batch, scope);
    await jobs.add(db, importJob(batchId, batch.org_id, batch.actor_id));
    return () => undefined;
  }
  if (!batch.partial) {
    await db.query('savepoint whole');
    const { failed } = await importChunk(db, kit, parts, batch, scope, writer, importLimits.rows);
    if (failed.length > 0) {
      await db.query('rollback to savepoint whole');
      const lines = failed.map(({ line, messages }) => ({
        line,
        messages: stagedMessages(kit, parts, batch, line, messages),
      }));
      await db.query(
        `update import_row r set action = 'error', messages = o.messages from jsonb_to_recordset($2::jsonb) as o (line integer, messages jsonb)
         where r.batch_id = $1 and r.line = o.line`,
        [batch.id, JSON.stringify(lines)],
      );
      await db.query(
        `update import_batch set state = 'failed', failed = $2, finished_at = $3, message = $4 where id = $1`,
        [batch.id, failed.length, now.toISOString(), `Nothing was imported: ${failed.length} rows had errors.`],
      );
      return () => undefined;
    }
    await finish(db, batch, parts.definition, now);
  } else {
    const { left } = await importChunk(db, kit, parts, batch, scope, writer, chunkRows);
    if (left) await jobs.add(db, importJob(batchId, batch.org_id, batch.actor_id));
    else await finish(db, batch, parts.definition, now);
  }
  await markAll(kit.versions, db, writer.touched);
  return () => bumpAll(kit.versions, writer.touched);
}

/**
 * Ends an import whose last try has failed. What a partial one has taken in stands and can be taken back; its other rows
 * are told as failed.
 */
export async function giveUpImport(db: Queryable, batchId: string, now: Date): Promise<void> {
  const [batch] = await db.query<BatchRow>('select * from import_batch where id = $1 for update', [batchId]);
  if (!batch || !['waiting', 'running'].includes(batch.state)) return;
  const why = 'The server could not take it in, though it was tried several times';
  const left = await db.query(
    `update import_row set action = 'error', messages = jsonb_build_object('', $2::text) where batch_id = $1 and action is null
     returning line`,
    [batchId, why],
  );
  await db.query(
    `update import_batch set state = $2, failed = failed + $3, finished_at = $4, message = $5 where id = $1`,
    [batchId, batch.partial ? 'done' : 'failed', left.length, now.toISOString(), `${why}.`],
  );
}

async function finish(db: Queryable, { id, org_id, actor_id }: BatchRow, of: AnyCatalogue, now: Date): Promise<void> {
  await db.query(`update import_batch set state = 'done', finished_at = $2 where id = $1`, [id, now.toISOString()]);
  await publish(db, now, {
    topic: { key: 'import-done' },
    orgId: org_id,
    to: { accounts: [actor_id] },
    params: { name: of.many },
    link: `/${of.path}`,
    onceKey: `import-done:${id}`,
  });
}

/** How long an import can be taken back and its report read. */
const importKeptMs = 30 * 86_400_000;

/** Removes the rows of imports whose time is over. */
export async function sweepImports(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from import_row using import_batch b where b.id = batch_id and b.at < $1', [
    new Date(now.getTime() - importKeptMs).toISOString(),
  ]);
}
