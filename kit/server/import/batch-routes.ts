import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { inSentence } from '#kit/contract/catalogue.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { transact } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { batchOf, latestBatches } from './batches.ts';
import { csvOfReport } from './report.ts';
import type { BatchRow } from './run.ts';
import { batchSchema, undoneSchema } from './schemas.ts';
import { undoBatch } from './undo.ts';

/** The calls about imports that were started: the latest, progress, report and undo. */
export function addBatchRoutes(app: FastifyInstance, kit: CatalogueKit, parts: CatalogueParts): void {
  const { definition } = parts;
  const { path, many, scope } = definition;
  const common = { tag: many, scope, access: { module: path, action: 'create' } } as const;

  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/import`,
    summary: `The latest imports of ${inSentence(many)}`,
    answer: z.array(batchSchema),
    handle: async (call) => {
      const data = await transact(kit.db, scopeOf(call.session), (db) => latestBatches(db, definition, call));
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/import/{id}`,
    summary: 'How far an import is',
    answer: batchSchema,
    handle: async (call) => {
      const data = await transact(kit.db, scopeOf(call.session), (db) => batchOf(db, definition, call));
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/import/{id}/report`,
    summary: 'What came of the rows of an import, as CSV: those that failed with what they said and why',
    raw: ['text/csv'],
    handle: async (call) => {
      const { batch, report } = await transact(kit.db, scopeOf(call.session), async (db) => {
        const batch = await batchOf(db, definition, call);
        return { batch, report: await csvOfReport(db, kit, definition, batch) };
      });
      const name = `${path}-import-${batch.at.slice(0, 10)}.csv`;
      call.reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8');
      return report;
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/import/{id}/undo`,
    summary: 'Take a whole import back; records that were written to since are left and named',
    once: true,
    answer: undoneSchema,
    long: true,
    handle: async (call) => {
      need(call.session, path, 'delete');
      need(call.session, path, 'edit');
      const id = call.params['id'] ?? '';
      return writeAnswer(kit, definition, call, null, async (db, requested) => {
        const writer: Writer = { ...requested, source: 'import' };
        const { state } = await batchOf(db, definition, call);
        // Who waited for the other undo of a large import would be told that the database is away.
        const [batch] = await db.query<BatchRow>('select * from import_batch where id = $1 for update skip locked', [
          id,
        ]);
        if (!batch)
          throw refuse.conflict(
            state === 'done' ? 'This import is already being undone' : 'This import is still being worked on',
          );
        if (batch.state !== 'done')
          throw refuse.conflict(
            batch.state === 'undone' ? 'This import was already undone' : 'This import has not taken anything in',
          );
        const undone = await undoBatch(
          db,
          parts,
          batch,
          batch.org_id === null ? scopeOf(call.session) : { orgId: batch.org_id },
          writer,
        );
        await db.query(`update import_batch set state = 'undone', undone_at = $2 where id = $1`, [
          batch.id,
          kit.clock.now().toISOString(),
        ]);
        const message = `${undone.removed} removed, ${undone.put} restored, ${undone.left.length} left.`;
        return { status: 200, message, data: JSON.stringify(undone) };
      });
    },
  });
}
