import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { everything, transact } from '#kit/server/db/database.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { givenCode, givenPassword } from '../sign-in/given.schemas.ts';
import { isRightCode, needPassword, ownAccount, startTry, wrongCode } from './step-up.ts';

const body = z.strictObject({ password: z.optional(givenPassword()), code: z.optional(givenCode) }).check(
  z.refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    error: 'Enter your password or a code',
    path: ['password'],
  }),
);

/** POST /session/prove: the person at the screen is still the one who signed in. See needRecentProof. */
export function addStepUpRoute(app: FastifyInstance, kit: IdentityParts): void {
  addRoute(app, {
    method: 'POST',
    path: '/session/prove',
    summary: 'Confirm with password or code; valid for ten minutes',
    tag: 'Session',
    access: 'session',
    scope: 'none',
    body,
    answer: null,
    handle: async (call) => {
      const { session, request } = call;
      const { password, code } = call.body as z.infer<typeof body>;
      const account = await ownAccount(kit, call);
      if (password !== undefined) {
        const tried = await needPassword(kit, account, request, { field: 'password', password });
        await tried.passed();
      } else {
        if (!account.two_step)
          throw refuse.badInput({ code: 'Two-step verification is not turned on. Enter your password' });
        const tried = await startTry(kit, account, request);
        if (!(await isRightCode(kit, account, tried, code ?? ''))) throw refuse.badInput({ code: wrongCode });
        await tried.passed();
      }
      const now = kit.clock.now().toISOString();
      await transact(kit.db, everything, (db) =>
        db.query('update session set proved_at = $2 where id = $1', [session.id, now]),
      );
      kit.sessions.forget(session.id);
      return { message: 'Thank you.', data: null };
    },
  });
}
