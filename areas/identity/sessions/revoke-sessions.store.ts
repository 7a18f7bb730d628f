import type { Queryable } from '#kit/server/db/database.ts';

/** Which sessions of an account: all, all but one, or one. */
export interface WhichSessions {
  accountId: string;
  except?: string;
  only?: string;
}

/**
 * Ends sessions with their access and refresh tokens, in the caller's transaction.
 * @returns their ids: give each to `SessionStore.forget` after the commit, so that the very next request is refused.
 */
export async function revokeSessions(db: Queryable, which: WhichSessions, why: string, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `update session set revoked_at = $2, revoked_why = $3 where account_id = $1 and revoked_at is null
       and ($4::uuid is null or id <> $4) and ($5::uuid is null or id = $5) returning id`,
    [which.accountId, now.toISOString(), why, which.except ?? null, which.only ?? null],
  );
  return rows.map(({ id }) => id);
}
