import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Gathered } from '#kit/server/bounded/gather.ts';
import { refuse } from '#kit/server/refusals.ts';
import { received } from './received.ts';

/**
 * Reads a body as it is, into one place of the length that it announces: put together in the end, each of many megabytes would be
 * there twice.
 * @throws 413 where it is longer than its route takes.
 */
export async function wholeBody(
  { headers, routeOptions, bodySender }: FastifyRequest,
  body: IncomingMessage,
): Promise<Buffer> {
  const most = routeOptions.bodyLimit ?? 0;
  const announced = Number(headers['content-length'] ?? 0);
  const tooLarge = () => refuse.tooLarge('The request is too large');
  if (announced > most) throw tooLarge();
  const gathered = new Gathered(announced);
  // What is not read is left to whoever ends the connection, once the answer is out.
  const pieces: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false });
  for await (const piece of received(pieces, bodySender)) {
    if (gathered.length + piece.length > most) throw tooLarge();
    gathered.add(piece);
  }
  return gathered.take();
}
