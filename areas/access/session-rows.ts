import type { Queryable } from '#kit/server/db/database.ts';
import { deviceInWords } from './device-words.ts';
import type { SessionRow } from './sessions.contract.ts';

/** The sessions of an account that can still be used, newest use first. One whose refresh token ran out is over. */
export async function liveSessions(
  db: Queryable,
  accountId: string,
  current: string,
  now: Date,
): Promise<SessionRow[]> {
  const rows = await db.query<Omit<SessionRow, 'device' | 'isPhone' | 'isCurrent'> & { userAgent: string | null }>(
    `select s.id, s.user_agent as "userAgent", s.ip as address, s.created_at as "startedAt", s.last_seen_at as "lastSeenAt",
       s.expires_at as "expiresAt"
     from session s where s.account_id = $1 and s.revoked_at is null and s.expires_at > $2
       and exists (select 1 from session_token t where t.session_id = s.id and t.used_at is null and t.expires_at > $2)
     order by s.last_seen_at desc, s.id desc`,
    [accountId, now.toISOString()],
  );
  return rows.map(({ userAgent, ...row }) => ({ ...row, ...deviceInWords(userAgent), isCurrent: row.id === current }));
}
