import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BytesOut } from './clients/bytes-out.ts';

/** A successful answer as it goes over the wire. */
export interface ReadyAnswer {
  etag: string;
  body: Buffer;
}

const headersOf = ({ etag }: ReadyAnswer) => ({
  'content-type': 'application/json; charset=utf-8',
  etag,
  'cache-control': 'private, no-cache',
});

/** Whether the caller has it already, by the weak comparison that reads ask for. */
function isKnown(request: FastifyRequest, { etag }: ReadyAnswer): boolean {
  const given = request.headers['if-none-match'];
  return (
    given !== undefined &&
    (given === etag || given.split(',').some((one) => ['*', etag.slice(2)].includes(one.trim().replace(/^W\//, ''))))
  );
}

/** Answers with it, or with 304 whoever has it already: what a handler gives back. */
export function replyReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): Buffer | string {
  reply.headers(headersOf(answer));
  if (!isKnown(request, answer)) return answer.body;
  reply.code(304);
  return '';
}

/**
 * The same past the handler and all that stands before it, for a request whose caller was admitted: nothing is left to wait for.
 * What is told of every answer (its time, its line of the log, its trace) is told of this one as well.
 */
export function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer, out: BytesOut): void {
  const { raw } = reply;
  const given: OutgoingHttpHeaders = Object.assign(reply.getHeaders() as OutgoingHttpHeaders, headersOf(answer));
  reply.hijack();
  if (isKnown(request, answer)) {
    raw.writeHead(304, given);
    raw.end();
    return;
  }
  given['content-length'] = answer.body.length;
  raw.writeHead(200, given);
  out(raw, answer.body);
}
