/** Where the time of day comes from. Injected everywhere, so that tests decide what day it is. */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. `at` is an ISO time. */
export function manualClock(at: string): Clock & { move(milliseconds: number): void } {
  let time = Date.parse(at);
  return {
    now: () => new Date(time),
    move(milliseconds) {
      time += milliseconds;
    },
  };
}
