/** Milliseconds that the event loop is held at a time: ten thousand rows are a second of work, and others go in between. */
const holdMs = 4;

/** Gives what lets others go first, once the time is up. */
export function createBreath(): () => Promise<void> | void {
  let since = performance.now();
  return () => {
    if (performance.now() - since < holdMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
