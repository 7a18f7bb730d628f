import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * A line of the log for each request, at level `info`: what was called, by whom, and what became of it. Ids only, and the route
 * instead of the address: what people typed, their names and where they are stay out of it. Questions about health that go well
 * are lines at `debug`. Does nothing where neither is written.
 */
export function logRequests(app: FastifyInstance, log: FastifyBaseLogger | false): void {
  if (!log || !isWritten(log)) return;
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    const before = request.raw.socket.bytesWritten ?? 0;
    // Also when the client went away without its answer.
    reply.raw.once('close', () => {
      const line = lineOf(request, reply, performance.now() - startedAt, before);
      if (request.routeOptions.config.anyHost && reply.statusCode < 400) log.debug(line, 'request');
      else log.info(line, 'request');
    });
    done();
  });
}

/** Fastify's idea of a log has no such question; pino has. */
const isWritten = (log: FastifyBaseLogger) =>
  (log as FastifyBaseLogger & { isLevelEnabled?: (level: string) => boolean }).isLevelEnabled?.('info') ?? true;

/** `ms` to its last byte; `bytes` that went out, headers included; `aborted` when the client did not wait for all of it. */
function lineOf(request: FastifyRequest, reply: FastifyReply, ms: number, before: number) {
  const { session } = request;
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    ms: Math.round(ms * 10) / 10,
    bytes: Math.max(0, (request.raw.socket.bytesWritten ?? 0) - before),
    ...(reply.raw.writableFinished ? {} : { aborted: true }),
    ...(session ? { user: session.user.id } : {}),
    ...(session?.actor ? { actor: session.actor.id } : {}),
    ...(session?.orgId ? { org: session.orgId } : {}),
  };
}
