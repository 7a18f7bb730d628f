import { expect } from 'vitest';
import { metresBetween } from '../geo.ts';
import type { Trip } from '../trip.ts';

/** What holds of the trips of one vehicle, whatever it did. */
export function checkInvariants(trips: readonly Trip[]): void {
  for (const [at, trip] of trips.entries()) {
    const durationS = (trip.end.time - trip.start.time) / 1000;
    expect(durationS).toBeGreaterThan(0);
    // Over a leg that was not driven there is no distance.
    if (trip.jumpLegs === 0) expect(trip.distanceM).toBeGreaterThanOrEqual(metresBetween(trip.start, trip.end) - 1e-6);
    expect(trip.movingS + trip.idleS + trip.gapS).toBeCloseTo(durationS, 6);
    expect(Math.min(trip.movingS, trip.idleS, trip.gapS)).toBeGreaterThanOrEqual(0);
    expect(trip.start.time).toBeGreaterThanOrEqual(trips[at - 1]?.end.time ?? 0);
    for (const stop of trip.stops) expect(stop.from >= trip.start.time && stop.to <= trip.end.time).toBe(true);
  }
}
