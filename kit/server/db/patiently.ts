import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#kit/server/refusals.ts';

const [pauseMs, attempts] = [2_000, 15];

/**
 * Does work again, for half a minute, while the database is busy or restarts: for commands and starts, where nobody waits for an
 * answer and nothing is lost by asking again.
 * @throws what the work throws, and the last refusal when the time is over.
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'unavailable') || attempt === attempts) throw error;
      await sleep(pauseMs);
    }
}
