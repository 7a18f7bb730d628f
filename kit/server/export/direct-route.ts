import type { FastifyInstance } from 'fastify';
import { type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit, CatalogueReads } from '#kit/server/catalogue/store.ts';
import { type Database, type Scope, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createLine } from '#kit/server/turns/line.ts';
import { recordExport } from './act.ts';
import type { ExportColumn } from './columns.ts';
import { csvHead, csvRows } from './csv.ts';
import { inSlices, parsedRows } from './slices.ts';
import { exportBody, type ExportOrder, mediaTypes, orderOf, rawTypes } from './order.ts';
import { begun } from '#kit/server/http/clients/pieces.ts';
import { workbook, workbookPiece } from './workbook.ts';

/** A workbook is made while the caller waits, CSV is streamed. */
const maxXlsxRows = 10_000;
/** Rows of one statement: their texts are put together in one go, which keeps everybody else waiting. */
const chunkRows = 100;
/** Rows of a search that are exported at most; their ids are in memory, 60 bytes each. */
const mostFound = 1_000_000;
/** All cells of a workbook are in memory until it is made, so only some are begun. */
const inTurn = createLine({
  atOnce: 2,
  mostWaiting: 6,
  full: () => refuse.tooMany('Many workbooks are being made just now. Try again in a moment, or choose CSV', 10),
});

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
    bodyLimit: 512 * 1024,
    long: true,
    handle: async (call) => {
      const asked = orderOf(call, kit, definition);
      const { format, query, columns } = asked;
      const scope = scopeOf(call.session);
      // A search is made once, not anew for each few hundred rows.
      const ids = asked.ids ?? (query.q === undefined ? undefined : await reads.ids(scope, query, mostFound, true));
      const order = { ...asked, ids };
      const count = ids ? ids.length : await reads.count(scope, query);
      const rows = rowsOf(kit.db, reads, scope, order);
      const record = () =>
        transact(kit.db, scope, (db) => recordExport(db, call, definition, order, count, kit.clock.now()));
      const named = `attachment; filename="${order.name}"`;
      if (format === 'csv') {
        const body = await begun(csv(columns, rows), 2);
        await record();
        call.reply.header('content-disposition', named).type(mediaTypes.csv);
        return body;
      }
      if (count > maxXlsxRows)
        throw refuse.badInput({ format: `XLSX takes at most ${maxXlsxRows} rows, and ${count} match. Choose CSV` });
      const file = await inTurn(async () => {
        const pieces: Buffer[] = [];
        for await (const chunk of rows) pieces.push(workbookPiece(columns, chunk));
        return workbook(definition, columns, pieces);
      });
      await record();
      call.reply.header('content-disposition', named).type(mediaTypes.xlsx);
      return file;
    },
  });
}

/** All rows of a selection in the list's order, a few hundred at a time. */
async function* rowsOf(
  db: Database,
  reads: CatalogueReads,
  scope: Scope,
  { ids, query }: ExportOrder,
): AsyncGenerator<AnyRow[]> {
  if (ids) {
    for (let index = 0; index < ids.length; index += chunkRows) {
      const chunk = ids.slice(index, index + chunkRows);
      const found = await transact(db, scope, (tx) => reads.listed(scope, chunk, query.trash, tx));
      const rows = new Map<string, AnyRow>();
      for await (const some of parsedRows(found)) for (const row of some) rows.set(row.id, row);
      yield* inSlices(chunk.flatMap((id) => rows.get(id) ?? []));
    }
    return;
  }
  let after: string | undefined;
  do {
    const page = await reads.page(scope, { ...query, skip: 0, take: chunkRows, ...(after ? { after } : {}) });
    yield* parsedRows(page.rows);
    after = page.next;
  } while (after);
}

async function* csv(columns: readonly ExportColumn[], rows: AsyncIterable<AnyRow[]>): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const chunk of rows) if (chunk.length > 0) yield csvRows(columns, chunk);
}
