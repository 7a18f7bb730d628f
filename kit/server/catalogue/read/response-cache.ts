import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBoundedCache, textBytes } from '#kit/server/bounded/bounded-cache.ts';

/** An answer as it goes over the wire, with the state of the tables it was made from. */
export interface ReadyAnswer {
  version: string;
  etag: string;
  body: Buffer;
}
/**
 * The read model: answers of lists as ready bytes, by what was asked and for whom. An answer holds while nothing it shows
 * was written; askers that come while it is made share the work. The oldest unused ones go first when there is no room.
 */
export interface Answers {
  /** The answer to this question in this state, or undefined. */
  get(key: string, version: string): ReadyAnswer | undefined;
  /** Gives the answer, making it when there is none in this state; `keep` says whether it may stay. */
  give(key: string, version: string, make: () => Promise<{ text: string; keep: boolean }>): Promise<ReadyAnswer>;
  /** Bytes that are kept. */
  readonly bytes: number;
}

/** @param mostBytes of all answers together, what they are kept under included. */
export function createAnswers(mostBytes: number): Answers {
  const ready = createBoundedCache<ReadyAnswer>(mostBytes);
  /** As many as there are requests under way. */
  const making = new Map<string, Promise<ReadyAnswer>>();
  const keep = (key: string, answer: ReadyAnswer) =>
    ready.set(key, answer, answer.body.length + textBytes(answer.version) + textBytes(answer.etag));
  return {
    get bytes() {
      return ready.bytes;
    },
    get(key, version) {
      const found = ready.get(key);
      return found?.version === version ? found : undefined;
    },
    async give(key, version, make) {
      const known = this.get(key, version);
      if (known) return known;
      const flight = `${version}\n${key}`;
      let pending = making.get(flight);
      if (!pending) {
        pending = (async () => {
          const { text, keep: mayStay } = await make();
          // What may not stay may show more than the tables of this state: only its own bytes tell whether it is the same.
          const mark = hash('sha1', `${version}\n${key}\n${mayStay ? '' : text}`, 'base64url');
          const answer = { version, etag: `W/"${mark}"`, body: Buffer.from(text) };
          if (mayStay) keep(key, answer);
          return answer;
        })().finally(() => making.delete(flight));
        making.set(flight, pending);
      }
      return pending;
    },
  };
}

/** Whether one of the caller's tags is this one, by the weak comparison that reads ask for. */
const hasTag = (given: string | undefined, etag: string): boolean =>
  given !== undefined &&
  (given === etag || given.split(',').some((one) => ['*', etag.slice(2)].includes(one.trim().replace(/^W\//, ''))));

/** Sends a ready answer, or 304 to whoever has it already. */
export function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): Buffer | string {
  reply
    .type('application/json; charset=utf-8')
    .header('etag', answer.etag)
    .header('cache-control', 'private, no-cache');
  if (!hasTag(request.headers['if-none-match'], answer.etag)) return answer.body;
  reply.code(304);
  return '';
}
