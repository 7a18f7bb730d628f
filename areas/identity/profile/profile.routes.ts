import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { difference, recordChange, writerOf } from '#kit/server/history.ts';
import { historyOf } from '#kit/server/history-read.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { Refusal, refuse } from '#kit/server/refusals.ts';
import { needRecentProof } from '#kit/server/sessions/step-up.ts';
import { accountById, moduleOf } from '../accounts/accounts.store.ts';
import { transactInTime } from '../transact-in-time.ts';
import type { IdentityParts } from '../identity-parts.ts';
import {
  type Profile,
  profileChanges,
  type ProfileChanges,
  profileInput,
  profileRow,
} from '../sessions/sessions.contract.ts';

const tag = (version: number) => `"v${version}"`;
const readProfile = async (db: Queryable, id: string): Promise<Profile> => {
  const [row] = await db.query<Profile>(
    `select a.id, a.name, a.email, a.mobile, r.name as "roleName", o.name as "orgName", a.last_login_at as "lastLoginAt",
       a.password_changed_at as "passwordChangedAt", a.version
     from account a join rights_role r on r.id = a.role_id left join people_organisation o on o.id = a.org_id where a.id = $1`,
    [id],
  );
  if (!row) throw refuse.unauthorised();
  return row;
};

/** One's own particulars. Email, role and organisation are others' to change. */
export function addProfileRoutes(app: FastifyInstance, kit: IdentityParts): void {
  const base = {
    tag: 'Session',
    path: '/session/profile',
    access: 'session',
    scope: 'none',
    answer: profileRow,
  } as const;

  addRoute(app, {
    ...base,
    method: 'GET',
    summary: 'One’s own particulars',
    handle: async ({ session, reply }) => {
      const data = await transact(kit.db, everything, (db) => readProfile(db, session.user.id));
      reply.header('etag', tag(data.version));
      return { message: 'OK', data };
    },
  });

  addRoute(app, {
    ...base,
    method: 'GET',
    path: '/session/profile/changes',
    summary: 'Who changed one’s own name and mobile number last, and when',
    answer: profileChanges,
    handle: async ({ session }): Promise<{ message: string; data: ProfileChanges }> => {
      const scope = scopeOf(session);
      const module = moduleOf({ kind: session.user.kind });
      const { rows } = await transact(kit.db, scope, (db) =>
        historyOf(db, scope, module, session.user.id, { skip: 0, take: 50, action: 'update' }),
      );
      const latest = (field: keyof ProfileChanges) => {
        const entry = rows.find(({ after }) => after !== null && Object.hasOwn(after, field));
        return entry ? { name: entry.actorName, at: entry.at } : null;
      };
      return { message: 'OK', data: { name: latest('name'), mobile: latest('mobile') } };
    },
  });

  addRoute(app, {
    ...base,
    method: 'PUT',
    summary:
      'Change one’s own name and mobile number; the number is also a name to sign in with, so it needs a recent proof',
    versioned: true,
    body: profileInput,
    handle: async (call) => {
      const { session, request, reply } = call;
      const given = call.body as z.infer<typeof profileInput>;
      const now = kit.clock.now();
      const write = transactInTime(call, kit.db, everything, async (db) => {
        const account = await accountById(db, session.user.id, now, true);
        if (!account) throw refuse.unauthorised();
        const before = await readProfile(db, account.id);
        const expected = request.headers['if-match'];
        if (expected !== undefined && expected !== '*' && expected !== tag(before.version)) throw refuse.stale(before);
        const changed = difference({ ...before }, given, ['name', 'mobile']);
        if (!changed) return before;
        if ('mobile' in changed.after) needRecentProof(session, now);
        await db.query(
          `update account set name = $2, mobile = $3, version = version + 1, updated_at = $4, updated_by = $1 where id = $1`,
          [account.id, given.name, given.mobile, now.toISOString()],
        );
        await recordChange(db, writerOf(session, request, now), {
          ...changed,
          action: 'update',
          module: moduleOf(account),
          recordId: account.id,
          recordTitle: given.name,
          orgId: account.org_id,
        });
        await kit.versions.mark(db, [['account', account.org_id]]);
        return readProfile(db, account.id);
      });
      const data = await write.catch(asTaken).finally(() => kit.versions.bump('account', session.orgId));
      kit.sessions.forget(session.id);
      reply.header('etag', tag(data.version));
      return { message: 'Profile updated successfully.', data };
    },
  });
}

function asTaken(error: unknown): never {
  if (!(error instanceof Refusal) && error instanceof Error && 'code' in error && error.code === '23505')
    throw refuse.conflict('This mobile number belongs to another account', {
      mobile: 'Already used by another account',
    });
  throw error;
}
