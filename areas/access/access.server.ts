import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { printable } from '#kit/contract/input.ts';
import type { PermittedModule, UserData } from '#kit/contract/rights.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SessionIssuer, Tokens } from '#kit/server/sessions/issue.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import { moduleSchema, userSchema } from './answer-schemas.ts';
import type { Passwords } from './passwords.ts';
import { permittedModules } from './modules.ts';
import type { Throttle } from './throttle.ts';

// What other areas may use of this one.
export { accountGuard } from './guards.ts';
export { standingOf } from './standing.ts';

export interface AccessKit {
  db: Database;
  clock: Clock;
  passwords: Passwords;
  throttle: Throttle;
  issuer: SessionIssuer;
  sessions: SessionStore;
  /** True behind https: the cookie is Secure and bound to the host. */
  secure: boolean;
}

interface AccountRow {
  id: string;
  org_id: string | null;
  kind: 'staff' | 'client';
  password_hash: string | null;
  allowed: boolean;
}

const required = (label: string) => ({ error: `${label} is required` });
const loginBody = z.strictObject({
  email: z
    .string(required('Email'))
    .check(z.trim(), printable, z.minLength(1, required('Email')), z.maxLength(254, { error: 'Email is too long' })),
  password: z
    .string(required('Password'))
    .check(z.minLength(1, required('Password')), z.maxLength(128, { error: 'Password is too long' })),
  keep: z.optional(z.boolean({ error: 'Must be true or false' })),
});

/** Given under `data`, and at the top as the specification has it. */
const given = { accessToken: z.string(), expiresAt: z.string(), userData: userSchema };
const signedInAnswer = { answer: z.strictObject(given), beside: given };

/** Sign-in, its renewal and its end, and what the signed-in person may see. */
export function addAccessRoutes(app: FastifyInstance, kit: AccessKit): void {
  const tag = 'Session';
  const cookie = cookieOf(kit.secure);

  const signedIn = async (reply: FastifyReply, tokens: Tokens, message: string) => {
    cookie.set(reply, tokens, kit.clock.now());
    const { user } = await kit.sessions.authenticate(tokens.access);
    const given = { accessToken: tokens.access, expiresAt: tokens.accessExpiresAt.toISOString(), userData: user };
    return { message, ...given, data: given };
  };

  addRoute(app, {
    method: 'POST',
    path: '/login',
    summary: 'Sign in with email or mobile number and password',
    tag,
    access: 'public',
    scope: 'none',
    body: loginBody,
    ...signedInAnswer,
    handle: async ({ request, reply, body }) => {
      const { email, password, keep } = body as z.infer<typeof loginBody>;
      const account = accountKey(email);
      const now = kit.clock.now();
      await kit.throttle.start(account, request.ip, now);
      const row = await findAccount(kit.db, account);
      const right = await kit.passwords.verify(row?.password_hash ?? null, password);
      // One answer for an unknown account, a wrong password and an account that may not sign in.
      if (!row || !right || !row.allowed) throw refuse.unauthorised('The email or the password is not right.');
      await kit.throttle.passed(account);
      const userAgent = request.headers['user-agent'] ?? '';
      const owner = { accountId: row.id, orgId: row.org_id, kind: row.kind };
      const tokens = await kit.issuer.start(owner, { ip: request.ip, userAgent, keep: keep ?? false });
      return signedIn(reply, tokens, 'Signed in.');
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
        return await signedIn(reply, await kit.issuer.refresh(token), 'Session renewed.');
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
      for (const token of [access, cookie.read(request)]) if (token) await kit.issuer.end(token, 'signed out');
      cookie.clear(reply);
      return { message: 'Signed out.', data: null };
    },
  });

  addRoute(app, {
    method: 'GET',
    path: '/token',
    summary: 'Verify the session',
    tag,
    access: 'session',
    scope: 'none',
    answer: z.strictObject({ userData: userSchema }),
    beside: { userData: userSchema },
    handle: async ({ session }): Promise<{ message: string; userData: UserData; data: { userData: UserData } }> => ({
      message: 'OK',
      userData: session.user,
      data: { userData: session.user },
    }),
  });

  addRoute(app, {
    method: 'GET',
    path: '/permission',
    summary: 'Modules the caller may see, with what may be done in each',
    tag,
    access: 'session',
    scope: 'none',
    answer: z.array(moduleSchema),
    handle: async ({ session }): Promise<{ message: string; data: PermittedModule[] }> => ({
      message: 'OK',
      data: await permittedModules(kit.db, session.grants),
    }),
  });
}

/** One spelling for what names an account, so that a mobile number written in another way is not another account. */
function accountKey(typed: string): string {
  const text = typed.normalize('NFKC').toLowerCase();
  const digits = text.replace(/[\s-]/g, '').replace(/^(\+91|0)(?=\d{10}$)/, '');
  return /^\d{10}$/.test(digits) ? digits : text;
}

async function findAccount(db: Database, account: string): Promise<AccountRow | undefined> {
  const [row] = await transact(db, everything, (db) =>
    db.query<AccountRow>(
      `select a.id, a.org_id, a.kind, a.password_hash,
         (a.status = 1 and r.status = 1 and r.deleted_at is null and (o.id is null or (o.status = 1 and o.deleted_at is null))) as allowed
       from account a join role r on r.id = a.role_id left join organisation o on o.id = a.org_id
       where a.deleted_at is null and (lower(a.email) = $1 or a.mobile = $1) limit 1`,
      [account],
    ),
  );
  return row;
}

/** The cookie is sent by same-site pages only; this refuses what an older browser would let through. */
function refuseForeignOrigin(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refuse.forbidden('Not from this site');
  const { origin, host } = request.headers;
  if (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host) throw refuse.forbidden('Not from this site');
}

/**
 * The refresh cookie: never readable by scripts. With https it carries the `__Host-` name, which ties it to this host;
 * on plain http, which is loopback only, browsers would refuse that name.
 */
function cookieOf(secure: boolean) {
  const name = secure ? '__Host-rt' : 'rt';
  const fixed = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    set(reply: FastifyReply, tokens: Tokens, now: Date) {
      // Without "keep me signed in" the cookie ends with the browser.
      const age = tokens.keep
        ? `; Max-Age=${Math.floor((tokens.refreshExpiresAt.getTime() - now.getTime()) / 1_000)}`
        : '';
      reply.header('set-cookie', `${name}=${tokens.refresh}; ${fixed}${age}`);
    },
    clear(reply: FastifyReply) {
      reply.header('set-cookie', `${name}=; ${fixed}; Max-Age=0`);
    },
    read(request: FastifyRequest): string | undefined {
      const pair = (request.headers.cookie ?? '').split(/;\s*/).find((part) => part.startsWith(`${name}=`));
      const value = pair?.slice(name.length + 1);
      return value && /^rkr_[\w-]{20,100}$/.test(value) ? value : undefined;
    },
  };
}
