import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { everything, transact } from '#kit/server/db/database.ts';
import { productWriter, sourceOf } from '#kit/server/history.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Tokens } from '../sessions/session-issuer.store.ts';
import { type Account, accountKey, findAccount } from '../accounts/accounts.store.ts';
import { givenCode, givenName, givenPassword } from './given.schemas.ts';
import { userSchema } from './sign-in.schemas.ts';
import { refreshCookie, refuseForeignOrigin, setRefresh } from './cookies.ts';
import type { IdentityParts } from '../identity-parts.ts';
import { askForCode, isRightCode, wrongCode } from '../two-step/step-up.ts';

const loginBody = z.strictObject({
  email: givenName,
  password: givenPassword(),
  code: z.optional(givenCode),
  keep: z.optional(z.boolean({ error: 'Must be true or false' })),
});

/** Given under `data`, and at the top as the specification has it. */
const given = { accessToken: z.string(), expiresAt: z.string(), expiresInS: z.int(), userData: userSchema };
const signedInAnswer = { answer: z.strictObject(given), beside: given };

/** @param waitS seconds until the next try is taken: said at once, so that nobody runs into it. */
function wrong(waitS: number, fields?: { code: string }) {
  const what = fields?.code ?? 'Wrong email or password';
  const message = waitS > 0 ? `${what}. Wait ${waitS} seconds before you try again.` : fields ? what : `${what}.`;
  return refuse.unauthorised(message, fields, waitS > 0 ? waitS : undefined);
}

/** A refused sign-in in the history: of whose account, never what was typed. An unknown account only counts. */
function recordRefused(kit: IdentityParts, account: Account | undefined, request: FastifyRequest, now: Date): void {
  if (!account) return kit.refused.count('sign-in-refused');
  const writer = { ...productWriter(now, request), actorName: 'Somebody', source: sourceOf(request) };
  const { id, name, org_id } = account;
  kit.refused.note(writer, { action: 'sign-in-refused', recordId: id, recordTitle: name, orgId: org_id });
}

/** Sign-in, its renewal and its end. */
export function addLoginRoutes(app: FastifyInstance, kit: IdentityParts): void {
  const tag = 'Session';
  const cookie = refreshCookie(kit.secure);

  const signedIn = async (reply: FastifyReply, tokens: Tokens, message: string) => {
    const now = kit.clock.now();
    setRefresh(cookie, reply, tokens, now);
    const { user } = await kit.sessions.authenticate(tokens.access);
    const given: Record<keyof typeof signedInAnswer.beside, unknown> = {
      accessToken: tokens.access,
      expiresAt: tokens.accessExpiresAt.toISOString(),
      // For those whose clock is not this one.
      expiresInS: Math.max(0, Math.floor((tokens.accessExpiresAt.getTime() - now.getTime()) / 1_000)),
      userData: user,
    };
    return { message, ...given, data: given };
  };

  /** Password and, where it is on, the code. One answer for an unknown account, a wrong password and one that may not sign in. */
  const confirmIdentity = async (request: FastifyRequest, body: z.infer<typeof loginBody>) => {
    const now = kit.clock.now();
    const key = accountKey(body.email);
    const account = await transact(kit.db, everything, (db) => findAccount(db, key, now));
    const device = kit.devices.of(request, account, now);
    // Counted by the name that was typed: together, email and mobile number would tell that they belong to one person.
    const tried = await kit.throttle.start({ account: key, ip: request.ip, device }, now);
    const right = await kit.passwords.verify(account?.password_hash ?? null, body.password);
    if (!account || !right || !account.allowed || account.password_over) {
      recordRefused(kit, account, request, now);
      throw wrong(tried.waitS);
    }
    if (account.two_step) {
      if (!body.code?.trim()) {
        await tried.takeBack();
        throw refuse.unauthorised(askForCode, { code: askForCode });
      }
      if (!(await isRightCode(kit, account, tried, body.code))) {
        recordRefused(kit, account, request, now);
        throw wrong(tried.waitS, { code: wrongCode });
      }
    }
    await tried.passed();
    return account;
  };

  addRoute(app, {
    method: 'POST',
    path: '/login',
    summary: 'Sign in with email or mobile number, password and, where it is on, a code',
    tag,
    access: 'public',
    scope: 'none',
    body: loginBody,
    ...signedInAnswer,
    handle: async ({ request, reply, body }) => {
      const account = await confirmIdentity(request, body as z.infer<typeof loginBody>);
      const { keep } = body as z.infer<typeof loginBody>;
      const tokens = await kit.issuer.start(
        { accountId: account.id, orgId: account.org_id, kind: account.kind, passwordHash: account.password_hash },
        { ip: request.ip, userAgent: request.headers['user-agent'] ?? '', keep: keep ?? false },
        request,
      );
      const answer = await signedIn(reply, tokens, 'Signed in.');
      kit.devices.remember(request, reply, account, kit.clock.now());
      return answer;
    },
  });

  addRoute(app, {
    method: 'POST',
    path: '/session/refresh',
    summary: 'Renew the access token with the refresh cookie',
    tag,
    access: 'public',
    scope: 'none',
    ...signedInAnswer,
    handle: async ({ request, reply }) => {
      refuseForeignOrigin(request);
      const token = cookie.read(request);
      if (!token) throw refuse.unauthorised('Your session has ended. Sign in again');
      try {
        return await signedIn(reply, await kit.issuer.refresh(token, request), 'Session renewed.');
      } catch (error) {
        // Only a refused refresh takes the cookie away; a database that is away must not sign anybody out.
        if (error instanceof Error && 'code' in error && error.code === 'unauthorised') cookie.clear(reply);
        throw error;
      }
    },
  });

  addRoute(app, {
    method: 'POST',
    path: '/logout',
    summary: 'End the session of the bearer token or the refresh cookie',
    tag,
    access: 'public',
    scope: 'none',
    answer: null,
    handle: async ({ request, reply }) => {
      refuseForeignOrigin(request);
      const access = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
      for (const token of [access, cookie.read(request)]) if (token) await kit.issuer.end(token, 'signed out', request);
      cookie.clear(reply);
      return { message: 'Signed out.', data: null };
    },
  });
}
