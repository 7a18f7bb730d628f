/** Milliseconds that the event loop is held at a time: ten thousand rows are a second of work, and others go in between. */
const holdMs = 2;

/** Long work that waits for its next piece of the event loop, in the order in which it came. */
const waiting: (() => void)[] = [];

/** Of all long work one piece is done in a round of the event loop: eight exports hold it no longer than one. */
function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Gives what lets others go first: before the first piece of work, and whenever a piece has taken its time. */
export function createBreath(): () => Promise<void> | void {
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() < until) return undefined;
    return new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(goOn);
      waiting.push(() => {
        until = performance.now() + holdMs;
        resolve();
      });
    });
  };
}
