import type { FastifyInstance } from 'fastify';
import type { RequestTrace, Tracing } from '#kit/server/tracing.ts';

/** Follows each request from its headers to its last byte. */
export function traceRequests(app: FastifyInstance, tracing: Pick<Tracing, 'request'>): void {
  const traces = new WeakMap<object, RequestTrace>();
  app.addHook('onRequest', (request, reply, done) => {
    const trace = tracing.request();
    traces.set(request, trace);
    reply.raw.once('close', () =>
      trace.end({
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        requestId: request.id,
      }),
    );
    trace.within(done);
  });
  // The body arrives outside of what began with the headers.
  app.addHook('preValidation', (request, _, done) => {
    const trace = traces.get(request);
    if (trace) trace.within(done);
    else done();
  });
}
