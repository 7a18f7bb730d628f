import { createHash } from 'node:crypto';
import { type Grants, grantsOnBehalf, type UserData } from '#kit/contract/rights.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { childStands, maySignIn } from './child.ts';
import { type Reach, reachSql } from './reach.ts';
import { markSeen } from './seen.ts';
import { hashToken } from './tokens.ts';

/** A live session: who calls, for whom, and what they may do. */
export interface Session extends Reach {
  id: string;
  /** The account it acts as. */
  user: UserData;
  /** The person behind it, when they act as somebody else. */
  actor?: { id: string; name: string };
  /** Null for staff: every organisation. */
  orgId: string | null;
  grants: Grants;
  /** When the person last gave a password or a code in this session; null: never. */
  provedAt: Date | null;
}

export interface SessionStore {
  /** The session of an access token. Refuses with 401 when it is unknown, expired or revoked, or its owner may not sign in. */
  authenticate(token: string): Promise<Session>;
  /** Forgets what is remembered of a session, so that the next request looks again. */
  forget(sessionId: string): void;
  /** Forgets all: a role or a module changed. */
  forgetAll(): void;
  /** Tells of everything that is forgotten: a session, or all of them (undefined). Gives back what ends the telling. */
  onForget(listener: (sessionId: string | undefined) => void): () => void;
  /**
   * Sessions by their own ids, asked of the database now: for what lives as long as a session and not as long as one of its
   * tokens. Sessions that have ended are left out. Throws when the database is away.
   */
  stillLive(ids: readonly string[]): Promise<ReadonlyMap<string, LiveSession>>;
}

export interface LiveSession {
  session: Session;
  /** A text that is another one as soon as the person, whom they work for, the role, what it grants or any module is. */
  rights: string;
}

/** How a session is read from the database; the area that owns accounts provides it. */
export type LoadSession = (hash: Buffer, now: Date) => Promise<{ session: Session; expiresAt: Date } | undefined>;
export type LoadLiveSessions = (ids: readonly string[], now: Date) => Promise<ReadonlyMap<string, LiveSession>>;

interface Remembered {
  session: Session;
  expiresAt: number;
  checkedAt: number;
}

/** How long a checked session is believed without asking again: what revoking in another process takes at most. */
const believedMs = 1_000;

