import { describe, expect, test } from 'vitest';
import { randomFrom } from '../simulator/random.ts';
import { closeSilent, endOf, feed, newCutter } from './cutter.ts';
import type { TrackFix } from './fix.ts';
import { gapProfile, usualProfile } from './profile.ts';
import { driveOf, type Leg } from './testing/drives.ts';
import { checkInvariants } from './testing/invariants.ts';
import type { Trip } from './trip.ts';
import { cutWhole, inOrder } from './whole.ts';

const minute = 60;
const drive = (seconds: number, kmh = 40): Leg => ({ seconds, kmh });
const stand = (seconds: number, more: Partial<Leg> = {}): Leg => ({ seconds, kmh: 0, ...more });
const cut = (legs: readonly Leg[]) => cutWhole(driveOf(legs), usualProfile);
const minutesOf = (trips: ReturnType<typeof cut>) => trips.map(({ start, end }) => (end.time - start.time) / 60_000);

describe('trips under the usual profile', () => {
  test('a trip begins with the first moving fix and ends where the vehicle began to stand', () => {
    const fixes = driveOf([
      stand(10 * minute),
      drive(15 * minute),
      stand(10 * minute),
      drive(5 * minute),
      stand(5 * minute),
    ]);
    const trips = cutWhole(fixes, usualProfile);
    expect(trips.length).toBe(2);
    const moving = fixes.filter(({ speedKmh }) => speedKmh === 40);
    expect(trips[0]?.start.time).toBe(moving[0]?.time);
    expect(trips[0]?.distanceM).toBeGreaterThan(9_900);
    expect(trips[0]?.distanceM).toBeLessThan(10_010);
    expect(trips[0]?.maxKmh).toBe(40);
    expect(minutesOf(trips).map(Math.round)).toEqual([15, 5]);
    checkInvariants(trips);
  });

  test('a stand of less than three minutes is idling within the trip, and its drift is no distance', () => {
    const random = randomFrom(3);
    const legs = [drive(5 * minute), stand(2 * minute), drive(5 * minute), stand(5 * minute)];
    const [trip, ...others] = cutWhole(driveOf(legs, { noiseM: 8, random }), usualProfile);
    expect(others).toEqual([]);
    expect(trip?.idleS).toBeGreaterThan(110);
    expect(trip?.idleS).toBeLessThanOrEqual(120);
    expect(trip?.stops.map(({ kind }) => kind)).toEqual(['idle']);
  });

  test('a minute without ignition ends the trip, and nothing starts while it is off', () => {
    const on = { ignition: true };
    const off = { ignition: false };
    const crossing = [
      { ...drive(5 * minute), ...on },
      stand(70, { ...on }),
      { ...drive(5 * minute), ...on },
      stand(300, on),
    ];
    expect(cut(crossing).length).toBe(1);
    const parking = [
      { ...drive(5 * minute), ...on },
      stand(70, { ...off }),
      { ...drive(5 * minute), ...on },
      stand(300, on),
    ];
    expect(cut(parking).length).toBe(2);
    const drift = driveOf([{ ...stand(60 * minute), ...off }], { noiseM: 60, random: randomFrom(5) });
    expect(cutWhole(drift, usualProfile)).toEqual([]);
  });

  test('silence is a gap when the vehicle went on, an end when it stayed, and always an end after an hour', () => {
    const silent = (seconds: number, kmh: number): Leg => ({ seconds, kmh, silent: true });
    const onwards = cut([drive(5 * minute), silent(20 * minute, 30), drive(5 * minute), stand(5 * minute)]);
    expect(onwards.map(({ gapS, stops }) => [Math.round(gapS / minute), stops.map(({ kind }) => kind)])).toEqual([
      [20, ['gap']],
    ]);
    checkInvariants(onwards);
    expect(cut([drive(5 * minute), silent(20 * minute, 0), drive(5 * minute)]).length).toBe(2);
    expect(cut([drive(5 * minute), silent(61 * minute, 30), drive(5 * minute)]).length).toBe(2);
  });

  test('driving too short to be a trip is parking', () => {
    expect(cut([stand(5 * minute), drive(20), stand(10 * minute)])).toEqual([]);
    expect(cut([stand(5 * minute), drive(100, 60), stand(10 * minute)])).toEqual([]);
  });

  test('a device that falls silent closes its trip by the time alone, once, and a trip that goes on is named', () => {
    const state = newCutter();
    const fixes = driveOf([drive(10 * minute)]);
    for (const fix of fixes) feed(state, fix, usualProfile);
    const last = fixes.at(-1) as TrackFix;
    expect(closeSilent(state, last.time + 900_000, usualProfile)).toBeNull();
    const trip = closeSilent(state, last.time + 900_001, usualProfile);
    expect(trip?.end).toEqual(last);
    expect(closeSilent(state, last.time + 2_000_000, usualProfile)).toBeNull();
    const later = { ...last, time: last.time + 1_800_000, lat: last.lat + 0.05 };
    expect(feed(state, later, usualProfile)).toEqual({ late: false, closed: [], reopened: trip?.start.time });
  });

  test('what is not newer than the newest fix is late and changes nothing', () => {
    const state = newCutter();
    const [first, second] = driveOf([drive(60)]) as [TrackFix, TrackFix];
    feed(state, second, usualProfile);
    const before = JSON.stringify(state);
    expect([feed(state, first, usualProfile).late, feed(state, second, usualProfile).late]).toEqual([true, true]);
    expect(JSON.stringify(state)).toBe(before);
  });
});

