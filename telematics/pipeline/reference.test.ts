import { expect, test } from 'vitest';
import { feed, newCutter, type CutterState } from './cutter.ts';
import { gapProfile, usualProfile } from './profile.ts';
import { checkInvariants } from './testing/invariants.ts';
import { logNames, readLog, referenceTrips, tracesAreHere } from './testing/traces.ts';
import { overKmh, type Trip } from './trip.ts';
import { cutWhole, inOrder } from './whole.ts';
import { randomFrom } from '../simulator/random.ts';

/** Everything of a trip that people see. */
const shown = (trips: readonly Trip[]) => JSON.stringify(trips);

test.skipIf(!tracesAreHere)('recorded drives give their known trips when they are cut at silence', () => {
  for (const name of logNames()) {
    const trips = cutWhole(readLog(name), gapProfile);
    const known = referenceTrips(name);
    expect(trips.length, name).toBe(known.length);
    for (const [at, reference] of known.entries()) {
      const trip = trips[at];
      if (!trip) throw new Error(name);
      expect(Math.abs(trip.distanceM - reference.distance_m) / reference.distance_m, name).toBeLessThan(0.03);
      expect(trip.movingS + trip.idleS + trip.gapS).toBeCloseTo((trip.end.time - trip.start.time) / 1000, 6);
      expect(new Date(trip.start.time).toISOString()).toBe(reference.start);
      expect(new Date(trip.end.time).toISOString()).toBe(reference.end);
      const expected = reference.seconds_over_kmh;
      if (!expected) continue;
      for (const [index, kmh] of overKmh.entries()) {
        const seconds = expected[kmh] ?? 0;
        expect(Math.abs((trip.secondsOver[index] ?? 0) - seconds)).toBeLessThanOrEqual(Math.max(5, seconds * 0.05));
      }
    }
  }
});

test.skipIf(!tracesAreHere)('recorded drives give the same trips in any order and sent twice', () => {
  const random = randomFrom(7);
  for (const name of logNames())
    for (const profile of [gapProfile, usualProfile]) {
      const fixes = readLog(name);
      const once = shown(cutWhole(fixes, profile));
      const shuffled = [...fixes, ...fixes].map((fix) => ({ fix, key: random() })).toSorted((a, b) => a.key - b.key);
      expect(
        shown(
          cutWhole(
            shuffled.map(({ fix }) => fix),
            profile,
          ),
        ),
        name,
      ).toBe(once);
      expect(shown(cutWhole(fixes.toReversed(), profile)), name).toBe(once);
    }
});

test.skipIf(!tracesAreHere)('recorded drives obey what holds of every trip under the usual profile', () => {
  let count = 0;
  for (const name of logNames()) {
    const trips = cutWhole(readLog(name), usualProfile);
    count += trips.length;
    checkInvariants(trips);
  }
  expect(count).toBeGreaterThan(10);
});

test.skipIf(!tracesAreHere)('a cutter that is written down and read back goes on as if nothing had happened', () => {
  for (const profile of [gapProfile, usualProfile]) {
    const fixes = inOrder(readLog('log15.csv'), profile);
    let state = newCutter();
    const trips: Trip[] = [];
    for (const [at, fix] of fixes.entries()) {
      if (at % 97 === 0) state = JSON.parse(JSON.stringify(state)) as CutterState;
      trips.push(...feed(state, fix, profile).closed);
    }
    const whole = cutWhole(fixes, profile);
    expect(shown(trips)).toBe(shown(whole.slice(0, trips.length)));
    expect(whole.length - trips.length).toBeLessThanOrEqual(1);
  }
});
