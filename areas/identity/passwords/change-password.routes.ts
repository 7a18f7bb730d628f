import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { printable } from '#kit/contract/input.ts';
import { normalForm } from '#kit/contract/normal-form.ts';
import { everything } from '#kit/server/db/database.ts';
import { writerOf } from '#kit/server/history.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { accountById } from '../accounts/accounts.store.ts';
import { recordCredential } from '../accounts/credential-history.ts';
import { transactInTime } from '../transact-in-time.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { givenPassword } from '../sign-in/given.schemas.ts';
import { notifyOfPassword } from '../accounts/credential-notices.ts';
import { needPassword, ownAccount } from '../two-step/step-up.ts';
import { checkNewPassword, forgetSessions, storePassword } from './password.store.ts';

/** A password that is to be: its rules need the account, so they come after the body was read. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, { error: 'Password is required' }),
    z.maxLength(512, { error: 'Use at most 128 characters' }),
    printable,
  );

const body = z.strictObject({ current: givenPassword('Current password'), password: newPassword });

/** POST /session/password: one's own password, by whoever knows the present one. */
export function addPasswordRoute(app: FastifyInstance, kit: IdentityParts): void {
  addRoute(app, {
    method: 'POST',
    path: '/session/password',
    summary: 'Change one’s own password; all other sessions end',
    tag: 'Session',
    access: 'session',
    scope: 'none',
    whileMustChange: true,
    body,
    answer: null,
    handle: async (call) => {
      const given = call.body as z.infer<typeof body>;
      const { request, reply, session } = call;
      const account = await ownAccount(kit, call);
      const tried = await needPassword(kit, account, request, { field: 'current', password: given.current });
      await tried.passed();
      checkNewPassword(account, given.password);
      if (normalForm(given.password, 'NFKC') === normalForm(given.current, 'NFKC'))
        throw refuse.badInput({ password: 'This is your current password' });
      const hash = await kit.passwords.hash(given.password);
      const now = kit.clock.now();
      const { ended, changed } = await transactInTime(call, kit.db, everything, async (db) => {
        const locked = await accountById(db, account.id, now, true);
        // Somebody else, or another tab, was faster: what was proved here is no longer so.
        if (locked?.password_hash !== account.password_hash)
          throw refuse.conflict('Your password was changed in the meantime. Sign in again');
        const ended = await storePassword(db, kit, {
          accountId: account.id,
          hash,
          keep: session.id,
          why: 'password changed',
        });
        await db.query('update session set proved_at = $2 where id = $1', [session.id, now.toISOString()]);
        await notifyOfPassword(kit, db, account, 'you');
        await recordCredential(db, writerOf(session, request, now), account, { password: 'changed' });
        return { ended, changed: await accountById(db, account.id, now) };
      });
      forgetSessions(kit, [...ended, session.id]);
      if (changed) kit.devices.remember(request, reply, changed, now);
      return { message: 'Password changed. You are signed out everywhere else.', data: null };
    },
  });
}
