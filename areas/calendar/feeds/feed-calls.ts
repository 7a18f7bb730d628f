import type { Clock } from '#kit/server/clock.ts';
import { refuse } from '#kit/server/refusals.ts';

/** Fetches of one link that may come at once, and after how long one more may. Several devices share a link. */
const burst = 30;
const everyMs = 60_000;
/** Links that are counted at a time. */
const mostCounted = 10_000;

/**
 * Counts the fetches of each link; each process counts for itself.
 * @throws 429 for one too many
 */
export function createFeedCalls(clock: Clock) {
  const counted = new Map<string, { left: number; at: number }>();
  return (id: string): void => {
    const now = clock.now().getTime();
    const before = counted.get(id);
    const gained = before ? Math.max(0, now - before.at) / everyMs : 0;
    const one = { left: before ? Math.min(burst, before.left + gained) : burst, at: now };
    // Who fetched longest ago stands first, and has all of its fetches again by now.
    counted.delete(id);
    const [oldest] = counted.size >= mostCounted ? counted.keys() : [];
    if (oldest !== undefined) counted.delete(oldest);
    counted.set(id, one);
    if (one.left < 1) {
      const waitS = Math.max(1, Math.ceil(((1 - one.left) * everyMs) / 1_000));
      throw refuse.tooMany('This calendar is fetched too often. Wait before the next time', waitS);
    }
    one.left -= 1;
  };
}
