import type { FastifyInstance } from 'fastify';
import { type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit, CatalogueReads } from '#kit/server/catalogue/store.ts';
import { type Scope, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { recordExport } from './act.ts';
import type { ExportColumn } from './columns.ts';
import { csvHead, csvRows } from './csv.ts';
import { exportBody, type ExportOrder, mediaTypes, orderOf, rawTypes } from './order.ts';
import { streamed } from './streamed.ts';
import { workbook, workbookPiece } from './workbook.ts';

/** A workbook is made while the caller waits, CSV is streamed. */
const maxXlsxRows = 10_000;
const chunkRows = 500;

/** POST /…/export: the file as the answer, CSV of any number of rows. */
export function addDirectExportRoute(
  app: FastifyInstance,
  kit: CatalogueKit,
  { definition, reads }: CatalogueParts,
): void {
  addRoute(app, {
    method: 'POST',
    path: `/${definition.path}/export`,
    summary: `Export ${inSentence(definition.many)} as CSV or XLSX: named rows, or all that a filter matches`,
    tag: definition.many,
    access: { module: definition.path, action: 'export' },
    scope: definition.scope,
    body: exportBody,
    raw: rawTypes,
    bodyLimit: 1024 * 1024,
    deadlineMs: null,
    handle: async (call) => {
      const order = orderOf(call, kit, definition);
      const { format, ids, query, columns } = order;
      const scope = scopeOf(call.session);
      const count = ids ? ids.length : await reads.count(scope, query);
      const rows = rowsOf(reads, scope, order);
      const record = () =>
        transact(kit.db, scope, (db) => recordExport(db, call, definition, order, count, kit.clock.now()));
      const named = `attachment; filename="${order.name}"`;
      if (format === 'csv') {
        const body = await streamed(csv(columns, rows), 2);
        await record();
        call.reply.header('content-disposition', named).type(mediaTypes.csv);
        return body;
      }
      if (count > maxXlsxRows)
        throw refuse.badInput({ format: `XLSX takes at most ${maxXlsxRows} rows, and ${count} match. Choose CSV` });
      const pieces: Buffer[] = [];
      for await (const chunk of rows) pieces.push(workbookPiece(columns, chunk));
      const file = await workbook(definition, columns, pieces);
      await record();
      call.reply.header('content-disposition', named).type(mediaTypes.xlsx);
      return file;
    },
  });
}

/** All rows of a selection in the list's order, a few hundred at a time. */
async function* rowsOf(reads: CatalogueReads, scope: Scope, { ids, query }: ExportOrder): AsyncGenerator<AnyRow[]> {
  if (ids) {
    for (let index = 0; index < ids.length; index += chunkRows) {
      const found = await Promise.all(ids.slice(index, index + chunkRows).map((id) => reads.one(scope, id)));
      yield found.flatMap((json) => (json ? [JSON.parse(json) as AnyRow] : []));
    }
    return;
  }
  let after: string | undefined;
  do {
    const page = await reads.page(scope, { ...query, skip: 0, take: chunkRows, ...(after ? { after } : {}) });
    yield page.rows.map((json) => JSON.parse(json) as AnyRow);
    after = page.next;
  } while (after);
}

async function* csv(columns: readonly ExportColumn[], rows: AsyncIterable<AnyRow[]>): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const chunk of rows) if (chunk.length > 0) yield csvRows(columns, chunk);
}
