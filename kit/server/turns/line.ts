/** Runs work, at once or when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets only so much of some work go on at a time, and only so much of it wait.
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
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw full();
      // Whoever ends hands its place on, so that nobody comes in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
