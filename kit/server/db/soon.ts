import type pg from 'pg';
import { timeouts } from './timeouts.ts';

/**
 * Waits for a connection as long as a request may wait. On a busy machine a new one takes longer: it is made all the same, for whoever
 * asks next, or there would never be one.
 * @param spare takes what came too late.
 * @throws what means that the database is away.
 */
export async function soon<T>(opening: Promise<T>, spare: (late: T) => void): Promise<T> {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new Error('timeout exceeded when trying to connect'));
    }, timeouts.connectMs);
  });
  opening.then(
    (opened) => void (isLate && spare(opened)),
    () => undefined,
  );
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A connection of a pool. `refused` is told why a new one was not made. */
export function connectionOf(pool: pg.Pool, refused: (error: unknown) => void): Promise<pg.PoolClient> {
  if (pool.idleCount > pool.waitingCount) return pool.connect();
  const opening = pool.connect();
  opening.catch(refused);
  return soon(opening, (late) => late.release());
}
