import { callerNow } from './rooms.ts';
import { createTurns } from './turns.ts';

/** Runs work, at once or when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** So many tenants may have all that one may have waiting. */
const tenantsThatWait = 4;

/**
 * Lets only so much of some work go on at a time, tenants in turn, and only so much of it wait: whoever asks for much waits
 * behind themselves.
 * @param mostWaiting of one tenant; four times as much in all.
 * @param full makes what is thrown to whoever finds no room to wait.
 */
export function createLine({
  atOnce = 1,
  mostWaiting,
  full,
}: {
  atOnce?: number;
  mostWaiting: number;
  full: () => Error;
}): InTurn {
  const turns = createTurns(atOnce);
  return async (work) => {
    const caller = callerNow();
    const { going, waiting } = turns.figures();
    const ofTenant = turns.tenants().get(caller.tenant)?.waiting ?? 0;
    if (going >= atOnce && (ofTenant >= mostWaiting || waiting >= mostWaiting * tenantsThatWait)) throw full();
    const end = await turns.take(caller);
    try {
      return await work();
    } finally {
      end?.();
    }
  };
}
