import { callerNow } from './rooms.ts';
import { createTurns, type Turns } from './turns.ts';

/** Runs work, at once or when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** So many tenants may have all that one may have waiting. */
const tenantsThatWait = 4;

/**
 * Lets only so much of some work go on at a time, tenants in turn, and only so much of it wait: whoever asks for much waits
 * behind themselves.
 * @param mostWaiting of one tenant; four times as much in all.
 * @param full makes what is thrown to whoever finds no room to wait.
 * @param first a turn that is taken before, and kept: nobody waits behind somebody who waits for it.
 */
export function createLine({
  atOnce = 1,
  mostWaiting,
  full,
  first,
}: {
  atOnce?: number;
  mostWaiting: number;
  full: () => Error;
  first?: Turns;
}): InTurn {
  const turns = createTurns(atOnce);
  const waiting = new Map<string, number>();
  let all = 0;
  const note = (tenant: string, by: 1 | -1): void => {
    const left = (waiting.get(tenant) ?? 0) + by;
    if (left === 0) waiting.delete(tenant);
    else waiting.set(tenant, left);
    all += by;
  };
  return async (work) => {
    const caller = callerNow();
    const { tenant } = caller;
    const isNext = turns.isFree(caller) && (first?.isFree(caller) ?? true);
    if (!isNext && ((waiting.get(tenant) ?? 0) >= mostWaiting || all >= mostWaiting * tenantsThatWait)) throw full();
    const ends: ((() => void) | undefined)[] = [];
    if (!isNext) note(tenant, 1);
    try {
      for (const one of first ? [first, turns] : [turns]) {
        const taken = one.take(caller);
        ends.unshift(typeof taken === 'function' ? taken : await taken);
      }
    } finally {
      if (!isNext) note(tenant, -1);
    }
    try {
      return await work();
    } finally {
      for (const end of ends) end?.();
    }
  };
}
