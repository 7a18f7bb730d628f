import { lengthOf, type LinePoint, stepM, tidyDegrees } from '../road/line.contract.ts';

/** A line needs a metre. Its points are kept in steps of about a centimetre, so a part that is to have one is cut a little longer. */
const leastM = 1;
const roundingM = 0.015;

/** The last whole metre at which a line can be split, the first being 1; below 1 where it is too short for that. */
export const lastSplitM = (points: readonly LinePoint[]): number => {
  const lengthM = lengthOf(points);
  return lengthM < 2 * (leastM + roundingM) ? 0 : Math.floor(lengthM - leastM);
};

/**
 * Cuts a line so many metres from its beginning, from 1 to `lastSplitM`. The last point of the first part is the first one of the second
 * part, to the last digit: that is where both meet in the network.
 */
export function splitLine(points: readonly LinePoint[], atM: number): [first: LinePoint[], second: LinePoint[]] {
  const nearEndM = leastM + roundingM;
  const target = Math.min(Math.max(atM, nearEndM), lengthOf(points) - nearEndM);
  let gone = 0;
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (!from) continue;
    const step = stepM(from, to);
    if (gone + step < target && at < points.length - 1) {
      gone += step;
      continue;
    }
    const share = step === 0 ? 0 : Math.min(1, (target - gone) / step);
    const cut: LinePoint = [
      tidyDegrees(from[0] + (to[0] - from[0]) * share),
      tidyDegrees(from[1] + (to[1] - from[1]) * share),
    ];
    const isCut = (point: LinePoint | undefined) => point?.[0] === cut[0] && point[1] === cut[1];
    // A point of the line that lies right here is the cut itself, and is not there twice.
    const before = points.slice(0, at);
    const after = points.slice(at);
    return [
      [...(isCut(before.at(-1)) ? before.slice(0, -1) : before), cut],
      [cut, ...(isCut(after[0]) ? after.slice(1) : after)],
    ];
  }
  return [[...points], []];
}
