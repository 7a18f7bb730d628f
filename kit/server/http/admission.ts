import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kit/server/refusals.ts';
import type { Session, SessionStore } from '#kit/server/sessions/session.ts';
import { meets } from './call.ts';
import { asCaller } from '#kit/server/turns/rooms.ts';
import { callerOf, isForKeys, isOwnOnly } from './route.ts';
import type { Site } from './site.ts';

/** What decides who comes in. */
export interface Doorway {
  sessions: SessionStore;
  /** Names a browser that somebody signed in with before, without asking the database; undefined: a stranger, or nobody knows. */
  browserOf?: (request: FastifyRequest) => string | undefined;
  /** True behind https: adds HSTS. */
  secure?: boolean;
  /** Called with each request of an API key: counts it, and refuses with 429 one too many. */
  keyCalls?: (session: Session, request: FastifyRequest, reply: FastifyReply) => void;
}

/** What every answer carries. Pages add their own content policy. */
export const headers: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
  'x-frame-options': 'DENY',
};

/**
 * Checks who calls and what they may. At once where the session was just checked: that is how most requests go. A page of
 * another name that was led here by its DNS is refused.
 */
export function admit(
  { site, secure, sessions, keyCalls }: Doorway & { site: Site },
  request: FastifyRequest,
  reply: FastifyReply,
): void | Promise<void> {
  const { access, spec, anyHost } = request.routeOptions.config;
  // X-Forwarded-Host is nobody's business: what was typed is known from PUBLIC_URL.
  if (!anyHost && !site.isOwnName(request.headers.host)) throw refuse.badInput({ host: 'Not a name of this server' });
  reply.headers(headers).header('x-request-id', request.id);
  if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  if (access === undefined || access === 'public') return;
  const enter = (session: Session): void => {
    request.session = session;
    if (session.key) {
      keyCalls?.(session, request, reply);
      if (!spec || !isForKeys(spec)) throw refuse.forbidden('An API key cannot make this call');
    }
    if (session.user.mustChangePassword && !spec?.whileMustChange)
      throw refuse.forbidden('Choose a new password first');
    if (session.actor) {
      // Who it is stays between the two of them.
      reply.header('x-impersonating', 'true');
      if (!spec || isOwnOnly(spec)) throw refuse.impersonating(session.user.name);
    }
    if (!meets(session, access)) throw refuse.forbidden();
  };
  // Before parsing: a caller without a session learns nothing about what a body should look like.
  const token = bearer(request.headers.authorization);
  const session = sessions.known(token);
  return session
    ? enter(session)
    : asCaller(callerOf(request), 'brief', () => sessions.authenticate(token)).then(enter);
}

/** Goes on with the request once it is admitted, or with what refuses it. */
export async function goOn(admitted: Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await admitted;
  } catch (error) {
    return done(error as Error);
  }
  done();
}

function bearer(header: string | undefined): string {
  const token = /^Bearer ([\w.-]{20,200})$/i.exec(header ?? '')?.[1];
  if (!token) throw refuse.unauthorised();
  return token;
}
