import type { TrackFix } from '../fix.ts';

/** A drive that is made up: each leg is so many seconds at so many km/h towards a heading. A fix every `everyS`. */
export type Leg = {
  seconds: number;
  kmh: number;
  heading?: number;
  everyS?: number;
  ignition?: boolean | null;
  silent?: true;
};

type Weather = { start?: number; noiseM?: number; random?: () => number };

const metresPerDegree = 111_195;

/** Deterministic noise of at most `noiseM` in each direction. */
export function driveOf(
  legs: readonly Leg[],
  { start = Date.UTC(2026, 10, 22, 4), noiseM = 0, random = () => 0.5 }: Weather = {},
): TrackFix[] {
  const fixes: TrackFix[] = [];
  let [time, lat, lon] = [start, 23.02, 72.57];
  const noise = () => ((random() * 2 - 1) * noiseM) / metresPerDegree;
  for (const { seconds, kmh, heading = 0, everyS = 5, ignition = null, silent } of legs)
    for (let at = 0; at < seconds; at += everyS) {
      const metres = (kmh / 3.6) * everyS;
      time += everyS * 1000;
      lat += (Math.cos((heading * Math.PI) / 180) * metres) / metresPerDegree;
      lon += (Math.sin((heading * Math.PI) / 180) * metres) / metresPerDegree / Math.cos((lat * Math.PI) / 180);
      if (!silent) fixes.push({ time, lat: lat + noise(), lon: lon + noise(), speedKmh: kmh, accuracyM: 5, ignition });
    }
  return fixes;
}
