import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { ExportOrder } from './order.ts';

/** Tells the history that somebody took records out: how many, and in which form. */
export const recordExport = (
  db: Queryable,
  { session, request }: Call,
  definition: AnyCatalogue,
  order: ExportOrder,
  rows: number,
  now: Date,
): Promise<void> =>
  recordAct(db, writerOf(session, request, now), {
    action: 'export',
    module: definition.path,
    recordTitle: definition.many,
    after: {
      rows,
      format: order.format,
      columns: order.columns.map((column) => column.name),
      trash: order.query.trash,
    },
    fields: ['rows', 'format', 'columns', 'trash'],
  });
