import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { refuse } from '#kit/server/refusals.ts';
import { asCaller } from '#kit/server/turns/rooms.ts';
import { goOn } from '../admission.ts';
import { callerOf } from '../route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** By whom the body is, where the route has found that out by the headers. */
    bodySender?: string;
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Refuses a body unread where no route would take it, or where its route sees by the headers alone that it is not wanted. */
export const beforeBody: onRequestHookHandler = (request, _, done) => {
  if (request.is404 && hasBody(request)) return done(refuse.notFound());
  const check = request.routeOptions.config.spec?.beforeBody;
  if (!check) return done();
  const checked = asCaller(callerOf(request), 'brief', async () => {
    const sender = await check(request);
    if (sender !== undefined) request.bodySender = sender;
  });
  void goOn(checked, done);
};