describe('a wire that says that the ignition is off', () => {
  const off = { ignition: false };
  const legs = [stand(2 * minute), drive(10 * minute, 30), stand(70), drive(5 * minute, 50), stand(5 * minute)];

  test('does not hide a trip: movement is believed, and how often it moved so is counted', () => {
    const [trip, ...others] = cut(legs.map((leg) => ({ ...leg, ...off })));
    const [, second] = [trip, ...others];
    // The stand of seventy seconds ends the first, as the wire says; both are there.
    expect([trip?.beganBy, trip?.endedBy, second?.beganBy, second?.endedBy]).toEqual([
      'MOVED',
      'IGNITION_OFF',
      'MOVED',
      'IGNITION_OFF',
    ]);
    const metres = (trip?.distanceM ?? 0) + (second?.distanceM ?? 0);
    const honest = cut(legs).reduce((sum, { distanceM }) => sum + distanceM, 0);
    expect(Math.abs(metres - honest)).toBeLessThan(150);
    expect((trip?.offPoints ?? 0) + (second?.offPoints ?? 0)).toBeGreaterThan(170);
    expect(cut(legs.map((leg) => ({ ...leg, ignition: true })))[0]?.offPoints).toBe(0);
  });

  test('ends a trip sooner, and keeps what drifts parked', () => {
    const parked = [{ ...drive(10 * minute), ignition: true }, stand(10 * minute, off)];
    const [trip, ...others] = cutWhole(driveOf(parked, { noiseM: 30, random: randomFrom(9) }), usualProfile);
    expect([trip?.endedBy, others]).toEqual(['IGNITION_OFF', []]);
  });
});

test('a trip says why it began and why it ended', () => {
  const whyOf = (trips: readonly Trip[]) => trips.map(({ beganBy, endedBy }) => [beganBy, endedBy]);
  expect(whyOf(cut([drive(10 * minute), stand(5 * minute)]))).toEqual([['MOVED', 'STOOD']]);
  expect(whyOf(cut([drive(10 * minute), stand(70, { ignition: false })]))).toEqual([['MOVED', 'IGNITION_OFF']]);
  expect(whyOf(cut([drive(10 * minute)]))).toEqual([['MOVED', 'SILENCE']]);
  expect(whyOf(cut([stand(60), { ...drive(10 * minute, 30), everyS: 300 }]))).toEqual([['AWAY', 'SILENCE']]);
  expect(whyOf(cutWhole(driveOf([drive(10 * minute)]), gapProfile))).toEqual([['HEARD', 'SILENCE']]);
  const state = newCutter();
  for (const fix of driveOf([drive(10 * minute)])) feed(state, fix, usualProfile);
  expect([endOf(state, usualProfile)?.endedBy]).toEqual([null]);
});

test('a speed that no such vehicle reaches is neither its top speed nor time above a limit', () => {
  const fixes = driveOf([drive(10 * minute), stand(5 * minute)]).map((fix, at) =>
    at % 20 === 7 ? { ...fix, speedKmh: 255 } : fix,
  );
  const [trip] = cutWhole(fixes, usualProfile);
  expect([trip?.maxKmh, trip?.secondsOver]).toEqual([40, [0, 0, 0, 0, 0, 0]]);
  const slow = { ...usualProfile, ceilingKmh: 30 };
  expect(cutWhole(fixes, slow)[0]?.maxKmh ?? 0).toBeLessThanOrEqual(30);
});

