import type { FastifyRequest } from 'fastify';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CappedActs } from '#kit/server/capped-acts.ts';
import type { Clock } from '#kit/server/clock.ts';
import { writerOf } from '#kit/server/history.ts';
import type { Session } from '#kit/server/sessions/session.ts';

/** Tells the history of calls that were refused for lack of a right: which call, never what was sent with it. */
export const recordRefused =
  (acts: CappedActs, clock: Clock) =>
  (session: Session, request: FastifyRequest): void => {
    const { access, spec } = request.routeOptions.config;
    const id = (request.params as Record<string, string> | undefined)?.['id']?.toLowerCase();
    // Of several that would do, the first stands for them.
    const right = typeof access !== 'object' ? undefined : 'any' in access ? access.any[0] : access;
    acts.note(writerOf(session, request, clock.now()), {
      action: 'refused',
      ...(right ? { module: right.module } : {}),
      ...(isId(id) ? { recordId: id } : {}),
      recordTitle: spec?.summary ?? request.method,
      after: { call: `${request.method} ${request.routeOptions.url ?? ''}`, ...(right ? { right: right.action } : {}) },
      fields: ['call', 'right'],
    });
  };
