import { uuidv7 } from 'uuidv7';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import type { Asked } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { passwordSeal } from '../accounts/accounts.store.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import { hashToken, newToken, successor } from '#kit/server/sessions/tokens.ts';
import { recordEnd, recordSignIn, recordSignOut } from './session-history.store.ts';

export const lifetimes = {
  accessMs: 15 * 60_000,
  /** A refresh token that is not used for this long is dead. */
  idleMs: { staff: 30 * 60_000, client: 8 * 3_600_000, kept: 7 * 86_400_000 },
  absoluteMs: { staff: 12 * 3_600_000, client: 7 * 86_400_000, kept: 7 * 86_400_000 },
  /** A refresh repeated within this time is the same refresh: a lost answer or a second tab. */
  graceMs: 10_000,
  maxPerAccount: 10,
};

export interface Tokens {
  access: string;
  refresh: string;
  accessExpiresAt: Date;
  refreshExpiresAt: Date;
  keep: boolean;
}
export interface Owner {
  accountId: string;
  orgId: string | null;
  kind: 'staff' | 'client';
  /** The hash that the password was right for. A session is refused when it was changed meanwhile. */
  passwordHash?: string | null;
}

export interface SessionIssuer {
  /** Starts a session; the oldest beyond the tenth of an account ends. Refuses with 401 when the account changed meanwhile. */
  start(owner: Owner, from: { ip: string; userAgent: string; keep: boolean }, request?: Asked): Promise<Tokens>;
  /** Trades a refresh token for its successor. Refuses with 401; a replay after the grace period ends the session. */
  refresh(token: string, request?: Asked): Promise<Tokens>;
  /** Ends the session that an access or refresh token belongs to. Unknown tokens are fine. */
  end(token: string, why: string, request?: Asked): Promise<void>;
  sweep(): Promise<void>;
}

const ended = () => refuse.unauthorised('Your session has ended. Sign in again');

interface RefreshRow {
  session_id: string;
  org_id: string | null;
  account_id: string;
  kind: 'staff' | 'client';
  keep: boolean;
  used_at: string | null;
  token_expires_at: string;
  session_expires_at: string;
  revoked_at: string | null;
  allowed: boolean;
}

interface Parts {
  db: Database;
  clock: Clock;
  /** Secret from which successors are derived; a new key ends all sessions at their next refresh. */
  key: Buffer;
  store: SessionStore;
}

const lifetime = (kind: 'staff' | 'client', keep: boolean) => (keep ? 'kept' : kind);

async function addTokens(db: Queryable, sessionId: string, orgId: string | null, tokens: Tokens): Promise<void> {
  await db.query(
    `insert into session_token (hash, org_id, session_id, kind, expires_at) values ($1, $2, $3, 'access', $4), ($5, $2, $3, 'refresh', $6)
     on conflict (hash) do nothing`,
    [
      hashToken(tokens.access),
      orgId,
      sessionId,
      tokens.accessExpiresAt.toISOString(),
      hashToken(tokens.refresh),
      tokens.refreshExpiresAt.toISOString(),
    ],
  );
}

const startSession =
  ({ db: database, clock, store }: Parts): SessionIssuer['start'] =>
  async (owner, from, request) => {
    const now = clock.now();
    const life = lifetime(owner.kind, from.keep);
    const expiresAt = new Date(now.getTime() + lifetimes.absoluteMs[life]);
    const tokens: Tokens = {
      access: newToken('rka'),
      refresh: newToken('rkr'),
      accessExpiresAt: new Date(now.getTime() + lifetimes.accessMs),
      refreshExpiresAt: new Date(now.getTime() + lifetimes.idleMs[life]),
      keep: from.keep,
    };
    const id = uuidv7();
    const tooMany = await transact(database, everything, async (db) => {
      // Waits for whoever changes the password just now, and whoever comes later ends this session.
      const same = await db.query(
        `select 1 from account where id = $1 and ($2::text is null or password_hash_of(id, $3) = $2) and status = 1 and deleted_at is null
           for no key update`,
        [owner.accountId, owner.passwordHash ?? null, passwordSeal(db)],
      );
      if (same.length === 0) throw ended();
      await db.query(
        `insert into session (id, org_id, account_id, keep, ip, user_agent, created_at, last_seen_at, proved_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8)`,
        [
          id,
          owner.orgId,
          owner.accountId,
          from.keep,
          from.ip,
          from.userAgent.slice(0, 300),
          now.toISOString(),
          expiresAt.toISOString(),
        ],
      );
      await addTokens(db, id, owner.orgId, tokens);
      await db.query('update account set last_login_at = $2 where id = $1', [owner.accountId, now.toISOString()]);
      const over = await db.query<{ id: string }>(
        `update session set revoked_at = $2, revoked_why = 'too many sessions' where id in (select id from session
           where account_id = $1 and actor_id is null and revoked_at is null and expires_at > $2 order by created_at desc, id desc offset $3) returning id`,
        [owner.accountId, now.toISOString(), lifetimes.maxPerAccount],
      );
      await recordSignIn(db, owner.accountId, request, now);
      if (over.length > 0) await recordEnd(db, owner.accountId, 'too many sessions', request, now);
      return over;
    });
    for (const session of tooMany) store.forget(session.id);
    return tokens;
  };

