import type { SpeedSeries } from '#kit/web/chart/speed-paths.ts';
import { type Bounds, worldX, worldY } from '#kit/web/map/mercator.ts';
import type { Placed } from '#kit/web/map/nearest-in-place.ts';
import { correctedKmh } from '#telematics/speeding/evidence.ts';
import type { ViolationOne } from '../violation-answers.contract.ts';

type Fix = ViolationOne['track'][number];

/** The positions around a violation, as its map and its chart show them. */
export interface LookedTrack extends SpeedSeries, Placed {
  readonly fixes: readonly Fix[];
  readonly bounds: Bounds;
  /** Speeds with the correction in the driver's favour; NaN where none was reported. */
  readonly corrected: readonly number[];
  /** Where a limit begins to apply: indices of fixes. */
  readonly signs: readonly number[];
  /** Limits on the way, the lowest first. */
  readonly limits: readonly number[];
}

/** Longer than this without a position, and several times longer than usual, the line is broken. */
const [leastGapMs, gapTimes] = [15_000, 3];

export function lookedTrack({ track, lat, lon }: Pick<ViolationOne, 'track' | 'lat' | 'lon'>): LookedTrack {
  const times = track.map(({ at }) => Date.parse(at));
  const speeds = track.map(({ speedKmh }) => speedKmh ?? Number.NaN);
  const steps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
  const gapMs = Math.max(leastGapMs, usual * gapTimes);
  const xs = track.map((fix) => worldX(fix.lon));
  const ys = track.map((fix) => worldY(fix.lat));
  const [allXs, allYs] = [
    [...xs, worldX(lon)],
    [...ys, worldY(lat)],
  ];
  return {
    fixes: track,
    count: track.length,
    times,
    speeds,
    corrected: speeds.map(correctedKmh),
    gaps: [0, ...steps.map((ms) => (ms > gapMs ? 1 : 0))],
    xs,
    ys,
    bounds: { minX: Math.min(...allXs), maxX: Math.max(...allXs), minY: Math.min(...allYs), maxY: Math.max(...allYs) },
    signs: track.flatMap(({ limitKmh }, at) => {
      if (limitKmh === null) return [];
      const before = track.slice(0, at).findLast((fix) => fix.limitKmh !== null);
      return before?.limitKmh === limitKmh ? [] : [at];
    }),
    limits: [...new Set(track.flatMap(({ limitKmh }) => limitKmh ?? []))].toSorted((a, b) => a - b),
  };
}
