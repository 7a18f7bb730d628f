import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Parameter } from '#kit/contract/list-query.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Cell } from './columns.ts';
import { csvLine } from './csv.ts';
import { inSlices } from './slices.ts';
import { begun } from '#kit/server/http/clients/pieces.ts';

export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell];

interface CsvExport<Row> {
  /** The list that is exported. */
  path: string;
  /** Whose permission decides over it; left out: that of the same name. */
  module?: string;
  summary: string;
  tag: string;
  /** What the history calls it, and the file's name begins with. */
  title: string;
  /** What the list can be narrowed to. */
  filters: Readonly<Record<string, Parameter>>;
  columns: (call: Call) => readonly CsvColumn<Row>[];
  /** Refuses at once what is wrong with a filter; then gives the rows some hundreds at a time, each from a transaction of its own. */
  rows: (call: Call, filter: Readonly<Record<string, string>>) => AsyncIterable<readonly Row[]>;
}

/** How many rows are read at a time. */
export const csvChunk = 500;
const body = z.strictObject({
  filter: z.optional(
    z.record(z.string(), z.string({ error: 'Filter values are written as in the address of the list' })),
  ),
});

/** POST /…/export of a list that is no catalogue's: all rows that a filter matches as CSV, of any length. */
export function addCsvExportRoute<Row>(app: FastifyInstance, kit: CatalogueKit, list: CsvExport<Row>): void {
  const { path, summary, tag, title, filters, module = path } = list;
  addRoute(app, {
    method: 'POST',
    path: `/${path}/export`,
    summary,
    tag,
    access: { module, action: 'export' },
    scope: 'organisation',
    body,
    raw: ['text/csv'],
    long: true,
    handle: async (call) => {
      const { session, request, reply } = call;
      need(session, module, 'view');
      const { filter = {} } = call.body as z.infer<typeof body>;
      const unknown = Object.keys(filter).filter((name) => !Object.hasOwn(filters, name));
      if (unknown.length > 0) throw refuse.badInput({ filter: `Not a filter: ${unknown.join(', ')}` });
      const file = await begun(lines(list.columns(call), list.rows(call, filter)), 2);
      const now = kit.clock.now();
      await transact(kit.db, scopeOf(session), (db) =>
        recordAct(db, writerOf(session, request, now), {
          action: 'export',
          module: path,
          recordTitle: title,
          after: { format: 'csv', filter },
          fields: ['format', 'filter'],
        }),
      );
      const name = `${title.toLowerCase()}-${now.toISOString().slice(0, 10)}.csv`;
      reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8');
      return file;
    },
  });
}

async function* lines<Row>(
  columns: readonly CsvColumn<Row>[],
  chunks: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns.map(([heading]) => heading))}\r\n`;
  for await (const rows of chunks)
    for await (const some of inSlices(rows))
      yield some.map((row) => `${csvLine(columns.map(([, cell]) => cell(row)))}\r\n`).join('');
}
