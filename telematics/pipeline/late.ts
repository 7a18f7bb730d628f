import type { TrackFix } from './fix.ts';
import type { TripProfile } from './profile.ts';
import type { Trip } from './trip.ts';
import { cutWhole, inOrder } from './whole.ts';

// A fix that comes late changes the trips around it and no others. A silence that always cuts forgets everything, so that what lies
// beyond one before and one after the late fix stays as it is.

/** From when until when the stored fixes are needed to cut again around a late one. `times`: those of stored exact fixes, in any order. */
export function windowAround(
  late: number,
  times: readonly number[],
  profile: TripProfile,
): { from: number; to: number } {
  const sorted = [...times, late].toSorted((a, b) => a - b);
  const silenceMs = profile.cutGapS * 1000;
  let first = sorted.indexOf(late);
  let last = sorted.lastIndexOf(late);
  while (first > 0 && (sorted[first] ?? 0) - (sorted[first - 1] ?? 0) <= silenceMs) first -= 1;
  while (last < sorted.length - 1 && (sorted[last + 1] ?? 0) - (sorted[last] ?? 0) <= silenceMs) last += 1;
  return { from: sorted[first] ?? late, to: sorted[last] ?? late };
}

export type Recut = {
  /** Trips that came out as they were: they keep their identity, and nothing is written. */
  readonly unchanged: readonly Trip[];
  /** Trips that are gone or different now, and what is there instead. */
  readonly removed: readonly Trip[];
  readonly added: readonly Trip[];
};

const sameTrip = (a: Trip, b: Trip) => JSON.stringify(a) === JSON.stringify(b);

/** Cuts the window again. `fixes`: all stored ones in it, the late one among them. `before`: the trips that were cut from it. */
export function recut(fixes: readonly TrackFix[], before: readonly Trip[], profile: TripProfile): Recut {
  const after = cutWhole(inOrder(fixes, profile), profile);
  const unchanged = after.filter((trip) => before.some((old) => sameTrip(old, trip)));
  return {
    unchanged,
    removed: before.filter((old) => !after.some((trip) => sameTrip(old, trip))),
    added: after.filter((trip) => !unchanged.includes(trip)),
  };
}
