import { endOf, feed, newCutter } from './cutter.ts';
import { compareFixes, type TrackFix } from './fix.ts';
import type { TripProfile } from './profile.ts';
import type { Trip } from './trip.ts';

/** Fixes that are exact enough, by time, one of each: what trips are cut from, in whatever order and however often they came. */
export function inOrder(fixes: readonly TrackFix[], profile: TripProfile): TrackFix[] {
  const exact = fixes.flatMap((fix) => {
    const { accuracyM, speedKmh } = fix;
    if (accuracyM !== null && accuracyM > profile.maxAccuracyM) return [];
    return speedKmh !== null && speedKmh > profile.ceilingKmh ? [{ ...fix, speedKmh: null }] : [fix];
  });
  const sorted = exact.toSorted(compareFixes);
  return sorted.filter((fix, at) => fix.time !== sorted[at - 1]?.time);
}

/** The trips of a whole log. Its end is the end of its last trip. */
export function cutWhole(fixes: readonly TrackFix[], profile: TripProfile): Trip[] {
  const state = newCutter();
  const trips: Trip[] = [];
  for (const fix of inOrder(fixes, profile)) trips.push(...feed(state, fix, profile).closed);
  // What ends a log is silence.
  state.silent = true;
  const last = endOf(state, profile);
  if (last) trips.push(last);
  return trips;
}