describe('fixes that lie', () => {
  const fixes = driveOf([stand(60), drive(20 * minute), stand(10 * minute)]);
  const away = (fix: TrackFix, degrees: number): TrackFix => ({
    ...fix,
    time: fix.time + 1_000,
    lat: fix.lat + degrees,
  });

  test('a teleport never counts: neither distance, nor time, nor an end', () => {
    const random = randomFrom(11);
    const honest = cutWhole(fixes, usualProfile);
    const lies = fixes.flatMap((fix) => (random() < 0.1 ? [fix, away(fix, random() < 0.5 ? 1 : -2)] : [fix]));
    const trips = cutWhole(lies, usualProfile);
    expect(trips.map((trip) => ({ ...trip, dropped: 0 }))).toEqual(honest);
    expect(trips[0]?.dropped).toBeGreaterThan(5);
  });

  test('three that agree are believed: the vehicle is elsewhere, and the way there is no distance', () => {
    const moved = fixes.map((fix, at) => (at < 130 ? fix : { ...fix, lat: fix.lat + 1 }));
    const [whole, none] = cutWhole(moved, { ...gapProfile, minPoints: 2 });
    expect(none).toBeUndefined();
    expect(whole?.jumpLegs).toBe(1);
    expect(whole?.distanceM).toBeLessThan(14_000);
    const trips = cutWhole(moved, usualProfile);
    expect(trips.map(({ jumpLegs, stops }) => [jumpLegs, stops.map(({ kind }) => kind)])).toEqual([[1, ['gap']]]);
    expect(trips[0]?.distanceM).toBeLessThan(14_000);
    checkInvariants(trips);
  });
});

test('three that agree are believed however long they take, though the third could have been driven to', () => {
  const fixes = driveOf([drive(10 * minute), { seconds: 20 * minute, kmh: 0, everyS: 120 }]);
  const first = fixes.findIndex(({ speedKmh }) => speedKmh === 0);
  const moved = fixes.map((fix, at) => (at < first ? fix : { ...fix, lat: fix.lat + 0.15 }));
  const [honest, trip] = [cutWhole(fixes, usualProfile)[0], cutWhole(moved, usualProfile)[0]];
  expect(Math.abs((trip?.distanceM ?? 0) - (honest?.distanceM ?? 0))).toBeLessThan(200);
});

test('a leg of up to 55 m/s was driven, and a faster one is a gap in the trip and not its end', () => {
  const after = (metresPerSecond: number) =>
    cut([
      drive(10 * minute),
      { seconds: 800, kmh: metresPerSecond * 3.6, everyS: 800 },
      drive(10 * minute),
      stand(5 * minute),
    ]).map(({ jumpLegs, stops, distanceM }) => [
      jumpLegs,
      stops.map(({ kind }) => kind),
      Math.round(distanceM / 1_000),
    ]);
  expect(after(54.9)).toEqual([[0, [], 57]]);
  // Three fixes that agree are heard after 15 s more: from the last one it could have been driven in that time up to 56 m/s.
  expect(after(56.1)).toEqual([[1, ['gap'], 13]]);
});

/** Anything a vehicle and its tracker may do: driving, creeping, standing, noise, silence, lies. */
function anyDay(seed: number): TrackFix[] {
  const random = randomFrom(seed);
  const any = (options: readonly number[]) => options[Math.floor(random() * options.length)] ?? 0;
  const legs: Leg[] = Array.from({ length: 12 }, () => ({
    seconds: any([20, 60, 170, 200, 600, 1_500, 4_000]),
    kmh: any([0, 0, 2, 4, 12, 40, 90]),
    heading: any([0, 45, 90, 180, 270]),
    everyS: any([1, 5, 10, 30]),
    ignition: [true, false, null][any([0, 0, 1, 2])] ?? null,
    ...(random() < 0.2 ? { silent: true as const } : {}),
  }));
  const fixes = driveOf(legs, { noiseM: 15, random });
  const blind = random() < 0.3 ? fixes.map((fix) => ({ ...fix, speedKmh: null })) : fixes;
  return blind.flatMap((fix) => (random() < 0.02 ? [fix, { ...fix, time: fix.time + 500, lat: fix.lat + 3 }] : [fix]));
}

test('whatever a vehicle does, its trips keep what holds of every trip (seeds 1 to 60)', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const fixes = anyDay(seed);
    const trips = cutWhole(fixes, usualProfile);
    checkInvariants(trips);
    expect(cutWhole([...fixes, ...fixes.toReversed()], usualProfile), `seed ${seed}`).toEqual(trips);
  }
});

test('what is said as it happens, silences included, comes to the same as the whole day at once (seeds 61 to 120)', () => {
  let reopened = 0;
  for (let seed = 61; seed <= 120; seed += 1) {
    const fixes = anyDay(seed);
    const state = newCutter();
    // As the product keeps them: by their start, the newest word on each.
    const trips = new Map<number, Trip>();
    const keep = (trip: Trip | null) => trip && trips.set(trip.start.time, trip);
    for (const fix of inOrder(fixes, usualProfile)) {
      keep(closeSilent(state, fix.time - 1, usualProfile));
      const fed = feed(state, fix, usualProfile);
      for (const trip of fed.closed) keep(trip);
      if (fed.reopened !== null) reopened += 1;
    }
    keep(closeSilent(state, (state.lastTime ?? 0) + 4_000_000, usualProfile));
    expect([...trips.values()], `seed ${seed}`).toEqual(cutWhole(fixes, usualProfile));
  }
  expect(reopened).toBeGreaterThan(3);
});
