import { courseBetween, metresBetween } from '../pipeline/geo.ts';
import type { Journey, Place } from './place.ts';

/** A fix of a recorded log. */
export type Recorded = {
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKmh: number | null;
  readonly accuracyM: number | null;
};

/** Nearer ones say nothing of where somebody was heading. */
const headingM = 2;

/** A recorded log by its times, to each of which `shiftMs` is added; of one time only the first. */
export function replayOf(recorded: readonly Recorded[], shiftMs = 0): Journey {
  const fixes = recorded.toSorted((a, b) => a.time - b.time).filter(({ time }, at, all) => time !== all[at - 1]?.time);
  let at = 0;
  let course = 0;
  return {
    next(): Place | null {
      const [fix, following] = [fixes[at], fixes[at + 1]];
      if (!fix) return null;
      at += 1;
      if (following && metresBetween(fix, following) > headingM) course = courseBetween(fix, following);
      return { ...fix, time: fix.time + shiftMs, course };
    },
  };
}
