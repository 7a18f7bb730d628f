import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '#kit/server/db/database.ts';

/** Whoever watches calls the server by any name. */
const config = { access: 'public', tenantScope: 'none', anyHost: true } as const;

/** Something that an operator has to see to, though the product still works. */
export interface Attention {
  /** For alarms, in lower case with underscores: disk_full. */
  name: string;
  text: string;
}

/** Who may read what tells an outsider much about a fleet: counts, and what an operator has to see to. */
interface Watchers {
  attention?: (() => readonly Attention[]) | undefined;
  /** What they show as bearer token. Without one, programs on this machine are let in, unless a proxy stands in front. */
  token?: string | undefined;
}

const isLoopback = (address = '') => /^(127\.|::1$|::ffff:127\.)/.test(address);
const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Through a proxy on this machine strangers seem to be here as well, and not every proxy says that it is one. */
function watcherCheck({ site }: FastifyInstance, token: string | undefined): (request: FastifyRequest) => boolean {
  const wanted = token === undefined ? undefined : digestOf(`Bearer ${token}`);
  return (request) => {
    if (wanted) return timingSafeEqual(wanted, digestOf(request.headers.authorization ?? ''));
    const { headers, ip, socket } = request;
    const isHere = isLoopback(socket.remoteAddress) && isLoopback(ip);
    if (isHere && site.origin)
      site.advise(
        'metrics',
        'Somebody asked for measurements: behind a proxy set METRICS_TOKEN, and have it sent as bearer token',
      );
    const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(
      (name) => headers[name] !== undefined,
    );
    return isHere && !site.origin && !isForwarded;
  };
}

/**
 * /livez: the process answers. /readyz: the database does too; watchers also read what needs attention.
 * /metrics: Prometheus text for watchers.
 * @returns where further measurements are registered.
 */
export function addHealth(
  app: FastifyInstance,
  db: Database,
  { attention = () => [], token }: Watchers = {},
): Registry {
  const register = new Registry();
  const mayWatch = watcherCheck(app, token);
  collectDefaultMetrics({ register });
  const needed = new Gauge({
    name: 'attention_needed',
    help: '1 for each thing that an operator has to see to',
    labelNames: ['name'],
    registers: [],
    collect() {
      this.reset();
      for (const { name } of attention()) this.labels(name).set(1);
    },
  });
  register.registerMetric(needed);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [register],
  });
  /**
   * What is observed of each kind of answer: to look it up by its three labels costs more than to observe it. There are as many as
   * routes have kinds of answers; an address that is none's counts as 'none', and of methods the parser knows some dozens.
   */
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
  app.get('/readyz', { config }, async (request, reply) => {
    await db.query('select 1');
    return reply.send(mayWatch(request) ? { status: 'ok', attention: attention() } : { status: 'ok' });
  });
  app.get('/metrics', { config }, async (request, reply) => {
    if (!mayWatch(request)) return reply.callNotFound();
    return reply.type(register.contentType).send(await register.metrics());
  });
  return register;
}
