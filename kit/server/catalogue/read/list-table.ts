import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Scope } from '#kit/server/db/database.ts';

/** Of a catalogue behind row security, the view that lists and searches of the staff read, and that of everybody else; see 0033_scale.sql. */
export const listViews = ({ table }: Pick<AnyCatalogue, 'table'>) => ({ all: `${table}_all`, scoped: `${table}_rows` });

/** What lists and searches read: the table, or of one behind row security a view of its rows that indexes work for. */
export function listTable(definition: AnyCatalogue, scope: Scope): string {
  if (!definition.rowSecurity) return definition.table;
  const { all, scoped } = listViews(definition);
  return scope.orgId === null && !scope.orgIds ? all : scoped;
}
