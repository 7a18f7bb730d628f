import type { AlibiFacts } from '../alibi.contract.ts';

/** A moment, with how far it was from the place: as reported, and the least and the most that can be. Metres. */
export interface BandPoint {
  time: number;
  reportedM: number | null;
  leastM: number;
  mostM: number;
}

const kmhPerMs = 3_600;
/** Moments that are worked out between two positions. */
const between = 8;
/** Gaps that are shorter are drawn as a line alone. */
const shortMs = 15_000;

/** The distance over time, with the room that the time between positions leaves. */
export function distanceBand({ fixes, asked, fastestKmh }: AlibiFacts): BandPoint[] {
  const perMs = fastestKmh / kmhPerMs;
  const points: BandPoint[] = [];
  for (const [at, fix] of fixes.entries()) {
    const time = Date.parse(fix.at);
    const around = fix.uncertaintyM + asked.radiusM;
    points.push({
      time,
      reportedM: fix.distanceM,
      leastM: Math.max(0, fix.distanceM - around),
      mostM: fix.distanceM + around,
    });
    const next = fixes[at + 1];
    if (!next) continue;
    const end = Date.parse(next.at);
    if (end - time < shortMs) continue;
    const nextAround = next.uncertaintyM + asked.radiusM;
    for (let step = 1; step < between; step += 1) {
      const moment = time + ((end - time) * step) / between;
      const [since, until] = [perMs * (moment - time), perMs * (end - moment)];
      points.push({
        time: moment,
        reportedM: null,
        leastM: Math.max(0, fix.distanceM - around - since, next.distanceM - nextAround - until),
        mostM: Math.min(fix.distanceM + around + since, next.distanceM + nextAround + until),
      });
    }
  }
  return points;
}
