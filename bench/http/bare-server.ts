import fastify from 'fastify';
import { serveParent } from '../child.ts';

/** The limit of reads: sends answers that the product gave before, the same bytes under the same headers, and does nothing else. */
serveParent(async ({ answers = [] }) => {
  const known = new Map(answers.map(({ url, headers, body }) => [url, { headers, body: Buffer.from(body) }]));
  const app = fastify();
  app.get('/*', (request, reply) => {
    const answer = known.get(request.url);
    if (!answer) return reply.code(404).send();
    return reply.headers(answer.headers).send(answer.body);
  });
  // Nothing is kept here that a write could make old.
  app.put('/*', (_, reply) => reply.send({ message: 'OK' }));

  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => app.close() };
});
