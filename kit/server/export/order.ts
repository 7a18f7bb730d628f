import * as z from 'zod/mini';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { ListQuery } from '#kit/contract/list-query.ts';
import { filterOf, selectionShape } from '#kit/server/catalogue/write/bulk.routes.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Call } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type ExportColumn, exportColumns } from './columns.ts';

export const exportBody = z.strictObject({
  format: z.enum(['csv', 'xlsx'], { error: 'Must be csv or xlsx' }),
  ...selectionShape,
  columns: z.optional(z.array(z.string())),
});

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
export const rawTypes = ['text/csv', mediaTypes.xlsx];

/** What an export is asked to hold. */
export interface ExportOrder {
  format: 'csv' | 'xlsx';
  /** Named rows, in the order they are named in; left out: what the query matches, in the list's order. */
  ids: readonly string[] | undefined;
  query: ListQuery;
  columns: ExportColumn[];
  /** Of the file. */
  name: string;
}

/** Reads the body of either export call. Refuses with 400, or with 403 where it asks for deleted rows without their right. */
export function orderOf(call: Call, kit: CatalogueKit, definition: AnyCatalogue): ExportOrder {
  const { format, ids, filter, columns } = call.body as z.infer<typeof exportBody>;
  if (ids !== undefined && filter !== undefined) throw refuse.badInput({ ids: 'Give either ids or a filter' });
  return {
    format,
    ids,
    query: filterOf(call.session, definition, filter),
    columns: exportColumns(definition, columns, call.session.user.kind),
    name: `${definition.path}-${kit.clock.now().toISOString().slice(0, 10)}.${format}`,
  };
}
