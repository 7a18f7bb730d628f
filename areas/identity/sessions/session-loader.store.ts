import { createHash } from 'node:crypto';
import { dataScopeSql, grantsSql, modulesState } from '#areas/rights/rights.server.ts';
import { type Grants, grantsOnBehalf, type UserData } from '#kit/contract/rights.ts';
import type { Language } from '#kit/contract/words/languages.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import type { DataScope } from '#kit/server/sessions/data-scope.ts';
import type { LiveSession, LoadLiveSessions, LoadSession, Session } from '#kit/server/sessions/session.ts';
import { childStands, maySignIn } from './child-sessions.store.ts';
import { markSeen } from './last-seen.store.ts';

/** What a session tells of the person it acts as. */
export interface PersonRow {
  org_id: string | null;
  must_change_password: boolean;
  language: Language | null;
  account_id: string;
  kind: 'staff' | 'client';
  name: string;
  email: string | null;
  mobile: string | null;
  role_id: string;
  role_name: string;
  role_level: number;
  org_name: string | null;
  reach: DataScope;
  grants: Grants | null;
}
interface SessionRow extends PersonRow {
  id: string;
  expires_at: string;
  proved_at: string | null;
  last_seen_at: string;
  actor_id: string | null;
  actor_name: string | null;
}

/** SQL: columns of a PersonRow, of account a with role r and, where it has one, organisation o. */
export const personColumns = (grants: string): string =>
  `a.org_id, a.must_change_password, a.language, a.id as account_id, a.kind, a.name, a.email, a.mobile,
      r.id as role_id, r.name as role_name, r.level as role_level, o.name as org_name, ${dataScopeSql} as reach,
      ${grants} as grants`;

/** Session s found by t, a token that can still be used; grants as given. */
const sessionText = (from: string, where: string, grants: string) =>
  `select s.id, least(t.expires_at, s.expires_at) as expires_at, s.proved_at, s.last_seen_at,
      s.actor_id, (select pa.name from account pa where pa.id = s.actor_id) as actor_name, ${personColumns(grants)}
    from ${from}
    join account a on a.id = s.account_id
    join rights_role r on r.id = a.role_id
    left join people_organisation o on o.id = a.org_id
   where ${where} and t.expires_at > $2 and s.expires_at > $2 and s.revoked_at is null
     and ${maySignIn}
     and (s.actor_id is null or ${childStands('$2')})`;

const byToken = {
  name: 'session-by-token',
  text: sessionText(
    'session_token t join session s on s.id = t.session_id',
    "t.hash = $1 and t.kind = 'access' and t.used_at is null",
    grantsSql('r'),
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
    `case when row_number() over (partition by r.id order by s.id) = 1 then ${grantsSql('r')} end`,
  ),
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
    user: { ...userOf(row), mustChangePassword, impersonatedBy: actor },
  };
};

/** The person of a row, as they are when nobody acts as them. */
export const userOf = (row: PersonRow): UserData => ({
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
  mustChangePassword: row.must_change_password,
  language: row.language,
  impersonatedBy: null,
});

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
        const modules = await modulesState(db);
        const ofRole = new Map(
          rows.flatMap(({ role_id, grants }) => (grants ? [[role_id, { grants, mark: markOf(grants) }] as const] : [])),
        );
        for (const row of rows) {
          const { grants, mark } = ofRole.get(row.role_id) ?? { grants: {}, mark: '' };
          const session = sessionOf(row, grants, lookOnly);
          const who = JSON.stringify([session.user, row.reach]);
          const expiresAt = Date.parse(row.expires_at);
          found.set(row.id, { session, rights: [who, mark, modules].join(' '), expiresAt });
        }
      });
    }
    return found;
  };
