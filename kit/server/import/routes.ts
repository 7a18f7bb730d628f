import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { type ImportBatch, importLimits, type ImportRow } from '#kit/contract/import.ts';
import { isId } from '#kit/contract/input.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write-answer.ts';
import { type Param, type Queryable, transact } from '#kit/server/db/database.ts';
import { fence, owned } from '#kit/server/db/fence.ts';
import { type Writer, writerOf } from '#kit/server/history.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { refuse } from '#kit/server/refusals.ts';
import { exampleOf, fieldOfHeading, importable, keysOf } from './headings.ts';
import { refuseGuarded } from './guarded.ts';
import { planRows } from './plan.ts';
import { readSheetFile } from './read-file.ts';
import { csvOfReport } from './report.ts';
import type { BatchRow } from './run.ts';
import { staged } from './staged.ts';
import { undoBatch } from './undo.ts';
import { readUpload } from './upload.ts';

const bodyLimit = 48 * 1024 * 1024;
const order = {
  mode: z.enum(['create', 'update', 'upsert'], { error: 'Must be create, update or upsert' }),
  key: z.array(z.string()).check(z.minLength(1), z.maxLength(10)),
  rows: z
    .array(
      z.strictObject({
        line: z.int().check(z.gte(1), z.lte(2_000_000)),
        cells: z.record(z.string(), z.string().check(z.maxLength(importLimits.cell))),
      }),
      { error: 'Must be a list of rows' },
    )
    .check(
      z.minLength(1, { error: 'There are no rows' }),
      z.maxLength(importLimits.rows, { error: `At most ${importLimits.rows} rows` }),
    ),
};
const checkBody = z.strictObject(order);
const startBody = z.strictObject({
  ...order,
  fileName: z.string().check(z.minLength(1), z.maxLength(200)),
  partial: z.boolean({ error: 'Must be true or false' }),
});
const planSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      line: z.int(),
      action: z.enum(['create', 'update', 'same', 'error']),
      messages: z.record(z.string(), z.string()),
      warnings: z.optional(z.array(z.string())),
    }),
  ),
  create: z.int(),
  update: z.int(),
  same: z.int(),
  error: z.int(),
});
const sheetSchema = z.strictObject({
  name: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  lines: z.array(z.int()),
  read: z.string(),
  mapping: z.record(z.string(), z.string()),
  keys: z.array(z.array(z.string())),
});
const batchSchema = z.strictObject({
  id: z.string(),
  module: z.string(),
  fileName: z.string(),
  mode: z.enum(['create', 'update', 'upsert']),
  partial: z.boolean(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'undone']),
  total: z.int(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  same: z.int(),
  failed: z.int(),
  actorName: z.string(),
  at: z.string(),
  finishedAt: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
const undoneSchema = z.strictObject({
  removed: z.int(),
  put: z.int(),
  left: z.array(z.strictObject({ line: z.int(), title: z.string(), message: z.string() })),
});

const batchColumns = `id, module, file_name as "fileName", mode, partial, state, total, created + updated + same + failed as done, created,
  updated, same, failed, actor_name as "actorName", at, finished_at as "finishedAt", undone_at as "undoneAt", message`;

/** The calls of an import: template, read a file, dry run, start, progress, report and undo. */
export function addImportRoutes(app: FastifyInstance, kit: CatalogueKit, parts: CatalogueParts, jobs: Jobs): void {
  const { definition, reads } = parts;
  const { path, many, scope } = definition;
  // Where the area writes its records itself, there are rules that an import would not know.
  if (definition.ownWrites) return;
  const common = { tag: many, scope, access: { module: path, action: 'create' } } as const;

  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/import/template`,
    summary: `An empty file for ${inSentence(many)} with an example line`,
    raw: ['text/csv'],
    handle: async (call) => {
      const fields = importable(definition);
      call.reply.header('content-disposition', `attachment; filename="${path}-template.csv"`);
      call.reply.type('text/csv; charset=utf-8');
      const lines = [fields.map(([, field]) => field.label), fields.map(([, field]) => exampleOf(field))];
      return `\uFEFF${lines.map(csvLine).join('\r\n')}\r\n`;
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/import/read`,
    summary: `Read a CSV or XLSX file of ${inSentence(many)}: its rows, and which column is which field`,
    bodyLimit: importLimits.bytes + 100_000,
    multipart: true,
    answer: sheetSchema,
    deadlineMs: null,
    handle: async (call) => {
      const { content, name } = await readUpload(call.request);
      const sheet = await readSheetFile(content, name);
      const mapping: Record<string, string> = {};
      for (const heading of sheet.headings) {
        const field = fieldOfHeading(definition, heading);
        if (field && !Object.values(mapping).includes(field)) mapping[heading] = field;
      }
      return { message: 'OK', data: { ...sheet, mapping, keys: keysOf(definition) } };
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/import/check`,
    summary: 'Dry run: what would become of every row, with a message for each cell that is wrong',
    body: checkBody,
    aadhaar: 'mask',
    bodyLimit,
    answer: planSchema,
    deadlineMs: null,
    handle: async (call) => {
      const asked = orderOf(call, parts);
      const writer = writerOf(call.session, call.request, kit.clock.now(), 'import');
      const planned = await transact(kit.db, scopeOf(call.session), async (db) => {
        const rows = await planRows(db, kit, reads, scopeOf(call.session), asked, asked.rows);
        await refuseGuarded(db, parts, kit.guards[path], scopeOf(call.session), writer, rows);
        return rows;
      });
      const count = (action: string) => planned.filter((row) => row.action === action).length;
      return {
        message: 'OK',
        data: {
          rows: planned.map(({ line, action, messages, warnings }) => ({
            line,
            action,
            messages,
            ...(warnings ? { warnings } : {}),
          })),
          create: count('create'),
          update: count('update'),
          same: count('same'),
          error: count('error'),
        },
      };
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/import`,
    summary: `Take rows into ${inSentence(many)}; the work goes on after the answer`,
    body: startBody,
    aadhaar: 'mask',
    bodyLimit,
    once: true,
    status: 201,
    answer: batchSchema,
    deadlineMs: null,
    handle: async (call) => {
      const asked = orderOf(call, parts);
      const { fileName, partial } = call.body as z.infer<typeof startBody>;
      const content = { values: { ...asked, fileName, partial }, files: {} };
      const answer = await writeAnswer(kit, definition, call, content, async (db, writer) => {
        const id = uuidv7();
        const orgId = scope === 'organisation' ? call.session.orgId : null;
        await db.query(
          `insert into import_batch (id, org_id, module, file_name, mode, key, partial, state, total, actor_id, actor_name, ip, request_id, at,
             on_behalf_of_id, on_behalf_of_name)
           values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9, $10, $11, $12, $13, $14, $15)`,
          [
            id,
            orgId,
            path,
            fileName,
            asked.mode,
            [...asked.key],
            partial,
            asked.rows.length,
            writer.actorId,
            writer.actorName,
            writer.ip,
            writer.requestId,
            writer.now.toISOString(),
            writer.onBehalfOfId ?? null,
            writer.onBehalfOfName ?? null,
          ],
        );
        await db.query(
          `insert into import_row (batch_id, line, cells) select $1, r.line, r.cells from jsonb_to_recordset($2::jsonb) as r (line integer, cells jsonb)`,
          [
            id,
            JSON.stringify(
              asked.rows.map(({ line, cells }) => ({
                line,
                cells: staged(kit.sealed, definition, 'cells', { batchId: id, line }, cells),
              })),
            ),
          ],
        );
        await jobs.add(db, { name: 'import', payload: { batchId: id } });
        return {
          status: 201,
          message: 'Import started.',
          data: JSON.stringify(await batchOf(db, definition, call, id)),
        };
      });
      jobs.wake();
      return answer;
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/import`,
    summary: `The latest imports of ${inSentence(many)}`,
    answer: z.array(batchSchema),
    handle: async (call) => {
      const params: Param[] = [path];
      const fenced = seenBatches(call, definition, params);
      const data = await transact(kit.db, scopeOf(call.session), (db) =>
        db.query<ImportBatch>(
          `select ${batchColumns} from import_batch where module = $1${fenced} order by at desc, id desc limit 20`,
          params,
        ),
      );
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
    deadlineMs: null,
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
            state === 'done' ? 'This import is being taken back already' : 'This import is still being worked on',
          );
        if (batch.state !== 'done')
          throw refuse.conflict(
            batch.state === 'undone' ? 'This import was taken back already' : 'This import has not taken anything in',
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
        const message = `${undone.removed} removed, ${undone.put} put back, ${undone.left.length} left.`;
        return { status: 200, message, data: JSON.stringify(undone) };
      });
    },
  });
}

/** Batches are seen by whoever works where they were taken in; those of colleagues hold rows of organisations that are not everybody's to see. */
function seenBatches({ session }: Call, { scope }: AnyCatalogue, params: Param[]): string {
  const fenced = fence('imports', { orgId: session.orgId }, 'org_id', params);
  return scope === 'organisation' && session.orgIds
    ? fenced + owned('imports-own', session.user.id, 'actor_id', params)
    : fenced;
}

async function batchOf(
  db: Queryable,
  definition: AnyCatalogue,
  call: Call,
  id = call.params['id'],
): Promise<ImportBatch> {
  const params: Param[] = [id ?? null, definition.path];
  const seen = seenBatches(call, definition, params);
  const [batch] = isId(id)
    ? await db.query<ImportBatch>(
        `select ${batchColumns} from import_batch where id = $1 and module = $2${seen}`,
        params,
      )
    : [];
  if (!batch) throw refuse.notFound('Import not found');
  return batch;
}

/** Checks an order against the catalogue and the caller's rights. */
function orderOf(call: Call, { definition }: CatalogueParts) {
  const { mode, key, rows } = call.body as z.infer<typeof checkBody>;
  if (mode !== 'create') need(call.session, definition.path, 'edit');
  const keys = keysOf(definition);
  if (!keys.some((one) => one.join() === key.join()))
    throw refuse.badInput({ key: `Must be one of ${keys.map((one) => one.join(' + ')).join('; ')}` });
  const names = new Set([...importable(definition).map(([name]) => name), 'id', 'status']);
  const unknown = new Set(rows.flatMap((row) => Object.keys(row.cells)).filter((name) => !names.has(name)));
  if (unknown.size > 0) throw refuse.badInput({ rows: `Not a field: ${[...unknown].slice(0, 5).join(', ')}` });
  if (rows.some((row) => (row.cells['status'] ?? '') !== '')) need(call.session, definition.path, 'status');
  const lines = new Set(rows.map((row) => row.line));
  if (lines.size !== rows.length) throw refuse.badInput({ rows: 'Two rows have the same line' });
  return { mode, key, rows: rows as ImportRow[] };
}
