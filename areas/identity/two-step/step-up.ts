import type { FastifyRequest } from 'fastify';
import { everything, transact } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type Account, accountById, accountKey } from '../accounts/accounts.store.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { notifyOfTwoStep } from '../accounts/credential-notices.ts';
import type { Try } from '../sign-in/throttle.store.ts';

/** The account of a session. */
export async function ownAccount(kit: IdentityParts, { session }: Pick<Call, 'session'>): Promise<Account> {
  const now = kit.clock.now();
  const account = await transact(kit.db, everything, (db) => accountById(db, session.user.id, now));
  if (!account) throw refuse.unauthorised();
  return account;
}

/** Begins a try at an account's password or code; all such tries share what the account has, wherever they are made. */
export const startTry = (kit: IdentityParts, account: Account, request: FastifyRequest): Promise<Try> =>
  kit.throttle.start(
    {
      account: accountKey(account.email ?? account.mobile ?? account.id),
      ip: request.ip,
      device: kit.devices.of(request, account, kit.clock.now()),
    },
    kit.clock.now(),
  );

/**
 * Makes sure that a signed-in person knows their password. A wrong one is 400 under `field`, because 401 would mean that
 * the session is over.
 * @throws 429 when tries come too fast.
 */
export async function needPassword(
  kit: IdentityParts,
  account: Account,
  request: FastifyRequest,
  given: { field: string; password: string },
): Promise<Try> {
  const tried = await startTry(kit, account, request);
  if (!(await kit.passwords.verify(account.password_hash, given.password)))
    throw refuse.badInput({ [given.field]: 'This is not your password' });
  return tried;
}

/**
 * Whether a code is right, for an account whose password, link or session is right already. It is used up by that.
 * @throws 429 when codes come too fast.
 */
export async function isRightCode(kit: IdentityParts, account: Account, tried: Try, code: string): Promise<boolean> {
  await tried.withCode();
  return transact(kit.db, everything, async (db) => {
    const now = kit.clock.now();
    const taken = await kit.twoStep.take(db, account.id, code, now);
    if (taken !== 'paper') return taken !== undefined;
    const { codesLeft } = await kit.twoStep.state(db, account.id);
    await notifyOfTwoStep(kit, db, account, `passed with a recovery code, of which ${codesLeft} are left,`);
    return true;
  });
}

export const wrongCode = 'Wrong code, or it was already used';
export const askForCode = 'Enter the code of your authenticator app, or a recovery code';
