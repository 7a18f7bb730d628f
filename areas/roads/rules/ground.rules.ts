import { lengthOf, type LinePoint, stepM } from '../road/line.contract.ts';

/** A stretch of a road, metres along its line. */
export interface Stretch {
  fromM: number;
  toM: number;
}

/** The point so many metres along a line; its ends beyond them. */
function pointAt(points: readonly LinePoint[], metres: number): LinePoint {
  let gone = 0;
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (!from) continue;
    const step = stepM(from, to);
    if (gone + step < metres && at < points.length - 1) {
      gone += step;
      continue;
    }
    const share = step === 0 ? 0 : Math.min(1, Math.max(0, (metres - gone) / step));
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  }
  return points[0] ?? [0, 0];
}

/** The place on a line that is nearest to a point, not before `afterM`: metres along the line, and how far it is from the point. */
function nearestOn(points: readonly LinePoint[], point: LinePoint, afterM = 0): { atM: number; awayM: number } {
  const shrink = Math.cos((point[0] * Math.PI) / 180);
  let [gone, bestM, bestAway] = [0, afterM, Number.POSITIVE_INFINITY];
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (!from) continue;
    const step = stepM(from, to);
    const [east, north] = [(to[1] - from[1]) * shrink, to[0] - from[0]];
    const square = east * east + north * north;
    const along = (point[1] - from[1]) * shrink * east + (point[0] - from[0]) * north;
    const least = step === 0 ? 0 : (afterM - gone) / step;
    const share = Math.min(1, Math.max(0, least, square === 0 ? 0 : along / square));
    if (least <= 1) {
      const away = stepM(point, [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
      // Of places that are as near the first, so that a road that passes a place twice keeps its order.
      if (away < bestAway - 0.01) [bestM, bestAway] = [gone + step * share, away];
    }
    gone += step;
  }
  return { atM: bestM, awayM: bestAway };
}

/** A line that ends so far from where a stretch began or ended leaves some of it out; one that was only drawn more exactly does not. */
const cutM = 50;

/** A stretch of a line that was edited, on the line as it is now; undefined where that has nothing of it. `isCut`: where it has not all of it. */
export interface Moved {
  to: Stretch | undefined;
  isCut: boolean;
}

/** Where a stretch of a line lies on the line as it is now: where it lay on the ground it lies still. */
export function onNewLine(before: readonly LinePoint[], after: readonly LinePoint[], { fromM, toM }: Stretch): Moved {
  const [lengthM, newM] = [lengthOf(before), lengthOf(after)];
  // What a split has left beyond the end of the line stays beyond it.
  const longer = Math.round(newM) - Math.round(lengthM);
  if (fromM >= Math.round(lengthM)) return { to: { fromM: fromM + longer, toM: toM + longer }, isCut: false };
  const from = nearestOn(after, pointAt(before, Math.min(fromM, lengthM)));
  const to = nearestOn(after, pointAt(before, Math.min(toM, lengthM)), from.atM);
  const end = Math.max(1, Math.round(newM));
  const moved = { fromM: Math.min(Math.round(from.atM), end), toM: Math.min(Math.round(to.atM), end) };
  // A rule of a road that was split may reach beyond its end, and goes on to.
  const beyondM = Math.max(0, toM - Math.round(lengthM));
  const isBeyond = ({ atM, awayM }: typeof from) => awayM > cutM && (atM < 1 || atM > newM - 1);
  return {
    to: moved.toM - moved.fromM < 1 ? undefined : { ...moved, toM: moved.toM + beyondM },
    isCut: isBeyond(from) || isBeyond(to),
  };
}

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
export const stretchWords = ({ fromM, toM }: Stretch): string => `${whole.format(fromM)}–${whole.format(toM)} m`;
