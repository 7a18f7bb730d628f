import { isId } from '#kit/contract/ids-and-days.ts';
import { can } from '#kit/contract/rights.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type Access, scopeOf } from '#kit/server/http/call.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { type Account, accountById, moduleOf } from './accounts.store.ts';

/** Whoever may change users or app users; which of the two is needed, the account decides. */
export const mayEditPeople: Access = {
  any: [
    { module: 'user', action: 'edit' },
    { module: 'app-user', action: 'edit' },
  ],
};

/**
 * Somebody else's account whose way in the session may touch, locked. Another organisation's account, and one of a kind that
 * the session has no right to, is 404 like one that never was; oneself and everybody at or above one's own level is 403.
 */
export async function needBelow(db: Queryable, session: Session, id: string | undefined, now: Date): Promise<Account> {
  const account = isId(id) ? await accountById(db, id, now, true, scopeOf(session)) : undefined;
  if (!account || !can(session.grants, moduleOf(account), 'edit')) throw refuse.notFound('User not found');
  if (account.id === session.user.id)
    throw refuse.forbidden('This is for the accounts of others. Your own is under “Profile and security”');
  if (account.role_level <= session.user.roleLevel)
    throw refuse.forbidden('This account is at or above your own level');
  return account;
}
