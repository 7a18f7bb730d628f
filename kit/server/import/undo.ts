import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { SealedParts } from '#kit/server/catalogue/sealed-fields.ts';
import { translateWriteError } from '#kit/server/catalogue/write/write-checks.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { type BatchRow, putBackName } from './run.ts';

/** What came of taking a batch back. */
export interface Undone {
  removed: number;
  put: number;
  left: { line: number; title: string; message: string }[];
}

/**
 * Takes a batch back inside the caller's transaction: made records go to the trash, changed ones get their former values.
 * A record that was written to since, or that something refers to, is left and named.
 */
export async function undoBatch(
  db: Queryable,
  parts: CatalogueParts,
  batch: BatchRow,
  scope: Scope,
  writer: Writer,
): Promise<Undone> {
  const { definition, reads, writes } = parts;
  const rows = await db.query<{
    line: number;
    action: 'create' | 'update';
    record_id: string;
    version: number;
    before: Record<string, unknown> | null;
  }>(
    `select line, action, record_id, version, before from import_row where batch_id = $1 and action in ('create', 'update') order by line desc`,
    [batch.id],
  );
  const undone: Undone = { removed: 0, put: 0, left: [] };
  // Where a record stands that this undo has put back already: the batch wrote to it more than once.
  const own = new Map<string, number>();
  for (const row of rows) {
    const json = await reads.one(scope, row.record_id, db);
    const now = json === undefined ? undefined : (JSON.parse(json) as AnyRow);
    const leave = (message: string) =>
      undone.left.push({ line: row.line, title: now?.title ?? row.record_id.slice(-8), message });
    if (!now) {
      leave('was deleted since');
      continue;
    }
    if (now.version !== (own.get(row.record_id) ?? row.version)) {
      leave('was changed since');
      continue;
    }
    await db.query('savepoint one_row');
    try {
      if (row.action === 'create') {
        await writes.remove(db, scope, writer, row.record_id);
        undone.removed += 1;
      } else {
        const { status, [putBackName]: putBack, ...values } = row.before ?? {};
        const scalars = Object.fromEntries(
          Object.entries(values).filter(([name]) => definition.fields[name]?.kind !== 'file'),
        );
        const written = await writes.update(db, scope, writer, row.record_id, {
          values: scalars,
          files: {},
          putBack: (putBack ?? {}) as Record<string, SealedParts>,
        });
        const { row: put } =
          written.row.status === status
            ? written
            : { row: await writes.setStatus(db, scope, writer, row.record_id, status === 1 ? 1 : 0) };
        own.set(row.record_id, put.version);
        undone.put += 1;
      }
      await db.query('release savepoint one_row');
    } catch (thrown) {
      const error = translateWriteError(thrown, definition);
      if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
      await db.query('rollback to savepoint one_row');
      leave(error.message);
    }
  }
  await db.query(
    `update import_row r set undo = o.message from jsonb_to_recordset($2::jsonb) as o (line integer, message text)
     where r.batch_id = $1 and r.line = o.line`,
    [batch.id, JSON.stringify(undone.left)],
  );
  return undone;
}
