import type { Param, Scope } from './database.ts';

/**
 * The condition that keeps a statement within the organisations of its scope, like ` and t.org_id = $3`; nothing for staff
 * who see every organisation. Row security stands behind it: each of the two holds alone.
 * @param _place names the statement, each its own: tests take one condition away at a time and must notice.
 * @param column the column that says whose a row is, with its alias.
 * @param params parameters of the statement; the organisation is added to them.
 */
export function fence(_place: string, scope: Scope, column: string, params: Param[]): string {
  if (scope.orgId !== null) return ` and ${column} = $${params.push(scope.orgId)}`;
  return scope.orgIds ? ` and ${column} = any($${params.push([...scope.orgIds])}::uuid[])` : '';
}
