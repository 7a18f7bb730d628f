import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer as it goes over the wire, with the state of the tables it was made from. */
export interface ReadyAnswer {
  version: string;
  etag: string;
  body: Buffer;
}
/** Bytes kept of all answers together, and of one. */
const mostBytes = 64 * 1024 * 1024;
const mostOfOne = 4 * 1024 * 1024;

/**
 * The read model: answers of lists as ready bytes, by what was asked and for whom. An answer holds while nothing it shows
 * was written; askers that come while it is made share the work. The oldest unused ones go first when there is no room.
 */
export interface Answers {
  /** The answer to this question in this state, or undefined. */
  get(key: string, version: string): ReadyAnswer | undefined;
  /** Gives the answer, making it when there is none in this state; `keep` says whether it may stay. */
  give(key: string, version: string, make: () => Promise<{ text: string; keep: boolean }>): Promise<ReadyAnswer>;
}

export function createAnswers(): Answers {
  const ready = new Map<string, ReadyAnswer>();
  const making = new Map<string, Promise<ReadyAnswer>>();
  let bytes = 0;
  const drop = (key: string) => {
    const found = ready.get(key);
    if (found && ready.delete(key)) bytes -= found.body.length;
  };
  const keep = (key: string, answer: ReadyAnswer) => {
    if (answer.body.length > mostOfOne) return;
    drop(key);
    ready.set(key, answer);
    bytes += answer.body.length;
    for (const oldest of ready.keys()) {
      if (bytes <= mostBytes) break;
      drop(oldest);
    }
  };
  return {
    get(key, version) {
      const found = ready.get(key);
      if (found?.version !== version) return undefined;
      // Back to the end of the line: what is asked for stays.
      ready.delete(key);
      ready.set(key, found);
      return found;
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
