import type { Param, Scope } from './database.ts';

/*
 * What keeps a statement within what its caller may touch: the only way by which a statement gets its organisation or its
 * owner. Row security stands behind the organisation: each of the two holds alone. Every call has a place, a name of its
 * own by which tests take one condition away at a time and must notice; see docs/how-to/who-sees-what.md.
 */

/**
 * The condition that keeps a statement within the organisations of its scope, like ` and t.org_id = $3`; nothing for staff
 * who see every organisation.
 * @param _place names the statement, each its own.
 * @param column the column that says whose a row is, with its alias.
 * @param params parameters of the statement; the organisation is added to them.
 */
export function tenantFilter(_place: string, scope: Scope, column: string, params: Param[]): string {
  if (scope.orgId !== null) return ` and ${column} = $${params.push(scope.orgId)}`;
  return scope.orgIds ? ` and ${column} = any($${params.push([...scope.orgIds])}::uuid[])` : '';
}

/** Like tenantFilter, for rows of which staff see all that belong to no organisation, like those of the staff themselves. */
export function tenantFilterOrUnowned(_place: string, scope: Scope, column: string, params: Param[]): string {
  const tenantSql = tenantFilter(_place, scope, column, params);
  return tenantSql === '' || scope.orgId !== null ? tenantSql : ` and (${column} is null or (true${tenantSql}))`;
}

/** Like tenantFilter, and for everybody the rows that belong to no organisation. */
export function tenantFilterOrEverybodys(_place: string, scope: Scope, column: string, params: Param[]): string {
  const tenantSql = tenantFilter(_place, scope, column, params);
  return tenantSql === '' ? '' : ` and (${column} is null or (true${tenantSql}))`;
}

/** Like tenantFilter, for what each side keeps to itself: staff touch the rows of no organisation, and not those of clients. */
export function tenantFilterApart(_place: string, scope: Scope, column: string, params: Param[]): string {
  return scope.orgId === null ? ` and ${column} is null` : ` and ${column} = $${params.push(scope.orgId)}`;
}

/** The condition that keeps a statement within the rows of one person: ` and v.owner_id = $2`. */
export function owned(_place: string, accountId: string, column: string, params: Param[]): string {
  return ` and ${column} = $${params.push(accountId)}`;
}

/**
 * Says once more what row security says of a scope, ` and p.org_id = …`, so that an index on the organisation is used where that is
 * less work. It keeps nothing apart by itself: that is done by what stands around it.
 */
export function tenantHint(scope: Scope, column: string): string {
  if (scope.orgId !== null) return ` and ${column} = (select nullif(current_setting('app.org', true), '')::uuid)`;
  return scope.orgIds
    ? ` and (${column} is null or ${column} = any((select string_to_array(current_setting('app.orgs', true), ','))::uuid[]))`
    : '';
}
