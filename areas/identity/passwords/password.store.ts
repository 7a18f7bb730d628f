import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { revokeSessions } from '../sessions/revoke-sessions.store.ts';
import type { Account } from '../accounts/accounts.store.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { voidLinks } from './password-link.store.ts';
import { passwordProblem } from './passwords.contract.ts';

/** Refuses a new password that the rules do not take; see passwords.contract.ts. */
export function checkNewPassword(account: Account, password: string, field = 'password'): void {
  const problem = passwordProblem(password, { name: account.name, email: account.email, twoStep: account.two_step });
  if (problem !== undefined) throw refuse.badInput({ [field]: problem });
}

export interface NewPassword {
  accountId: string;
  hash: string;
  /** Given by an administrator: works until then, and only to choose another. */
  oneTimeUntil?: Date;
  /** The session that goes on; all others end. */
  keep?: string;
  why: string;
}

/**
 * Stores a new password in the caller's transaction: open links are void and sessions end with it.
 * @returns the ids of the ended sessions, for `forget` after the commit.
 */
export async function storePassword(db: Queryable, kit: IdentityParts, given: NewPassword): Promise<string[]> {
  const now = kit.clock.now();
  await db.query(
    `update account set password_hash = $2, password_changed_at = $3, must_change_password = $4, password_expires_at = $5 where id = $1`,
    [
      given.accountId,
      given.hash,
      now.toISOString(),
      given.oneTimeUntil !== undefined,
      given.oneTimeUntil?.toISOString() ?? null,
    ],
  );
  await voidLinks(db, given.accountId);
  return revokeSessions(
    db,
    { accountId: given.accountId, ...(given.keep === undefined ? {} : { except: given.keep }) },
    given.why,
    now,
  );
}

/** To be called after the commit: the next request of these sessions is refused. */
export function forgetSessions(kit: Pick<IdentityParts, 'sessions'>, ids: readonly string[]): void {
  for (const id of ids) kit.sessions.forget(id);
}
