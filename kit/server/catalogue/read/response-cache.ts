import { hash } from 'node:crypto';
import { createBoundedCache, textBytes } from '#kit/server/bounded/bounded-cache.ts';
import type { ReadyAnswer } from '#kit/server/http/ready.ts';

/** An answer with the state of the tables it was made from. */
interface KeptAnswer extends ReadyAnswer {
  version: string;
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
  const ready = createBoundedCache<KeptAnswer>(mostBytes);
  /** As many as there are requests under way. */
  const making = new Map<string, Promise<ReadyAnswer>>();
  const keep = (key: string, answer: KeptAnswer) =>
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
