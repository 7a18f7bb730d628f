import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { revokeSessions } from './revoke-sessions.store.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { liveSessions } from './sessions.store.ts';
import { sessionRow } from './sessions.contract.ts';
import { forgetSessions } from '../passwords/password.store.ts';

/** Where one is signed in, and the end of it. */
export function addOwnSessionRoutes(app: FastifyInstance, kit: IdentityParts): void {
  const base = { tag: 'Session', access: 'session', scope: 'none' } as const;

  addRoute(app, {
    ...base,
    method: 'GET',
    path: '/session/list',
    summary: 'One’s own sessions',
    answer: z.array(sessionRow),
    handle: async ({ session }) => ({
      message: 'OK',
      data: await transact(kit.db, everything, (db) => liveSessions(db, session.user.id, session, kit.clock.now())),
    }),
  });

  addRoute(app, {
    ...base,
    method: 'DELETE',
    path: '/session/{id}',
    summary: 'End one of one’s own sessions',
    answer: null,
    handle: async ({ session, params }) => {
      const only = params['id']?.toLowerCase();
      if (!isId(only)) throw refuse.notFound('Session not found');
      const which = { accountId: session.user.id, only };
      const ended = await transact(kit.db, everything, (db) =>
        revokeSessions(db, which, 'ended by its owner', kit.clock.now()),
      );
      if (ended.length === 0) throw refuse.notFound('Session not found');
      forgetSessions(kit, ended);
      return { message: 'Session ended.', data: null };
    },
  });

  addRoute(app, {
    ...base,
    method: 'POST',
    path: '/session/end-others',
    summary: 'End all of one’s own sessions but this one',
    answer: z.strictObject({ ended: z.int() }),
    handle: async ({ session }) => {
      const others = { accountId: session.user.id, except: session.id };
      const ended = await transact(kit.db, everything, (db) =>
        revokeSessions(db, others, 'ended by its owner', kit.clock.now()),
      );
      forgetSessions(kit, ended);
      return { message: 'You are signed out everywhere else.', data: { ended: ended.length } };
    },
  });
}
