import type { Action, Grants } from '#kit/contract/rights.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { DataScope } from '#kit/server/sessions/data-scope.ts';
import { dataScopeSql } from '../data-scope/data-scope.store.ts';
import { actionsSql, grantsSql, modulesOf } from './granted.store.ts';
import type { RowScope } from '#areas/identity/identity.contract.ts';

/** Where an account stands: its level (0 is the highest), its organisation, what it may do and to which rows. */
export interface Authority extends DataScope {
  id: string;
  kind: 'staff' | 'client';
  orgId: string | null;
  roleId: string;
  level: number;
  rowScope: RowScope;
  grants: Grants;
}

interface AuthorityRow extends Omit<Authority, 'grants' | keyof DataScope> {
  reach: DataScope;
  grants: Grants | null;
}

/**
 * Whose rights a write goes by, as they are in this moment and not as they were when a token or a job was made: the account
 * it is done as. Undefined for what the product does by itself.
 * @throws 403 when that account is gone or switched off.
 */
export async function authorityOf(db: Queryable, writer: Writer): Promise<Authority | undefined> {
  const id = writer.onBehalfOfId ?? writer.actorId;
  if (id === null) return undefined;
  const [row] = await db.query<AuthorityRow>(
    `select a.id, a.kind, a.org_id as "orgId", r.id as "roleId", r.level, r.row_scope as "rowScope", ${dataScopeSql} as reach, ${grantsSql('r')} as grants from identity_person a join role r on r.id = a.role_id
     where a.id = $1 and a.status = 1 and a.deleted_at is null and r.status = 1 and r.deleted_at is null`,
    [id],
  );
  if (!row) throw refuse.forbidden();
  const { reach, grants, ...rest } = row;
  return { ...rest, ...reach, grants: grants ?? {} };
}

/** A role as somebody is given it. */
export interface RoleFacts {
  id: string;
  name: string;
  status: 0 | 1;
  level: number;
  audience: 'staff' | 'client';
  rowScope: RowScope;
  grants: Grants;
}

export async function roleFacts(db: Queryable, id: string, orDeleted = false): Promise<RoleFacts | undefined> {
  const [row] = await db.query<Omit<RoleFacts, 'grants'> & { grants: Grants | null }>(
    `select r.id, r.name, r.status, r.level, r.audience, r.row_scope as "rowScope", ${grantsSql('r')} as grants from role r where r.id = $1 and (r.deleted_at is null or $2)`,
    [id, orDeleted],
  );
  return row && { ...row, grants: row.grants ?? {} };
}

/** What somebody would be given beyond the rows that the giver works on, in words; undefined: nothing. */
export function furtherThan(actor: Authority, rowScope: RowScope): string | undefined {
  if (actor.rowScope === 'ALL' || actor.rowScope === rowScope) return undefined;
  return actor.rowScope === 'OWN_CLIENTS' ? 'records of all clients and you do not' : 'all offices and you do not';
}

/** The first right in `wanted` that `held` lacks, as [module key, action]. */
export function lacking(held: Grants, wanted: Grants): [string, Action] | undefined {
  for (const [key, actions] of Object.entries(wanted))
    for (const action of actions) if (!held[key]?.includes(action)) return [key, action];
  return undefined;
}

/** Every right that some member of staff who can sign in holds, as `module:action`. */
export async function rightsHeld(db: Queryable): Promise<Set<string>> {
  // One such change at a time: two that are each right by themselves could take the last two holders away together.
  await db.query(`select pg_advisory_xact_lock(hashtextextended('rights held', 2))`);
  const rows = await db.query<{ held: string }>(
    `select distinct m.key || ':' || x.action as held
     from identity_person a join role r on r.id = a.role_id and r.status = 1 and r.deleted_at is null
       cross join ${modulesOf('r')} cross join lateral unnest(${actionsSql('r')}) as x (action)
     where a.kind = 'staff' and a.status = 1 and a.deleted_at is null and a.has_password and m.status = 1`,
  );
  return new Set(rows.map((row) => row.held));
}

/** Refuses with 409 when a right that somebody held before a change is held by nobody after it. */
export async function refuseLosses(db: Queryable, before: ReadonlySet<string>): Promise<void> {
  const after = await rightsHeld(db);
  const lost = [...before].find((right) => !after.has(right));
  if (!lost) return;
  const [key, action] = lost.split(':') as [string, string];
  const [module] = await db.query<{ name: string }>('select name from module where key = $1', [key]);
  throw refuse.conflict(
    `No user would be left who may ${action} in ${module?.name ?? key}. Grant this permission to another user first`,
  );
}
