import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { HistoryRow } from '#kit/contract/answers.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import type { Cell } from '#kit/server/export/columns.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import { streamed } from '#kit/server/export/streamed.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { historyColumns } from '#kit/server/history-read.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type HistoryCondition, historyCondition, historyFilters } from './history-filter.ts';

const chunkRows = 500;
const exportBody = z.strictObject({
  filter: z.optional(
    z.record(z.string(), z.string({ error: 'Filter values are written as in the address of the history' })),
  ),
});

/** A row with what only a file tells: where it came from, and its place in the chain. */
interface Exported extends HistoryRow {
  ip: string | null;
  seq: number | null;
  /** Its time as the database has it, for the next page. */
  exact: string;
}
type Column = readonly [heading: string, cell: (row: Exported) => Cell];
const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** POST /history/export: the filtered history as CSV, newest first, of any length. */
export function addHistoryExportRoute(app: FastifyInstance, kit: CatalogueKit): void {
  const columns: readonly Column[] = [
    ['When', (row) => row.at],
    ['Who', (row) => row.actorName],
    ['On behalf of', (row) => row.onBehalfOfName],
    ['What', (row) => row.action],
    ['How', (row) => row.source],
    ['Kind', (row) => kit.registry.find(row.module)?.one ?? row.module],
    ['Record', (row) => row.recordTitle],
    ['Record id', (row) => row.recordId],
    ['Before', (row) => json(row.before)],
    ['After', (row) => json(row.after)],
    ['Request', (row) => row.requestId],
  ];
  // How much everybody together does, and from where, is no client's business.
  const forStaff: readonly Column[] = [
    ['Address', (row) => row.ip],
    ['Entry in the chain', (row) => row.seq],
  ];

  addRoute(app, {
    method: 'POST',
    path: '/history/export',
    summary: 'Export the history as CSV: all that a filter matches',
    tag: 'Records',
    access: { module: 'history', action: 'export' },
    scope: 'organisation',
    body: exportBody,
    raw: ['text/csv'],
    deadlineMs: null,
    handle: async (call) => {
      const { session, request, reply } = call;
      need(session, 'history', 'view');
      const { filter = {} } = call.body as z.infer<typeof exportBody>;
      const unknown = Object.keys(filter).filter((name) => !Object.hasOwn(historyFilters, name));
      if (unknown.length > 0) throw refuse.badInput({ filter: `Not a filter: ${unknown.join(', ')}` });
      const condition = historyCondition(kit, session, filter);
      const shown = session.user.kind === 'client' ? columns : [...columns, ...forStaff];
      const body = await streamed(lines(kit, call, condition, shown), 2);
      const now = kit.clock.now();
      await transact(kit.db, scopeOf(session), (db) =>
        recordAct(db, writerOf(session, request, now), {
          action: 'export',
          module: 'history',
          recordTitle: 'History',
          after: { format: 'csv', filter },
          fields: ['format', 'filter'],
        }),
      );
      const name = `history-${now.toISOString().slice(0, 10)}.csv`;
      reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8');
      return body;
    },
  });
}

/** The file piece by piece, each from a short transaction of its own: memory and connections stay free meanwhile. */
async function* lines(
  kit: CatalogueKit,
  { session }: Call,
  { found, params }: HistoryCondition,
  columns: readonly Column[],
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns.map(([heading]) => heading))}\r\n`;
  let last: Exported | undefined;
  do {
    const from: Param[] = last ? [last.exact, last.id] : [];
    const older = last ? ` and (h.at, h.id) < ($${params.length + 1}::timestamptz, $${params.length + 2}::uuid)` : '';
    const rows = await transact(kit.db, scopeOf(session), (db) =>
      db.query<Exported>(
        `select ${historyColumns}, h.ip, h.at::text as exact, (select c.seq from history_chain c where c.history_id = h.id) as seq
         from ${found}${older} order by h.at desc, h.id desc limit ${chunkRows}`,
        [...params, ...from],
      ),
    );
    if (rows.length > 0) yield rows.map((row) => `${csvLine(columns.map(([, cell]) => cell(row)))}\r\n`).join('');
    last = rows.length === chunkRows ? rows.at(-1) : undefined;
  } while (last);
}
