import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How fast somebody is served, whatever they can take: who fetches as fast as the machine can would leave the others no processor.
 * What several people fetch at once is not shared among them.
 */
export interface Pace {
  /** The same pieces, each no sooner than its time. @param who for whom; all that is fetched for one shares their pace */
  of<Piece extends { length: number }>(pieces: AsyncIterable<Piece>, who: string): AsyncGenerator<Piece>;
}

interface Times {
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}
const realTimes: Times = { now: () => performance.now(), sleep };

/** How fast one account sends and fetches for long: 128 Mbit/s, of which a line of an office has less. */
export const paceOfOne = { bytesPerS: 16 * 1024 * 1024, burst: 4 * 1024 * 1024 };

/** Shorter waits would be over too late to be worth a timer. */
const leastWaitMs = 4;
/** People whose time is over are forgotten when there are more than these. */
const mostKept = 1_000;

/**
 * @param bytesPerS as long as it goes on.
 * @param burst bytes that are ahead of that at most: what is no longer is not slowed.
 */
export function createPace(bytesPerS: number, burst: number, { now, sleep: wait }: Times = realTimes): Pace {
  /** When all that was given to somebody would have been given at their pace, milliseconds. */
  const paidOf = new Map<string, number>();
  const forget = () => {
    for (const [who, paid] of paidOf) if (paid <= now()) paidOf.delete(who);
  };
  return {
    async *of(pieces, who) {
      for await (const piece of pieces) {
        if (paidOf.size > mostKept) forget();
        const paid = Math.max(now(), paidOf.get(who) ?? 0) + (piece.length / bytesPerS) * 1_000;
        paidOf.set(who, paid);
        const early = paid - now() - (burst / bytesPerS) * 1_000;
        if (early >= leastWaitMs) await wait(early);
        yield piece;
      }
    },
  };
}
