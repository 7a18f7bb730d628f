import type { Grants, UserData } from '#kit/contract/rights.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type Reach, reachSql } from './reach.ts';
import { hashToken } from './tokens.ts';

/** A live session: who calls, for whom, and what they may do. */
export interface Session extends Reach {
  id: string;
  user: UserData;
  /** Null for staff: every organisation. */
  orgId: string | null;
  grants: Grants;
}

export interface SessionStore {
  /** The session of an access token. Refuses with 401 when it is unknown, expired or revoked, or its owner may not sign in. */
  authenticate(token: string): Promise<Session>;
  /** Forgets what is remembered of a session, so that the next request looks again. */
  forget(sessionId: string): void;
  /** Forgets all: a role or a module changed. */
  forgetAll(): void;
}

/** How a session is read from the database; the area that owns accounts provides it. */
export type LoadSession = (hash: Buffer, now: Date) => Promise<{ session: Session; expiresAt: Date } | undefined>;

interface Remembered {
  session: Session;
  expiresAt: number;
  checkedAt: number;
}

/** How long a checked session is believed without asking again: what revoking in another process takes at most. */
const believedMs = 1_000;

/** Sessions by token, each asked of the database at most once a second whatever the number of requests. */
export function createSessionStore(options: { clock: Clock; load: LoadSession }): SessionStore {
  const remembered = new Map<string, Remembered>();
  const asking = new Map<string, Promise<Session>>();
  /** Grows when all is forgotten: what was asked before that is not to be believed after it. */
  let era = 0;
  const { clock } = options;

  const ask = async (key: string, hash: Buffer): Promise<Session> => {
    const begun = era;
    const found = await options.load(hash, clock.now());
    if (begun !== era && found) return found.session;
    if (!found) {
      remembered.delete(key);
      throw refuse.unauthorised('Your session has ended. Sign in again');
    }
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
        const mine = ask(key, hash).finally(() => {
          if (asking.get(key) === mine) asking.delete(key);
        });
        pending = mine;
        asking.set(key, mine);
      }
      return pending;
    },
    forget(sessionId) {
      for (const [key, one] of remembered) if (one.session.id === sessionId) remembered.delete(key);
    },
    forgetAll() {
      era += 1;
      remembered.clear();
      asking.clear();
    },
  };
}

interface SessionRow {
  id: string;
  org_id: string | null;
  expires_at: string;
  account_id: string;
  kind: 'staff' | 'client';
  name: string;
  email: string | null;
  mobile: string | null;
  role_id: string;
  role_name: string;
  role_level: number;
  org_name: string | null;
  reach: Reach;
  grants: Grants | null;
}

const sessionSql = {
  name: 'session-by-token',
  text: `select s.id, a.org_id, least(t.expires_at, s.expires_at) as expires_at, a.id as account_id, a.kind, a.name, a.email, a.mobile,
      r.id as role_id, r.name as role_name, r.level as role_level, o.name as org_name, ${reachSql} as reach,
      (select json_object_agg(m.key, case when r.all_rights then to_json(m.actions) else to_json(p.actions) end)
         from module m left join permission p on p.module_id = m.id and p.role_id = r.id
        where m.status = 1 and (r.all_rights or p.actions is not null)) as grants
    from session_token t
    join session s on s.id = t.session_id
    join account a on a.id = s.account_id
    join role r on r.id = a.role_id
    left join organisation o on o.id = a.org_id
   where t.hash = $1 and t.kind = 'access' and t.used_at is null and t.expires_at > $2 and s.expires_at > $2 and s.revoked_at is null
     and a.status = 1 and a.deleted_at is null and r.status = 1 and r.deleted_at is null
     and (o.id is null or (o.status = 1 and o.deleted_at is null))`,
};

/** Reads a session with its owner, role and rights in one statement. */
export const loadSession =
  (db: Database): LoadSession =>
  async (hash, now) => {
    const [row] = await transact(db, everything, (db) => db.query<SessionRow>(sessionSql, [hash, now.toISOString()]));
    if (!row) return undefined;
    return {
      expiresAt: new Date(row.expires_at),
      session: {
        id: row.id,
        orgId: row.org_id,
        ...row.reach,
        grants: row.grants ?? {},
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
        },
      },
    };
  };
