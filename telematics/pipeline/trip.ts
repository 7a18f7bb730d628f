import type { TrackFix } from './fix.ts';
import { metresBetween } from './geo.ts';
import type { TripProfile } from './profile.ts';

/** Where a trip stood with its engine on, or where nothing was heard of it. */
export type Stop = {
  readonly kind: 'idle' | 'gap';
  readonly from: number;
  readonly to: number;
  readonly lat: number;
  readonly lon: number;
};

export const overKmh = [40, 50, 60, 70, 80, 90] as const;
/** Legs longer than this say nothing of the speed between their ends. */
const speedLegS = 10;

/** Why a trip began: two of three fixes moved, it was found elsewhere, or something was heard again where trips are cut by silence alone. */
export type Began = 'MOVED' | 'AWAY' | 'HEARD';
/** Why it ended: it stood for long, it stood with the ignition off, or nothing was heard any more. */
export type Ended = 'STOOD' | 'IGNITION_OFF' | 'SILENCE';

/** From this speed on a fix moves. */
const movesKmh = 5;

/** What adds up along a trip. A plain value: it is kept over restarts. */
export type Tally = {
  end: TrackFix;
  points: number;
  /** Fixes that were nowhere near. */
  dropped: number;
  jumpLegs: number;
  /** Fixes that moved although the wire says that the ignition is off. Absent in what was kept by older versions. */
  offPoints?: number;
  distanceM: number;
  movingS: number;
  idleS: number;
  gapS: number;
  maxKmh: number | null;
  /** By the device's own speed at the start of each leg, in the order of `overKmh`. */
  secondsOver: number[];
  stops: readonly Stop[];
};

export type Trip = Readonly<Omit<Tally, 'end'>> & {
  readonly start: TrackFix;
  readonly end: TrackFix;
  /** Null: it was begun by an older version. */
  readonly beganBy: Began | null;
  /** Null: it goes on. */
  readonly endedBy: Ended | null;
};

export const beginTally = (start: TrackFix): Tally => ({
  end: start,
  points: 1,
  dropped: 0,
  jumpLegs: 0,
  offPoints: isOffAndMoves(start) ? 1 : 0,
  distanceM: 0,
  movingS: 0,
  idleS: 0,
  gapS: 0,
  maxKmh: start.speedKmh,
  secondsOver: overKmh.map(() => 0),
  stops: [],
});

const isOffAndMoves = (fix: TrackFix) => fix.ignition === false && (fix.speedKmh ?? 0) >= movesKmh;

export const copyTally = (tally: Tally): Tally => ({ ...tally, secondsOver: [...tally.secondsOver] });

const secondsBetween = (from: TrackFix, to: TrackFix) => (to.time - from.time) / 1000;

function arrive(tally: Tally, fix: TrackFix): void {
  tally.end = fix;
  tally.points += 1;
  if (isOffAndMoves(fix)) tally.offPoints = (tally.offPoints ?? 0) + 1;
  if (fix.speedKmh !== null) tally.maxKmh = Math.max(tally.maxKmh ?? 0, fix.speedKmh);
}

/** Drives from where the trip is to the fix. */
export function addLeg(tally: Tally, fix: TrackFix): void {
  const from = tally.end;
  const seconds = secondsBetween(from, fix);
  tally.distanceM += metresBetween(from, fix);
  tally.movingS += seconds;
  if (from.speedKmh !== null && seconds <= speedLegS)
    for (let at = 0; at < overKmh.length; at += 1)
      if (from.speedKmh > (overKmh[at] ?? 0)) tally.secondsOver[at] = (tally.secondsOver[at] ?? 0) + seconds;
  arrive(tally, fix);
}

/** The trip goes on elsewhere. How it came there is not known: no distance, and no time of driving or standing. */
export function addJump(tally: Tally, fix: TrackFix): void {
  const { end } = tally;
  tally.jumpLegs += 1;
  tally.stops = [...tally.stops, { kind: 'gap', from: end.time, to: fix.time, lat: end.lat, lon: end.lon }];
  tally.gapS += secondsBetween(tally.end, fix);
  arrive(tally, fix);
}

/** Nothing was heard on the way; the straight line is the least that was driven. */
export function addGap(tally: Tally, fix: TrackFix): void {
  const { end } = tally;
  tally.distanceM += metresBetween(end, fix);
  tally.gapS += secondsBetween(end, fix);
  tally.stops = [...tally.stops, { kind: 'gap', from: end.time, to: fix.time, lat: end.lat, lon: end.lon }];
  arrive(tally, fix);
}

/** Stood at `tally.end` until `last`, and now goes on to the fix. What moved meanwhile was noise. */
export function addStand(tally: Tally, last: TrackFix, fix: TrackFix, points: number): void {
  const { end } = tally;
  tally.idleS += secondsBetween(end, last);
  tally.movingS += secondsBetween(last, fix);
  tally.distanceM += metresBetween(end, fix);
  tally.stops = [...tally.stops, { kind: 'idle', from: end.time, to: last.time, lat: end.lat, lon: end.lon }];
  arrive(tally, fix);
  tally.points = points;
}

/** The trip, or null when it is too short to be one. */
export function finishTrip(
  start: TrackFix,
  tally: Tally,
  profile: TripProfile,
  why: Pick<Trip, 'beganBy' | 'endedBy'>,
): Trip | null {
  const durationS = secondsBetween(start, tally.end);
  const long =
    tally.points >= profile.minPoints &&
    tally.distanceM >= profile.minDistanceM &&
    durationS > 0 &&
    durationS >= profile.minDurationS;
  return long ? { ...tally, start, ...why } : null;
}
