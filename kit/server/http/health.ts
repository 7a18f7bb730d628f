import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '#kit/server/db/database.ts';

const config = { access: 'public', tenantScope: 'none' } as const;

/**
 * /livez: the process answers. /readyz: the database does too. /metrics: Prometheus text.
 * @returns where further measurements are registered.
 */
export function addHealth(app: FastifyInstance, db: Database): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [register],
  });
  /** What is observed of each kind of answer: to look it up by its three labels costs more than to observe it. */
  const known = new Map<string, ReturnType<typeof duration.labels>>();
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions;
    const kind = `${request.method} ${reply.statusCode} ${route}`;
    let seen = known.get(kind);
    if (!seen) known.set(kind, (seen = duration.labels(request.method, route, String(reply.statusCode))));
    seen.observe(reply.elapsedTime / 1_000);
    done();
  });
  app.get('/livez', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    await db.query('select 1');
    return { status: 'ok' };
  });
  // Counts tell an outsider much about a fleet: only this machine, where a collector runs, may read them.
  app.get('/metrics', { config }, async (request, reply) => {
    if (!/^(127\.|::1$|::ffff:127\.)/.test(request.ip)) return reply.callNotFound();
    return reply.type(register.contentType).send(await register.metrics());
  });
  return register;
}
