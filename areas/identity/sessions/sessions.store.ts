import type { Queryable } from '#kit/server/db/database.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { deviceInWords } from './user-agent.ts';
import type { SessionRow } from './sessions.contract.ts';

interface Found
  extends Pick<SessionRow, 'id' | 'address' | 'startedAt' | 'lastSeenAt' | 'expiresAt' | 'isKept' | 'actor'> {
  userAgent: string | null;
}

/** Whether the reader ($3: is a client) is told who opened session s; a colleague is no secret. */
const isVisible = `(s.actor_id is null or (i.id is not null and (not $3::boolean or i.actor_org_id is not distinct from i.org_id)))`;

/**
 * The sessions of an account that can still be used, newest use first. One whose refresh token ran out is over.
 * @param reader whose call it is: clients are not told which member of staff acted as somebody, nor from where.
 */
export async function liveSessions(
  db: Queryable,
  accountId: string,
  reader: Pick<Session, 'id' | 'user'>,
  now: Date,
): Promise<SessionRow[]> {
  const rows = await db.query<Found>(
    `select s.id, case when ${isVisible} then s.user_agent end as "userAgent", case when ${isVisible} then s.ip end as address,
       s.created_at as "startedAt", s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", s.keep as "isKept",
       case when s.actor_id is null then null when ${isVisible} then json_build_object('id', s.actor_id, 'name', i.actor_name)
         else json_build_object('id', null, 'name', 'Roadkeeper staff') end as actor
     from session s left join impersonation i on i.id = s.id
     where s.account_id = $1 and s.revoked_at is null and s.expires_at > $2
       and exists (select 1 from session_token t where t.session_id = s.id and t.used_at is null and t.expires_at > $2)
     order by s.last_seen_at desc, s.id desc`,
    [accountId, now.toISOString(), reader.user.kind === 'client'],
  );
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    ...deviceInWords(userAgent),
    isCurrent: row.id === reader.id,
  }));
}
