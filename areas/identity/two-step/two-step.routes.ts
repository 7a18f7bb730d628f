import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { everything, transact } from '#kit/server/db/database.ts';
import { writerOf } from '#kit/server/history.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { needRecentProof } from '#kit/server/sessions/step-up.ts';
import { revokeSessions } from '../sessions/revoke-sessions.store.ts';
import { recordCredential } from '../accounts/credential-history.ts';
import { transactInTime } from '../transact-in-time.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { givenCode, givenPassword } from '../sign-in/given.schemas.ts';
import { notifyOfTwoStep } from '../accounts/credential-notices.ts';
import { lengthOf, passwordLimits } from '../passwords/passwords.contract.ts';
import { askForCode, isRightCode, needPassword, ownAccount, wrongCode } from './step-up.ts';
import { forgetSessions } from '../passwords/password.store.ts';

const startBody = z.strictObject({ password: givenPassword() });
const confirmBody = z.strictObject({ code: givenCode });
const removeBody = z.strictObject({ password: givenPassword(), code: givenCode });
const codesAnswer = z.strictObject({ codes: z.array(z.string()) });
const notOn = () => refuse.conflict('Two-step verification is not turned on');

/** The second step at one's own sign-in: on with an authenticator app, off with password and code. */
export function addTwoStepRoutes(app: FastifyInstance, kit: IdentityParts): void {
  const base = { tag: 'Session', access: 'session', scope: 'none' } as const;
  const path = '/session/two-step';

  addRoute(app, {
    ...base,
    method: 'GET',
    path,
    whileMustChange: true,
    summary: 'Whether a code is asked for at sign-in, and how many recovery codes are left',
    answer: z.strictObject({ onSince: z.nullable(z.string()), codesLeft: z.int() }),
    handle: async ({ session }) => ({
      message: 'OK',
      data: await transact(kit.db, everything, (db) => kit.twoStep.state(db, session.user.id)),
    }),
  });

  addRoute(app, {
    ...base,
    method: 'POST',
    path: `${path}/start`,
    summary: 'Begin: gives the secret for the authenticator app, which is not on before it was confirmed',
    body: startBody,
    answer: z.strictObject({ secret: z.string(), uri: z.string() }),
    handle: async (call) => {
      const account = await ownAccount(kit, call);
      const { password } = call.body as z.infer<typeof startBody>;
      const tried = await needPassword(kit, account, call.request, { field: 'password', password });
      await tried.passed();
      const data = await transact(kit.db, everything, (db) => kit.twoStep.begin(db, account, kit.clock.now()));
      return { message: 'Scan the QR code with an authenticator app and enter its code.', data };
    },
  });

  addRoute(app, {
    ...base,
    method: 'POST',
    path: `${path}/confirm`,
    summary: 'Turn on with a first code; returns ten recovery codes, once. All other sessions end',
    body: confirmBody,
    answer: codesAnswer,
    handle: async (call) => {
      const account = await ownAccount(kit, call);
      const { code } = call.body as z.infer<typeof confirmBody>;
      const now = kit.clock.now();
      const { ended, codes } = await transactInTime(call, kit.db, everything, async (db) => {
        if (!(await kit.twoStep.confirm(db, account.id, code, now))) throw refuse.badInput({ code: wrongCode });
        const codes = await kit.twoStep.newCodes(db, account.id);
        await notifyOfTwoStep(kit, db, account, 'turned on');
        await recordCredential(db, writerOf(call.session, call.request, now), account, { codeAtSignIn: 'on' });
        const others = { accountId: account.id, except: call.session.id };
        return { codes, ended: await revokeSessions(db, others, 'code at sign-in switched on', now) };
      });
      forgetSessions(kit, ended);
      return { message: 'Two-step verification is turned on.', data: { codes } };
    },
  });

  addRoute(app, {
    ...base,
    method: 'POST',
    path: `${path}/recovery-codes`,
    summary: 'Ten new recovery codes in place of the old ones, shown this once',
    answer: codesAnswer,
    handle: async (call) => {
      const now = kit.clock.now();
      needRecentProof(call.session, now);
      const account = await ownAccount(kit, call);
      if (!account.two_step) throw notOn();
      const codes = await transactInTime(call, kit.db, everything, async (db) => {
        const codes = await kit.twoStep.newCodes(db, account.id);
        await notifyOfTwoStep(kit, db, account, 'given new recovery codes in place of the old ones');
        await recordCredential(db, writerOf(call.session, call.request, now), account, { recoveryCodes: 'new' });
        return codes;
      });
      return { message: 'The old recovery codes no longer work.', data: { codes } };
    },
  });

  addRoute(app, {
    ...base,
    method: 'DELETE',
    path,
    summary: 'Turn off, with password and code. All other sessions end',
    body: removeBody,
    answer: null,
    handle: async (call) => {
      const account = await ownAccount(kit, call);
      if (!account.two_step) throw notOn();
      const { password, code } = call.body as z.infer<typeof removeBody>;
      const tried = await needPassword(kit, account, call.request, { field: 'password', password });
      // A password that is short because a code stood beside it must not be left alone.
      if (lengthOf(password) < passwordLimits.min) {
        await tried.takeBack();
        throw refuse.badInput({
          password: `Without two-step verification, a password needs ${passwordLimits.min} characters. Change it first`,
        });
      }
      if (!code.trim()) throw refuse.badInput({ code: askForCode });
      if (!(await isRightCode(kit, account, tried, code))) throw refuse.badInput({ code: wrongCode });
      await tried.passed();
      const now = kit.clock.now();
      const ended = await transactInTime(call, kit.db, everything, async (db) => {
        await kit.twoStep.remove(db, account.id);
        await notifyOfTwoStep(kit, db, account, 'turned off');
        await recordCredential(db, writerOf(call.session, call.request, now), account, { codeAtSignIn: 'off' });
        return revokeSessions(
          db,
          { accountId: account.id, except: call.session.id },
          'code at sign-in switched off',
          now,
        );
      });
      forgetSessions(kit, ended);
      return { message: 'Two-step verification is turned off.', data: null };
    },
  });
}
