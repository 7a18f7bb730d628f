import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Gathered } from '#kit/server/bounded/gather.ts';
import { refuse } from '#kit/server/refusals.ts';

/**
 * Reads a body as it is, into one place of the length that it announces: put together in the end, each of many megabytes would be
 * there twice.
 * @throws 413 where it is longer than its route takes.
 */
export function wholeBody({ headers, routeOptions }: FastifyRequest, body: IncomingMessage): Promise<Buffer> {
  const most = routeOptions.bodyLimit ?? 0;
  const announced = Number(headers['content-length'] ?? 0);
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(refuse.tooLarge('The request is too large'));
    if (announced > most) return tooLarge();
    const gathered = new Gathered(announced);
    const take = (piece: Uint8Array) => {
      if (gathered.length + piece.length <= most) return gathered.add(piece);
      body.off('data', take);
      tooLarge();
    };
    body
      .on('data', take)
      .once('end', () => resolve(gathered.take()))
      .once('error', reject);
  });
}
