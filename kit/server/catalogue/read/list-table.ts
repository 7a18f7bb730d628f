import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Scope } from '#kit/server/db/database.ts';

/**
 * Of a catalogue behind row security, the views that lists and searches read: of the staff, of one organisation, and of staff who work for
 * some; see 0046_list_views.sql.
 */
export const listViews = ({ table }: Pick<AnyCatalogue, 'table'>) => ({
  all: `${table}_all`,
  own: `${table}_rows`,
  some: `${table}_some`,
});

/** What lists and searches read: the table, or of one behind row security a view of its rows that indexes work for. */
export function listTable(definition: AnyCatalogue, scope: Scope): string {
  if (!definition.rowSecurity) return definition.table;
  const { all, own, some } = listViews(definition);
  return scope.orgId !== null ? own : scope.orgIds ? some : all;
}
