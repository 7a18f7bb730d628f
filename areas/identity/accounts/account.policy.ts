import * as z from 'zod/mini';
import type { Action } from '#kit/contract/rights.ts';
import { isTakenOut, type Reader, type RowChange, type RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { role } from '../identity.contract.ts';
import type { Account } from './account.contract.ts';
import { revokeSignInMethods } from './sign-in-methods.store.ts';
import {
  furtherThan,
  lacking,
  permissionSchema,
  permissionsOf,
  placeAtBottom,
  refuseLosses,
  rightsHeld,
  roleFacts,
  type Authority,
  authorityOf,
} from '#areas/rights/rights.server.ts';

const looking: readonly Action[] = ['view', 'export'];
const everyAction: readonly Action[] = [
  'view',
  'create',
  'edit',
  'delete',
  'status',
  'export',
  'approve',
  'impersonate',
];

/** Rows at or above the reader's own level may be looked at only. */
export const actionsByLevel = (reader: Reader, level: number): readonly Action[] =>
  level > reader.user.roleLevel ? everyAction : looking;

const taken = new WeakMap<RowChange, ReadonlySet<string>>();
/** What rights were held before a change that may take some away, to be compared with `keepRights` after it. */
const rememberRights = async (db: Queryable, change: RowChange) => void taken.set(change, await rightsHeld(db));
async function keepRights(db: Queryable, change: RowChange): Promise<void> {
  const before = taken.get(change);
  if (before) await refuseLosses(db, before);
}

/** Brought back, or switched on again. */
const isReturn = ({ action, values }: RowChange): boolean =>
  action === 'restore' || (action === 'status' && values.status === 1);

/** Refuses a role that the giver may not give: of the other audience, not below the giver, or with rights the giver lacks. */
async function checkRole(
  db: Queryable,
  actor: Authority,
  roleId: string,
  kind: 'staff' | 'client',
  isNew: boolean,
): Promise<void> {
  const role = await roleFacts(db, roleId);
  // Roles of the staff are not there for clients, not by name either.
  if (!role || (actor.kind === 'client' && role.audience !== 'client'))
    throw refuse.badInput({ roleId: 'Role: this record no longer exists' });
  // Whoever comes back with one that is off still cannot sign in.
  if (isNew && role.status !== 1)
    throw refuse.badInput({ roleId: `${role.name} is inactive. Users with it cannot sign in` });
  if (role.audience !== kind)
    throw refuse.badInput({ roleId: `${role.name} is a role for ${role.audience === 'staff' ? 'staff' : 'clients'}` });
  if (role.level <= actor.level)
    throw refuse.badInput({ roleId: `${role.name} is not below your own role, so you cannot assign it` });
  const missing = lacking(actor.grants, role.grants);
  if (missing)
    throw refuse.badInput({
      roleId: `${role.name} may ${missing[1]} in ${missing[0]}, which you may not do yourself, so you cannot assign it`,
    });
  const further = role.audience === 'staff' ? furtherThan(actor, role.rowScope) : undefined;
  if (further) throw refuse.badInput({ roleId: `${role.name} has access to ${further}, so you cannot assign it` });
}

/** What lets somebody in: an address that a password is sent to, a number, and the role that comes with them. */
const listeners = ['email', 'mobile', 'roleId', 'orgId'] as const;

/** Whoever acts as somebody else opens no door that stays open when they have returned. */
function refuseDoors(writer: Writer, { action, before, values }: RowChange): void {
  if (writer.onBehalfOfId === undefined) return;
  const opens =
    action === 'create' ||
    action === 'restore' ||
    (action === 'status' && values.status === 1) ||
    (action === 'update' && listeners.some((name) => (values[name] ?? null) !== (before[name] ?? null)));
  if (opens) throw refuse.impersonating(writer.onBehalfOfName ?? '');
}

const notBelow = () => refuse.forbidden('This user is at or above your own level');

/** Accounts: nobody writes at or above their own level, nor gives what they lack; the last holder of a right keeps it. */
export const accountPolicy = (kind: 'staff' | 'client') =>
  ({
    async check(db, writer, change) {
      refuseDoors(writer, change);
      const actor = await authorityOf(db, writer);
      const { before, values, action } = change;
      const isWritten = action === 'create' || action === 'update';
      if (actor) {
        if (before && before.roleLevel <= actor.level) throw notBelow();
        if (isWritten && values.roleId !== before?.roleId) await checkRole(db, actor, values.roleId, kind, true);
        // Who is let in again is given the role again.
        if (before && isReturn(change)) await checkRole(db, actor, before.roleId, kind, false);
      }
      const takes = isTakenOut(change) || (action === 'update' && values.roleId !== before.roleId);
      if (kind === 'staff' && takes) await rememberRights(db, change);
    },
    async after(db, writer, change, row) {
      await keepRights(db, change);
      if (isTakenOut(change)) await revokeSignInMethods(db, 'id', row.id, writer.now);
    },
    rights: (reader, row) => {
      const rights = row.id === reader.user.id ? looking : actionsByLevel(reader, row.roleLevel);
      // Nobody acts as somebody who cannot sign in.
      return row.status === 1 ? rights : rights.filter((action) => action !== 'impersonate');
    },
  }) satisfies RowPolicy<Account>;

/** Roles: nobody touches one at or above their own, and what is taken away with one must be held by somebody else. */
export const rolePolicy: RowPolicy<typeof role> = {
  async check(db, writer, change) {
    const actor = await authorityOf(db, writer);
    if (actor && change.before && change.before.level <= actor.level)
      throw refuse.forbidden('This role is at or above your own level');
    if (isTakenOut(change)) await rememberRights(db, change);
    if (!change.before) return;
    // Nobody gives or takes with a role what they could not give one by one. Deleting is left out: only a role that nobody has can be.
    if (actor && (change.action === 'status' || change.action === 'restore')) {
      const facts = await roleFacts(db, change.before.id, true);
      const missing = lacking(actor.grants, facts?.grants ?? {});
      const act = isReturn(change) ? 'activate or restore it' : 'deactivate or delete it';
      const refused = change.action === 'restore' ? refuse.forbidden : refuse.conflict;
      if (missing)
        throw refused(
          `This role may ${missing[1]} in ${missing[0]}, which you may not do yourself, so you cannot ${act}`,
        );
      const further = facts && furtherThan(actor, facts.audience === 'staff' ? facts.rowScope : 'ALL');
      if (further) throw refused(`Users with this role have access to ${further}, so you cannot ${act}`);
    }
    if (change.action !== 'restore') return;
    // Where it stood, another may stand by now.
    await placeAtBottom(db, change.before.audience, change.before.id);
  },
  async after(db, writer, change, row) {
    await keepRights(db, change);
    if (isTakenOut(change)) await revokeSignInMethods(db, 'role_id', row.id, writer.now);
  },
  rights: (reader, row) => actionsByLevel(reader, row.level),
  details: {
    schema: { permissions: z.array(permissionSchema) },
    read: async (db, session, row) => ({ permissions: await permissionsOf(db, row.id, session.user.roleId) }),
  },
};
