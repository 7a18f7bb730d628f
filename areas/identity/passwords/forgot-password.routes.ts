import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { accountById, accountKey, findAccount } from '../accounts/accounts.store.ts';
import { recordCredential, writerFor } from '../accounts/credential-history.ts';
import { transactInTime } from '../transact-in-time.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { givenCode, givenName } from '../sign-in/given.schemas.ts';
import { notifyOfPassword } from '../accounts/credential-notices.ts';
import { linkLifeMs, makePasswordLink, openLink } from './password-link.store.ts';
import { newPassword } from './change-password.routes.ts';
import { minLength } from './passwords.contract.ts';
import { askForCode, isRightCode, startTry, wrongCode } from '../two-step/step-up.ts';
import { checkNewPassword, forgetSessions, storePassword } from './password.store.ts';

const forgotBody = z.strictObject({ email: givenName });
const token = z
  .string({ error: 'The link is not complete' })
  .check(z.maxLength(100, { error: 'The link is not complete' }));
const linkBody = z.strictObject({ token });
const resetBody = z.strictObject({ token, password: newPassword, code: z.optional(givenCode) });
const linkFacts = z.strictObject({
  purpose: z.enum(['reset', 'admin-reset', 'invite']),
  name: z.string(),
  email: z.nullable(z.string()),
  needsCode: z.boolean(),
  minLength: z.int(),
});

const over = () =>
  refuse.badInput({ token: 'This link is no longer valid' }, 'This link is no longer valid. Request a new one');

/** The way back for whoever forgot the password, and the way in for whoever never had one. */
export function addForgottenRoutes(app: FastifyInstance, kit: IdentityParts): void {
  const tag = 'Session';

  /** The account of an open link. A token that opens nothing counts as a try of the place it comes from. */
  const accountOf = async (given: string, ip: string) => {
    const now = kit.clock.now();
    const found = await transact(kit.db, everything, async (db) => {
      const link = await openLink(db, given, now);
      const account = link && (await accountById(db, link.accountId, now));
      return link && account?.allowed ? { account, purpose: link.purpose } : undefined;
    });
    if (found) return found;
    await kit.throttle.start({ account: `link:${given}`, ip }, now);
    throw over();
  };

  addRoute(app, {
    method: 'POST',
    path: '/password/forgot',
    summary: 'Send a link for a new password, if there is such an account',
    tag,
    access: 'public',
    scope: 'none',
    body: forgotBody,
    answer: null,
    handle: async ({ request, body }) => {
      const account = accountKey((body as z.infer<typeof forgotBody>).email);
      await kit.throttle.start({ account: `forgot:${account}`, ip: request.ip, rule: 'mail' }, kit.clock.now());
      // Whether there is such an account is looked up later, so that the answer cannot tell by its time either.
      await transact(kit.db, everything, (db) =>
        kit.jobs.add(db, { name: forgottenJob, payload: { account }, key: account }),
      );
      return { message: 'If the account exists, a link has been sent to its email address.', data: null };
    },
  });

  addRoute(app, {
    method: 'POST',
    path: '/password/link',
    summary: 'Whose password a link sets, and what it needs',
    tag,
    access: 'public',
    scope: 'none',
    body: linkBody,
    answer: linkFacts,
    handle: async ({ request, body }) => {
      const { account, purpose } = await accountOf((body as z.infer<typeof linkBody>).token, request.ip);
      const { name, email, two_step: needsCode } = account;
      const facts = { purpose, name, email, needsCode, minLength: minLength({ twoStep: needsCode }) };
      return { message: 'OK', data: facts satisfies z.infer<typeof linkFacts> };
    },
  });

  addRoute(app, {
    method: 'POST',
    path: '/password/reset',
    summary: 'Set a password with a link that was mailed; every session ends',
    tag,
    access: 'public',
    scope: 'none',
    body: resetBody,
    answer: null,
    handle: async (call) => {
      const { request, body } = call;
      const given = body as z.infer<typeof resetBody>;
      const { account } = await accountOf(given.token, request.ip);
      checkNewPassword(account, given.password);
      const hash = await kit.passwords.hash(given.password);
      // Whoever reads the mail alone does not get past the second step.
      if (account.two_step) {
        if (!given.code?.trim()) throw refuse.badInput({ code: askForCode });
        const tried = await startTry(kit, account, request);
        if (!(await isRightCode(kit, account, tried, given.code))) throw refuse.badInput({ code: wrongCode });
        await tried.passed();
      }
      const now = kit.clock.now();
      const ended = await transactInTime(call, kit.db, everything, async (db) => {
        const locked = await accountById(db, account.id, now, true);
        const link = await openLink(db, given.token, now, true);
        if (!link || !locked || (locked.two_step && !account.two_step)) throw over();
        const ended = await storePassword(db, kit, { accountId: account.id, hash, why: 'password reset' });
        if (link.purpose !== 'invite')
          await notifyOfPassword(kit, db, account, 'whoever had the link that was mailed to you');
        await recordCredential(db, writerFor(account, request, now), account, {
          password: link.purpose === 'invite' ? 'set for the first time' : 'set with a link',
        });
        return ended;
      });
      forgetSessions(kit, ended);
      return { message: 'Password set. Sign in with it.', data: null };
    },
  });
}

/** Name of the job that looks up who forgot the password and mails the link. */
export const forgottenJob = 'password-forgotten';

/** What the job does. @param payload `account`: the name as it was typed, in one spelling. */
export async function mailForgotten(
  db: Queryable,
  kit: Pick<IdentityParts, 'clock' | 'sendMail' | 'publicBase'>,
  payload: Record<string, unknown>,
): Promise<void> {
  const account = await findAccount(db, String(payload['account']), kit.clock.now());
  if (!account?.allowed) return;
  const { link, expiresAt } = await makePasswordLink(db, kit, account.id, 'reset');
  const minutes = String(linkLifeMs.reset / 60_000);
  await kit.sendMail(db, {
    template: 'password-reset',
    accountId: account.id,
    variables: { name: account.name, minutes },
    secretLink: link,
    expiresAt,
  });
}
