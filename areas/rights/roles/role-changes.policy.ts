import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { RoleInput } from '../permissions.contract.ts';
import { type Authority, authorityOf, furtherThan } from './authority.ts';

/** Whoever writes roles, as they stand in this moment: always somebody, and never a client. */
export async function editorOf(db: Queryable, writer: Writer): Promise<Authority> {
  const actor = await authorityOf(db, writer);
  if (actor?.kind !== 'staff') throw refuse.forbidden();
  return actor;
}

/** Nobody gives rows that they do not work on themselves. */
export function checkDataScope(actor: Authority, { audience, rowScope }: RoleInput): void {
  const further = audience === 'staff' ? furtherThan(actor, rowScope) : undefined;
  if (further) throw refuse.badInput({ rowScope: `With this, users would have access to ${further}` });
}

/** Whoever has the role would be on the wrong side of the wall between staff and clients. */
export async function checkAudience(db: Queryable, id: string, had: unknown, { audience }: RoleInput): Promise<void> {
  if (audience === had) return;
  const [used] = await db.query('select 1 from identity_person where role_id = $1 and deleted_at is null limit 1', [
    id,
  ]);
  if (!used) return;
  const message = 'This role is in use and cannot be changed. Assign another role to its users first';
  throw refuse.conflict(message, { audience: message });
}

/** A role that holds every right by its nature keeps them. */
export async function refuseAllRights(db: Queryable, id: string): Promise<void> {
  const all = await db.query('select 1 from role where id = $1 and all_rights', [id]);
  if (all.length > 0) throw refuse.conflict('This role always has all permissions. None can be removed');
}
