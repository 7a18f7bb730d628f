import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kit/server/refusals.ts';
import type { Tokens } from '../sessions/session-issuer.store.ts';

/** A cookie of this host that no script can read and no other site makes the browser send. */
export interface Cookie {
  /** @param seconds how long it is kept; left out, until the browser is closed. */
  set(reply: FastifyReply, value: string, seconds?: number): void;
  clear(reply: FastifyReply): void;
  read(request: FastifyRequest): string | undefined;
}

/**
 * With https the name starts with `__Host-`, which ties the cookie to this host; on plain http, which is loopback only,
 * browsers would refuse that name.
 * @param form what a value looks like; anything else is as good as none.
 */
export function hostCookie(secure: boolean, shortName: string, form: RegExp): Cookie {
  const name = secure ? `__Host-${shortName}` : shortName;
  const fixed = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    set(reply, value, seconds) {
      reply.header('set-cookie', `${name}=${value}; ${fixed}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`);
    },
    clear(reply) {
      reply.header('set-cookie', `${name}=; ${fixed}; Max-Age=0`);
    },
    read(request) {
      const pair = (request.headers.cookie ?? '').split(/;\s*/).find((part) => part.startsWith(`${name}=`));
      const value = pair?.slice(name.length + 1);
      return value && form.test(value) ? value : undefined;
    },
  };
}

export const refreshCookie = (secure: boolean): Cookie => hostCookie(secure, 'rt', /^rkr_[\w-]{20,100}$/);

/** Without "keep me signed in" the cookie ends with the browser. */
export function setRefresh(cookie: Cookie, reply: FastifyReply, tokens: Tokens, now: Date): void {
  const left = Math.floor((tokens.refreshExpiresAt.getTime() - now.getTime()) / 1_000);
  cookie.set(reply, tokens.refresh, tokens.keep ? left : undefined);
}

/** The cookie is sent by same-site pages only; this refuses what an older browser would let through. */
export function refuseForeignOrigin(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refuse.forbidden('Not from this site');
  if (request.headers.origin !== undefined && !request.server.site.isOwnPage(request.headers))
    throw refuse.forbidden('Not from this site');
}