/** Sessions by token, each asked of the database at most once a second whatever the number of requests. */
export function createSessionStore(options: {
  clock: Clock;
  load: LoadSession;
  loadLive: LoadLiveSessions;
}): SessionStore {
  const listeners = new Set<(sessionId: string | undefined) => void>();
  const tell = (sessionId?: string) => {
    for (const listener of listeners) listener(sessionId);
  };
  const remembered = new Map<string, Remembered>();
  const asking = new Map<string, Promise<Session>>();
  const { clock } = options;
  /** Counts what was forgotten: what was being read meanwhile is answered, but not believed any longer than that. */
  let forgotten = 0;

  const ask = async (key: string, hash: Buffer): Promise<Session> => {
    const began = forgotten;
    const found = await options.load(hash, clock.now());
    // A session that was ended while it was looked up must not be believed.
    if (began !== forgotten) return ask(key, hash);
    if (!found) {
      remembered.delete(key);
      throw refuse.unauthorised('Your session has ended. Sign in again');
    }
    // Acting as somebody else hangs on more than one session can be told of: it is looked at every time.
    if (found.session.actor) return found.session;
    if (remembered.size > 50_000) remembered.clear();
    remembered.set(key, {
      session: found.session,
      expiresAt: found.expiresAt.getTime(),
      checkedAt: clock.now().getTime(),
    });
    return found.session;
  };
  return {
    async authenticate(token) {
      const hash = hashToken(token);
      const key = hash.toString('base64');
      const now = clock.now().getTime();
      const known = remembered.get(key);
      if (known && now < known.expiresAt && now - known.checkedAt >= 0 && now - known.checkedAt < believedMs)
        return known.session;
      let pending = asking.get(key);
      if (!pending) {
        const asked = ask(key, hash).finally(() => {
          if (asking.get(key) === asked) asking.delete(key);
        });
        pending = asked;
        asking.set(key, asked);
      }
      return pending;
    },
    forget(sessionId) {
      forgotten += 1;
      asking.clear();
      for (const [key, one] of remembered) if (one.session.id === sessionId) remembered.delete(key);
      tell(sessionId);
    },
    forgetAll() {
      forgotten += 1;
      asking.clear();
      remembered.clear();
      tell();
    },
    onForget(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stillLive: (ids) => options.loadLive(ids, clock.now()),
  };
}

interface SessionRow {
  id: string;
  org_id: string | null;
  expires_at: string;
  proved_at: string | null;
  last_seen_at: string;
  must_change_password: boolean;
  account_id: string;
  kind: 'staff' | 'client';
  name: string;
  email: string | null;
  mobile: string | null;
  role_id: string;
  role_name: string;
  role_level: number;
  org_name: string | null;
  actor_id: string | null;
  actor_name: string | null;
  reach: Reach;
  grants: Grants | null;
}

/** What role r grants. */
const grantsSql = `(select json_object_agg(m.key, case when r.all_rights then to_json(m.actions) else to_json(p.actions) end order by m.key)
         from module m left join permission p on p.module_id = m.id and p.role_id = r.id
        where m.status = 1 and (r.all_rights or p.actions is not null))`;

/** Session s found by t, a token that can still be used; grants as given. */
const sessionText = (from: string, where: string, grants: string) =>
  `select s.id, a.org_id, least(t.expires_at, s.expires_at) as expires_at, s.proved_at, s.last_seen_at,
      a.must_change_password, a.id as account_id, a.kind, a.name, a.email, a.mobile,
      r.id as role_id, r.name as role_name, r.level as role_level, o.name as org_name, ${reachSql} as reach,
      s.actor_id, (select pa.name from account pa where pa.id = s.actor_id) as actor_name,
      ${grants} as grants
    from ${from}
    join account a on a.id = s.account_id
    join role r on r.id = a.role_id
    left join organisation o on o.id = a.org_id
   where ${where} and t.expires_at > $2 and s.expires_at > $2 and s.revoked_at is null
     and ${maySignIn}
     and (s.actor_id is null or ${childStands('$2')})`;

const byToken = {
  name: 'session-by-token',
  text: sessionText(
    'session_token t join session s on s.id = t.session_id',
    "t.hash = $1 and t.kind = 'access' and t.used_at is null",
    grantsSql,
  ),
};
/** Any of its tokens that can still be used keeps a session: an access token, or the refresh token that follows it. */
const byIds = {
  name: 'sessions-by-id',
  text: sessionText(
    `session s join lateral
       (select max(expires_at) as expires_at from session_token where session_id = s.id and used_at is null) t on true`,
    's.id = any($1::uuid[])',
    // Thousands of people have ten roles: what a role grants is put together once.
    `case when row_number() over (partition by r.id order by s.id) = 1 then ${grantsSql} end`,
  ),
};
const modulesSql = {
  name: 'modules-state',
  text: `select md5(string_agg(m::text, ' ' order by m.id)) as state from module m`,
};

const sessionOf = (row: SessionRow, granted: Grants, lookOnly: ReadonlySet<string>): Session => {
  const actor = row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' };
  const mustChangePassword = row.must_change_password && actor === null;
  const grants = actor ? grantsOnBehalf(granted, lookOnly) : granted;
  return {
    id: row.id,
    orgId: row.org_id,
    ...row.reach,
    ...(actor ? { actor } : {}),
    // Whoever must change the password first may do nothing else; somebody who acts for them need not.
    grants: mustChangePassword ? {} : grants,
    provedAt: row.proved_at === null ? null : new Date(row.proved_at),
    user: {
      id: row.account_id,
      kind: row.kind,
      name: row.name,
      email: row.email,
      mobile: row.mobile,
      roleId: row.role_id,
      roleName: row.role_name,
      roleLevel: row.role_level,
      orgId: row.org_id,
      orgName: row.org_name,
      mustChangePassword,
      impersonatedBy: actor,
    },
  };
};

/**
 * Reads a session with its owner, role and rights in one statement.
 * @param lookOnly keys of modules that whoever acts as somebody else may only look at.
 */
export const loadSession =
  (db: Database, lookOnly: ReadonlySet<string>): LoadSession =>
  async (hash, now) => {
    const [row] = await transact(db, everything, (db) => db.query<SessionRow>(byToken, [hash, now.toISOString()]));
    if (!row) return undefined;
    markSeen(db, row.id, row.last_seen_at, now);
    return { expiresAt: new Date(row.expires_at), session: sessionOf(row, row.grants ?? {}, lookOnly) };
  };

const markOf = (grants: Grants) => createHash('sha256').update(JSON.stringify(grants)).digest('base64url');

/** Reads many sessions by their ids, a thousand to a statement. */
export const loadLiveSessions =
  (db: Database, lookOnly: ReadonlySet<string>): LoadLiveSessions =>
  async (ids, now) => {
    const found = new Map<string, LiveSession>();
    for (let from = 0; from < ids.length; from += 1_000) {
      const params = [ids.slice(from, from + 1_000), now.toISOString()];
      await transact(db, everything, async (db) => {
        const rows = await db.query<SessionRow>(byIds, params);
        const [modules] = await db.query<{ state: string | null }>(modulesSql);
        const ofRole = new Map(
          rows.flatMap(({ role_id, grants }) => (grants ? [[role_id, { grants, mark: markOf(grants) }] as const] : [])),
        );
        for (const row of rows) {
          const { grants, mark } = ofRole.get(row.role_id) ?? { grants: {}, mark: '' };
          const session = sessionOf(row, grants, lookOnly);
          const who = JSON.stringify([session.user, row.reach]);
          found.set(row.id, { session, rights: [who, mark, modules?.state].join(' ') });
        }
      });
    }
    return found;
  };
