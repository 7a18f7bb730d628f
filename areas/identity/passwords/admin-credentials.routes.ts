import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { needRecentProof } from '#kit/server/sessions/step-up.ts';
import { revokeSessions } from '../sessions/revoke-sessions.store.ts';
import { moduleOf } from '../accounts/accounts.store.ts';
import { spendPasswordLink } from '../accounts/account-mail-budget.store.ts';
import { recordCredential } from '../accounts/credential-history.ts';
import { transactInTime } from '../transact-in-time.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { notifyOfTwoStep, notifyOfPassword } from '../accounts/credential-notices.ts';
import { makePasswordLink } from './password-link.store.ts';
import { newPassword } from './change-password.routes.ts';
import { passwordProblem } from './passwords.contract.ts';
import { forgetSessions, storePassword } from './password.store.ts';
import { mayEditPeople, needBelow } from '../accounts/target-account.rules.ts';

const oneTimeMs = 24 * 3_600_000;
const resetBody = z.strictObject({
  data: z.strictObject({ password: z.optional(newPassword) }, { error: 'Send { data: { password } } or { data: {} }' }),
});

/** What an administrator does for somebody who cannot get in any more. */
export function addAdminCredentialRoutes(app: FastifyInstance, kit: IdentityParts): void {
  const base = {
    tag: 'Users',
    access: mayEditPeople,
    byKey: 'refused',
    scope: 'organisation',
    answer: null,
  } as const;

  addRoute(app, {
    ...base,
    method: 'PUT',
    path: '/admin/user-reset-password/{id}',
    summary: 'Set a one-time password, or email a link if data is empty; all sessions of the account end',
    body: resetBody,
    handle: async (call) => {
      const now = kit.clock.now();
      const { session, request } = call;
      const id = call.params['id']?.toLowerCase();
      needRecentProof(session, now);
      const { password } = (call.body as z.infer<typeof resetBody>).data;
      const hash = password === undefined ? undefined : await kit.passwords.hash(password);
      const ended = await transactInTime(call, kit.db, scopeOf(session), async (db) => {
        const account = await needBelow(db, session, id, now);
        const writer = writerOf(session, request, now);
        if (password === undefined || hash === undefined) {
          const about = { module: moduleOf(account), id: account.id, title: account.name };
          await spendPasswordLink(db, { orgId: session.orgId, now }, about);
          const { link, expiresAt } = await makePasswordLink(db, kit, account.id, 'admin-reset');
          await kit.sendMail(db, {
            template: 'password-reset',
            accountId: account.id,
            variables: { name: account.name, minutes: String((expiresAt.getTime() - now.getTime()) / 60_000) },
            secretLink: link,
            expiresAt,
            about,
          });
          await recordCredential(db, writer, account, { password: 'link mailed' });
          return revokeSessions(db, { accountId: account.id }, 'password reset by an administrator', now);
        }
        // It lives a day and is good for one thing only, so that it may be short; a common one may it not be.
        const problem = passwordProblem(password, { name: account.name, email: account.email, twoStep: true });
        if (problem !== undefined) throw refuse.badInput({ password: problem });
        const why = 'password reset by an administrator';
        const oneTimeUntil = new Date(now.getTime() + oneTimeMs);
        const ended = await storePassword(db, kit, { accountId: account.id, hash, oneTimeUntil, why });
        await notifyOfPassword(kit, db, account, 'an administrator, who gave you a one-time password for 24 hours');
        await recordCredential(db, writer, account, { password: 'one-time password given' });
        return ended;
      });
      forgetSessions(kit, ended);
      return { message: 'User Password reset successfully!', data: null };
    },
  });

  addRoute(app, {
    ...base,
    method: 'DELETE',
    path: '/admin/user-two-step/{id}',
    summary: 'Turn off two-step verification of a user who lost it; a new password must be chosen at the next sign-in',
    handle: async (call) => {
      const now = kit.clock.now();
      const { session, request } = call;
      needRecentProof(session, now);
      const ended = await transactInTime(call, kit.db, scopeOf(session), async (db) => {
        const account = await needBelow(db, session, call.params['id']?.toLowerCase(), now);
        if (!(await kit.twoStep.remove(db, account.id)))
          throw refuse.conflict('Two-step verification is not turned on');
        // The password may be short, because a code stood beside it.
        await db.query('update account set must_change_password = true where id = $1', [account.id]);
        await notifyOfTwoStep(
          kit,
          db,
          account,
          'turned off by an administrator, and you must choose a new password at the next sign-in,',
        );
        await recordCredential(db, writerOf(session, request, now), account, {
          codeAtSignIn: 'turned off by an administrator',
        });
        return revokeSessions(db, { accountId: account.id }, 'code at sign-in switched off', now);
      });
      forgetSessions(kit, ended);
      return { message: 'Two-step verification is turned off.', data: null };
    },
  });
}
