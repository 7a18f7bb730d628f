import type { FastifyInstance } from 'fastify';
import type { HistoryRow } from '#kit/contract/answers.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { addCsvExportRoute, csvChunk, type CsvColumn } from '#kit/server/export/csv-route.ts';
import { chainSeqSql, historyColumns } from '#kit/server/history-read.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { type HistoryCondition, historyCondition, historyFilters } from './history-filter.rules.ts';

/** A row with what only a file tells: where it came from, and its place in the chain. */
interface Exported extends HistoryRow {
  ip: string | null;
  seq: number | null;
  /** Its time as the database has it, for the next page. */
  exact: string;
}
type Column = CsvColumn<Exported>;
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
    ['Entry number', (row) => row.seq],
  ];

  addCsvExportRoute<Exported>(app, kit, {
    path: 'history',
    summary: 'Export the history as CSV: all that a filter matches',
    tag: 'Records',
    title: 'History',
    filters: historyFilters,
    columns: ({ session }) => (session.user.kind === 'client' ? columns : [...columns, ...forStaff]),
    rows: ({ session }, filter) => olderAndOlder(kit, session, historyCondition(kit, session, filter)),
  });
}

async function* olderAndOlder(
  kit: CatalogueKit,
  session: Session,
  { found, params }: HistoryCondition,
): AsyncGenerator<Exported[]> {
  let last: Exported | undefined;
  do {
    const from: Param[] = last ? [last.exact, last.id] : [];
    const older = last ? ` and (h.at, h.id) < ($${params.length + 1}::timestamptz, $${params.length + 2}::uuid)` : '';
    const rows = await transact(kit.db, scopeOf(session), (db) =>
      db.query<Exported>(
        `select ${historyColumns}, h.ip, h.at::text as exact, ${chainSeqSql('h.id')} as seq
         from ${found}${older} order by h.at desc, h.id desc limit ${csvChunk}`,
        [...params, ...from],
      ),
    );
    yield rows;
    last = rows.length === csvChunk ? rows.at(-1) : undefined;
  } while (last);
}
