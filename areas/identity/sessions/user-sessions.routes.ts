import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { transact } from '#kit/server/db/database.ts';
import { writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { revokeSessions } from './revoke-sessions.store.ts';
import { recordCredential } from '../accounts/credential-history.ts';
import { transactInTime } from '../transact-in-time.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { liveSessions } from './sessions.store.ts';
import { sessionRow, type SignInFacts, signInFacts } from './sessions.contract.ts';
import { forgetSessions } from '../passwords/password.store.ts';
import { mayEditPeople, needBelow } from '../accounts/target-account.rules.ts';

const factsSql = `select a.has_password as "hasPassword", a.password_changed_at as "passwordChangedAt",
    a.must_change_password as "mustChangePassword", a.password_expires_at as "oneTimeUntil",
    (select t.on_since from two_step t where t.account_id = a.id) as "codeSince" from account a where a.id = $1`;

/** Sessions of other people and how they sign in, for those who look after their accounts. */
export function addUserSessionRoutes(app: FastifyInstance, kit: IdentityParts): void {
  const base = { tag: 'Users', access: mayEditPeople, byKey: 'refused', scope: 'organisation' } as const;

  const end = async (call: Call, only?: string) => {
    const now = kit.clock.now();
    const ended = await transactInTime(call, kit.db, scopeOf(call.session), async (db) => {
      const account = await needBelow(db, call.session, call.params['id']?.toLowerCase(), now);
      const which = { accountId: account.id, ...(only === undefined ? {} : { only }) };
      const ended = await revokeSessions(db, which, 'ended by an administrator', now);
      if (only !== undefined && ended.length === 0) throw refuse.notFound('Session not found');
      const sessions = `${ended.length} ended`;
      if (ended.length > 0)
        await recordCredential(db, writerOf(call.session, call.request, now), account, { sessions });
      return ended;
    });
    forgetSessions(kit, ended);
    return ended.length;
  };

  addRoute(app, {
    ...base,
    method: 'GET',
    path: '/user/{id}/sessions',
    summary: 'Sessions of a user or an app user',
    answer: z.array(sessionRow),
    handle: async ({ session, params }) => {
      const now = kit.clock.now();
      const data = await transact(kit.db, scopeOf(session), async (db) => {
        const account = await needBelow(db, session, params['id']?.toLowerCase(), now);
        return liveSessions(db, account.id, session, now);
      });
      return { message: 'OK', data };
    },
  });

  addRoute(app, {
    ...base,
    method: 'GET',
    path: '/user/{id}/sign-in',
    summary: 'How a user or an app user signs in: since when the password, and whether with a code',
    answer: signInFacts,
    handle: async ({ session, params }) => {
      const data = await transact(kit.db, scopeOf(session), async (db) => {
        const account = await needBelow(db, session, params['id']?.toLowerCase(), kit.clock.now());
        const [facts] = await db.query<SignInFacts>(factsSql, [account.id]);
        if (!facts) throw refuse.notFound('User not found');
        return facts;
      });
      return { message: 'OK', data };
    },
  });

  addRoute(app, {
    ...base,
    method: 'DELETE',
    path: '/user/{id}/sessions/{sessionId}',
    summary: 'End a session of a user or an app user',
    answer: null,
    handle: async (call) => {
      const only = call.params['sessionId']?.toLowerCase();
      if (!isId(only)) throw refuse.notFound('User not found');
      await end(call, only);
      return { message: 'Session ended.', data: null };
    },
  });

  addRoute(app, {
    ...base,
    method: 'DELETE',
    path: '/user/{id}/sessions',
    summary: 'End all sessions of a user or an app user',
    answer: z.strictObject({ ended: z.int() }),
    handle: async (call) => ({ message: 'Sessions ended.', data: { ended: await end(call) } }),
  });
}
