import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiKey } from '#kit/server/sessions/api-keys.ts';

/** Seconds for which a browser may remember what it was told of a page's calls. */
const rememberedS = 600;
const told = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-match, if-none-match',
  'access-control-max-age': String(rememberedS),
};
/** What scripts of such a page may read of an answer besides its body. */
const shown = 'etag, retry-after, x-request-id, ratelimit-limit, ratelimit-remaining, idempotency-replayed';

/**
 * Lets pages of listed origins call with an API key, and nothing else: no cookie counts for them, and no session of a person. Everything else
 * stays with the pages of this server.
 * @param origins exact, like 'https://portal.example.in'
 */
export function openToOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const listed = new Set(origins);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/v1/')) return done();
    // Whoever keeps answers keeps one for each origin.
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !listed.has(origin)) return done();
    if (isAsking(request)) return void answerAsking(reply, origin);
    if (hasKey(request)) {
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-expose-headers', shown);
    }
    done();
  });
}

/** A browser asks before it makes a call of another page. */
const isAsking = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const answerAsking = (reply: FastifyReply, origin: string) =>
  reply.code(204).headers(told).header('access-control-allow-origin', origin).send();

function hasKey({ headers }: FastifyRequest): boolean {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return isApiKey(token);
}
