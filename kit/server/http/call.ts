import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Action, UserData } from '#kit/contract/rights.ts';
import { can } from '#kit/contract/rights.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Scope } from '#kit/server/db/database.ts';
import type { Session } from '#kit/server/sessions/session.ts';

export interface Right {
  module: string;
  action: Action;
}
/** The right a route needs: none, any live session, an action on a module, or one of several where the row decides which. */
export type Access = 'public' | 'session' | Right | { any: readonly Right[] };
/** Which rows a route may touch: nobody's (no rows), everybody's, or those of the caller's organisation. */
export type TenantScope = 'none' | 'global' | 'organisation';

/** One request, after its session was checked. */
export interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Throws a fault when the route is public: a handler that needs a session must declare it. */
  session: Session;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  /** Aborts when the caller was answered 503 for taking too long: what is not committed by then must not be. */
  late: AbortSignal;
}

/** Row scope of a session: staff see every organisation, or those they work for; clients their own. */
export const scopeOf = ({
  user,
  orgId,
  orgIds,
}: Pick<Session, 'orgId' | 'orgIds'> & { user: Pick<UserData, 'kind'> }): Scope => ({
  orgId,
  ...(user.kind === 'client' ? { client: true } : orgIds ? { orgIds } : {}),
});

/** Whether a session meets what a route asks for. */
export function meets(session: Session, access: Access): boolean {
  if (access === 'public' || access === 'session') return true;
  const rights = 'any' in access ? access.any : [access];
  return rights.some(({ module, action }) => can(session.grants, module, action));
}

/** Refuses with 403 unless the session may do the action. For rights that depend on the body or the row. */
export function need(session: Session, module: string, action: Action): void {
  if (!can(session.grants, module, action)) throw refuse.forbidden();
}
