import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import { hashToken, newToken } from '#kit/server/sessions/tokens.ts';
import { isGrantedSql } from '#areas/rights/rights.server.ts';

/** How long somebody may act as somebody else; it is never prolonged. */
export const childMs = 30 * 60_000;
/** Idle time of one's own session does not run while one acts as somebody else, and then as long as this to come back. */
const wayBackMs = 5 * 60_000;

/**
 * SQL condition: the session `s` of account `a` with role `r` may still be used by its actor. The actor's own session lives,
 * they can sign in themselves, stand above, belong to no other organisation, and have the right that it stands on.
 * @param at place of the time among the parameters
 */
export const childStands = (at: string): string => `exists (
  select 1 from session ps join account pa on pa.id = ps.account_id join rights_role pr on pr.id = pa.role_id
    left join people_organisation po on po.id = pa.org_id
  where ps.id = s.parent_id and ps.account_id = s.actor_id and ps.revoked_at is null and ps.expires_at > ${at}
    and pa.status = 1 and pa.deleted_at is null and pr.status = 1 and pr.deleted_at is null and pr.level < r.level
    and (po.id is null or (po.status = 1 and po.deleted_at is null)) and (pa.org_id is null or pa.org_id = a.org_id)
    and ${isGrantedSql('pr', 's.acts_by', "'impersonate'")})`;

/** SQL condition: account `a` with role `r` and, where it has one, organisation `o` may sign in. */
export const maySignIn = `a.status = 1 and a.deleted_at is null and r.status = 1 and r.deleted_at is null
    and (o.id is null or (o.status = 1 and o.deleted_at is null))`;

/** A session as somebody else, to be made. */
export interface NewChild {
  /** Whom it acts as. */
  subject: { id: string; orgId: string | null };
  actorId: string;
  /** The actor's own session. */
  parentId: string;
  /** Key of the module whose right to impersonate it stands on. */
  actsBy: string;
  reason: string;
  ticket: string | null;
  ip: string;
  userAgent: string;
}

/**
 * Makes a session as somebody else, in the caller's transaction: an access token for 30 minutes at most, and none to renew
 * it with. The actor's own session is kept open that long, and what they did as others before ends.
 * @returns undefined when the actor's own session has ended meanwhile.
 */
export async function addChild(
  db: Queryable,
  child: NewChild,
  now: Date,
): Promise<{ id: string; token: string; expiresAt: Date } | undefined> {
  const at = now.toISOString();
  // Whoever ends it in this moment waits, and then ends the new one with it.
  const [parent] = await db.query<{ expires_at: string }>(
    `select expires_at from session where id = $1 and account_id = $2 and actor_id is null and revoked_at is null
       and expires_at > $3 for share`,
    [child.parentId, child.actorId, at],
  );
  if (!parent) return undefined;
  const own = Date.parse(parent.expires_at);
  const expiresAt = new Date(Math.min(now.getTime() + childMs, own));
  await db.query(
    `update session set revoked_at = $2, revoked_why = 'acted as somebody else' where actor_id = $1 and revoked_at is null
       and expires_at > $2`,
    [child.actorId, at],
  );
  await db.query(
    `update session_token set expires_at = greatest(expires_at, $2) where session_id = $1 and kind = 'refresh' and used_at is null
       and expires_at > $3`,
    [child.parentId, new Date(Math.min(expiresAt.getTime() + wayBackMs, own)).toISOString(), at],
  );
  const id = uuidv7();
  const token = newToken('rka');
  const { subject } = child;
  await db.query(
    `insert into session (id, org_id, account_id, ip, user_agent, created_at, last_seen_at, expires_at, actor_id, parent_id,
       acts_by, reason, ticket) values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      subject.orgId,
      subject.id,
      child.ip,
      child.userAgent.slice(0, 300),
      at,
      expiresAt.toISOString(),
      child.actorId,
      child.parentId,
      child.actsBy,
      child.reason,
      child.ticket,
    ],
  );
  await db.query(
    `insert into session_token (hash, org_id, session_id, kind, expires_at) values ($1, $2, $3, 'access', $4)`,
    [hashToken(token), subject.orgId, id, expiresAt.toISOString()],
  );
  return { id, token, expiresAt };
}

/**
 * Ends the session as somebody else that a token belongs to, however old. Any other token is left as it is.
 * @returns its id, or undefined when the token is none of such a session.
 */
export async function endChild(db: Queryable, token: string, now: Date): Promise<string | undefined> {
  const [child] = await db.query<{ id: string }>(
    `select s.id from session s join session_token t on t.session_id = s.id where t.hash = $1 and s.actor_id is not null`,
    [hashToken(token)],
  );
  if (!child) return undefined;
  await db.query(`update session set revoked_at = $2, revoked_why = 'returned' where id = $1 and revoked_at is null`, [
    child.id,
    now.toISOString(),
  ]);
  return child.id;
}

/** Ends sessions as somebody else whose actor lost the right to them: they are dead already, now for good. */
export async function endFallenChildren(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `update session set revoked_at = $1, revoked_why = 'the right ended' where id in (
       select s.id from session s join account a on a.id = s.account_id join rights_role r on r.id = a.role_id
         left join people_organisation o on o.id = a.org_id
       where s.actor_id is not null and s.revoked_at is null and s.expires_at > $1
         and not (${maySignIn} and ${childStands('$1')}))`,
    [now.toISOString()],
  );
}
