import '../node-version.ts';
import { parseArgs } from 'node:util';
import type { TrackFix } from '#telematics/pipeline/fix.ts';
import { type TripProfile, usualProfile } from '#telematics/pipeline/profile.ts';
import { overKmh, type Trip } from '#telematics/pipeline/trip.ts';
import { cutWhole } from '#telematics/pipeline/whole.ts';
import { readLog } from './log-file.ts';

// Cuts the trips of a log with the very code that the server runs: columns time, lat, lon, accuracy_m, speed_mps, ignition in, trips as JSON out.

const usage =
  'npm run cut-trips -- --csv FILE [--gap-s 300] [--no-stop-cut] [--min-points 60] [--min-distance-m 1000] [--max-kmh 250] [--explain]\n';

function refuse(why: string): never {
  process.stderr.write(`${why}\n${usage}`);
  process.exit(2);
}

function readFixes(path: string): TrackFix[] {
  try {
    return readLog(path);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10;

function print(trip: Trip, hasSpeed: boolean, explains: boolean) {
  const { start, end } = trip;
  return {
    start: new Date(start.time).toISOString(),
    end: new Date(end.time).toISOString(),
    duration_s: (end.time - start.time) / 1000,
    start_lat: start.lat,
    start_lon: start.lon,
    end_lat: end.lat,
    end_lon: end.lon,
    points: trip.points,
    dropped: trip.dropped,
    jump_legs: trip.jumpLegs,
    distance_m: tenth(trip.distanceM),
    moving_s: tenth(trip.movingS),
    idle_s: tenth(trip.idleS),
    gap_s: tenth(trip.gapS),
    max_kmh: trip.maxKmh === null ? null : tenth(trip.maxKmh),
    seconds_over_kmh: hasSpeed
      ? Object.fromEntries(overKmh.map((kmh, at) => [kmh, tenth(trip.secondsOver[at] ?? 0)]))
      : null,
    ...(explains
      ? {
          began_by: beganBy(trip),
          ended_by: endedBy(trip),
          moved_with_ignition_off: trip.offPoints ?? 0,
          gaps: gaps(trip),
        }
      : {}),
  };
}

const words = {
  MOVED: 'two of three fixes moved',
  AWAY: 'it was found away from where it stood',
  HEARD: 'it was heard again',
  STOOD: 'it stood for long',
  IGNITION_OFF: 'it stood with the ignition off',
  SILENCE: 'nothing more was heard',
} as const;
const beganBy = ({ beganBy }: Trip) => beganBy && words[beganBy];
const endedBy = ({ endedBy }: Trip) => endedBy && words[endedBy];
const gaps = ({ stops }: Trip) =>
  stops
    .filter(({ kind }) => kind === 'gap')
    .map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }));

const { values } = parseArgs({
  options: {
    csv: { type: 'string' },
    'gap-s': { type: 'string' },
    'no-stop-cut': { type: 'boolean', default: false },
    'min-points': { type: 'string' },
    'min-distance-m': { type: 'string' },
    'max-kmh': { type: 'string' },
    explain: { type: 'boolean', default: false },
  },
});
function option(name: 'gap-s' | 'min-points' | 'min-distance-m' | 'max-kmh', usual: number): number {
  const number = values[name] === undefined ? usual : Number(values[name]);
  return Number.isFinite(number) && number >= 0 ? number : refuse(`--${name} is a number`);
}
const cutGapS = option('gap-s', usualProfile.cutGapS);
const plain = values['no-stop-cut'];
const profile: TripProfile = {
  ...usualProfile,
  cutGapS,
  ceilingKmh: option('max-kmh', usualProfile.ceilingKmh),
  pauseGapS: plain || cutGapS <= (usualProfile.pauseGapS ?? 0) ? null : usualProfile.pauseGapS,
  standstill: plain ? null : usualProfile.standstill,
  minPoints: option('min-points', usualProfile.minPoints),
  minDistanceM: option('min-distance-m', usualProfile.minDistanceM),
  minDurationS: plain ? 0 : usualProfile.minDurationS,
};
const fixes = readFixes(values.csv ?? refuse('Which file?'));
const hasSpeed = fixes.some(({ speedKmh }) => speedKmh !== null);
const trips = cutWhole(fixes, profile).map((trip) => print(trip, hasSpeed, values.explain));
process.stdout.write(`${JSON.stringify(trips, null, 1)}\n`);