const refreshSession =
  ({ db: database, clock, key, store }: Parts): SessionIssuer['refresh'] =>
  async (token, request) => {
    const now = clock.now();
    const hash = hashToken(token);
    const outcome = await transact(database, everything, async (db) => {
      const [row] = await db.query<RefreshRow>(
        `select s.id as session_id, s.org_id, s.account_id, a.kind, s.keep, t.used_at, t.expires_at as token_expires_at,
           s.expires_at as session_expires_at, s.revoked_at, (a.status = 1 and a.deleted_at is null) as allowed
         from session_token t join session s on s.id = t.session_id join account a on a.id = s.account_id
         where t.hash = $1 and t.kind = 'refresh' for update of t`,
        [hash],
      );
      if (!row?.allowed || row.revoked_at !== null || Date.parse(row.session_expires_at) <= now.getTime())
        return undefined;
      const usedAt = row.used_at === null ? undefined : Date.parse(row.used_at);
      if (
        usedAt === undefined
          ? Date.parse(row.token_expires_at) <= now.getTime()
          : now.getTime() - usedAt > lifetimes.graceMs
      ) {
        // A token used twice was copied: nobody holding one of this family goes on.
        const why = usedAt === undefined ? 'idle' : 'refresh token replayed';
        await db.query('update session set revoked_at = $2, revoked_why = $3 where id = $1', [
          row.session_id,
          now.toISOString(),
          why,
        ]);
        if (usedAt !== undefined) await recordEnd(db, row.account_id, why, request, now);
        return { revoked: row.session_id };
      }
      const from = usedAt ?? now.getTime();
      const idle = lifetimes.idleMs[lifetime(row.kind, row.keep)];
      const end = Date.parse(row.session_expires_at);
      const tokens: Tokens = {
        access: successor(key, token, 'access'),
        refresh: successor(key, token, 'refresh'),
        accessExpiresAt: new Date(Math.min(end, from + lifetimes.accessMs)),
        refreshExpiresAt: new Date(Math.min(end, from + idle)),
        keep: row.keep,
      };
      if (usedAt === undefined) {
        await db.query('update session_token set used_at = $2 where hash = $1', [hash, now.toISOString()]);
        await db.query('update session set last_seen_at = $2 where id = $1', [row.session_id, now.toISOString()]);
        await addTokens(db, row.session_id, row.org_id, tokens);
      }
      return { tokens };
    });
    if (outcome?.revoked) store.forget(outcome.revoked);
    if (!outcome?.tokens) throw ended();
    return outcome.tokens;
  };

const endSession =
  ({ db: database, clock, store }: Parts): SessionIssuer['end'] =>
  async (token, why, request) => {
    const now = clock.now();
    const revoked = await transact(database, everything, async (db) => {
      const sessions = await db.query<{ id: string; account_id: string; actor_id: string | null }>(
        `update session set revoked_at = $2, revoked_why = $3 where revoked_at is null
           and id = (select session_id from session_token where hash = $1) returning id, account_id, actor_id`,
        [hashToken(token), now.toISOString(), why],
      );
      // What ends a session as somebody else is told where those are listed, under both names.
      for (const one of sessions.filter(({ actor_id }) => actor_id === null))
        if (why === 'signed out') await recordSignOut(db, one.account_id, request, now);
        else await recordEnd(db, one.account_id, why, request, now);
      return sessions;
    });
    for (const { id } of revoked) store.forget(id);
  };

const sweepSessions =
  ({ db: database, clock }: Parts): SessionIssuer['sweep'] =>
  async () => {
    // Kept a week after the end, so that a replayed token still finds its family.
    const before = new Date(clock.now().getTime() - 7 * 86_400_000).toISOString();
    await transact(database, everything, (db) =>
      db.query('delete from session where expires_at < $1 or revoked_at < $1', [before]),
    );
  };

export const createSessionIssuer = (parts: Parts): SessionIssuer => ({
  start: startSession(parts),
  refresh: refreshSession(parts),
  end: endSession(parts),
  sweep: sweepSessions(parts),
});
