/** Milliseconds that the event loop is held at a time: ten thousand rows are a second of work, and others go in between. */
const holdMs = { alone: 2, amongOthers: 1 };
/**
 * Milliseconds that it is left to others after each piece while they are at work. A call goes through the event loop some ten
 * times, to its session, to the database and back: with a piece in every round it would wait for ten of them.
 */
const restMs = 2;
/** How long a call that is answered at once counts as being at work after it came, milliseconds. */
const atWorkMs = 250;

/** Long work that waits for its next piece of the event loop, in the order in which it came. */
const waiting: (() => void)[] = [];
let isPlanned = false;
let lastPieceAt = Number.NEGATIVE_INFINITY;
let lastCallAt = Number.NEGATIVE_INFINITY;

/** A call came in that is answered at once: for a while long work holds the event loop less. */
export function noteCall(): void {
  lastCallAt = performance.now();
}

const isAmongOthers = (now: number): boolean => now - lastCallAt < atWorkMs;

/** Of all long work one piece is done in a round of the event loop: eight exports hold it no longer than one. */
function goOn(): void {
  isPlanned = false;
  lastPieceAt = performance.now();
  waiting.shift()?.();
  plan();
}

function plan(): void {
  if (isPlanned || waiting.length === 0) return;
  isPlanned = true;
  const now = performance.now();
  const pauseMs = isAmongOthers(now) ? lastPieceAt + holdMs.amongOthers + restMs - now : 0;
  if (pauseMs > 0) setTimeout(goOn, pauseMs);
  else setImmediate(goOn);
}

/** Gives what lets others go first: before the first piece of work, and whenever a piece has taken its time. */
export function createBreath(): () => Promise<void> | void {
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() < until) return undefined;
    return new Promise((resolve) => {
      waiting.push(() => {
        const now = performance.now();
        until = now + (isAmongOthers(now) ? holdMs.amongOthers : holdMs.alone);
        resolve();
      });
      plan();
    });
  };
}
