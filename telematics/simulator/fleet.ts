import { newScore, type Score, SimulatedTracker, type TrackerOptions } from './simulated-tracker.ts';

export type FleetOptions = {
  readonly trackers: readonly Pick<TrackerOptions, 'journey' | 'speak' | 'port' | 'memory' | 'onStored'>[];
  readonly host: string;
  /** Milliseconds. */
  readonly now: () => number;
  readonly random: () => number;
  /** Up to which time of the journeys it is now. */
  readonly until: () => number;
};

export type Fleet = {
  readonly score: Readonly<Score>;
  /** Reports that no server has acknowledged yet. */
  readonly owed: number;
  /** Every journey has ended and every report is acknowledged. */
  readonly isDone: boolean;
  /** One round of all trackers. */
  tick(): void;
  /** Rounds every so often until it is stopped. */
  start(everyMs: number): void;
  /** Takes nothing more, waits so long for what is owed, and hangs up. */
  finish(withinMs: number): Promise<void>;
};

/** Many trackers on one clock. */
export function createFleet({ trackers: given, host, now, random, until }: FleetOptions): Fleet {
  const score = newScore();
  const trackers = given.map((one) => new SimulatedTracker({ ...one, host, now, random, score }));
  let timer: NodeJS.Timeout | undefined;
  const tick = (upTo: number) => {
    for (const tracker of trackers) tracker.tick(upTo);
  };
  const owed = () => trackers.reduce((sum, tracker) => sum + tracker.owed, 0);
  return {
    score,
    get owed() {
      return owed();
    },
    get isDone() {
      return trackers.every(({ isDone }) => isDone);
    },
    tick: () => tick(until()),
    start(everyMs) {
      timer = setInterval(() => tick(until()), everyMs);
      tick(until());
    },
    async finish(withinMs) {
      clearInterval(timer);
      for (const end = now() + withinMs; owed() > 0 && now() < end; ) {
        tick(Number.NEGATIVE_INFINITY);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      for (const tracker of trackers) tracker.stop();
    },
  };
}

/**
 * The clock of the journeys, which runs `speedUp` times as fast and never ahead of the true one: it begins so far back that
 * it arrives at the present after `seconds`.
 */
export function fastClock(now: () => number, speedUp: number, seconds: number): { start: number; until: () => number } {
  const began = now();
  const start = began - seconds * 1000 * (speedUp - 1);
  return { start, until: () => Math.min(now(), start + (now() - began) * speedUp) };
}
