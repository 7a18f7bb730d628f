import { describe, expect, test } from 'vitest';
import { metresBetween } from '../pipeline/geo.ts';
import { usualProfile } from '../pipeline/profile.ts';
import { cutWhole } from '../pipeline/whole.ts';
import { Drive } from './drive.ts';
import type { Place } from './place.ts';
import { randomFrom } from './random.ts';
import { roadOf } from './road.ts';

const line = {
  name: 'Three sides of a square',
  kmh: 50,
  path: [
    [72.5, 23],
    [72.52, 23],
    [72.52, 23.02],
    [72.5, 23.02],
  ] as const,
};
const start = Date.UTC(2026, 10, 22, 4);
const road = roadOf(line);

function driveFor(hours: number, seed = 7): Place[] {
  const drive = new Drive(road, { start, everyS: 5, random: randomFrom(seed) });
  const places: Place[] = [];
  for (;;) {
    const place = drive.next();
    if (place.time > start + hours * 3_600_000) return places;
    places.push(place);
  }
}

describe('a simulated drive', () => {
  const places = driveFor(4);

  test('is the same from the same seed and another from another', () => {
    expect(driveFor(4)).toEqual(places);
    expect(driveFor(4, 8)).not.toEqual(places);
  });

  test('speeds up and brakes like a vehicle, and its speed is that of its way', () => {
    for (const [at, place] of places.entries()) {
      const before = places[at - 1];
      if (!before) continue;
      const seconds = (place.time - before.time) / 1000;
      expect(seconds).toBeGreaterThan(0);
      expect(Math.abs((place.speedKmh ?? 0) - (before.speedKmh ?? 0)) / 3.6 / seconds).toBeLessThan(3);
      expect(metresBetween(before, place)).toBeLessThan(seconds * 16 + 10);
    }
    expect(Math.max(...places.map(({ speedKmh }) => speedKmh ?? 0))).toBeGreaterThan(40);
  });

  test('slows down at corners', () => {
    const atCorner = places.filter((place) => metresBetween(place, { lat: 23, lon: 72.52 }) < 8);
    expect(atCorner.length).toBeGreaterThan(0);
    expect(Math.max(...atCorner.map(({ speedKmh }) => speedKmh ?? 0))).toBeLessThan(30);
  });

  test('parks at the ends with the engine off, turns around, and reports rarely meanwhile', () => {
    const parked = places.filter(({ ignition }) => !ignition);
    for (const { lat, lon, speedKmh } of parked) {
      const ends = [
        metresBetween({ lat, lon }, { lat: 23, lon: 72.5 }),
        metresBetween({ lat, lon }, { lat: 23.02, lon: 72.5 }),
      ];
      expect(Math.min(...ends)).toBeLessThan(10);
      expect(speedKmh).toBe(0);
    }
    expect(new Set(parked.map(({ lat }) => lat > 23.01)).size).toBe(2);
    expect(parked.length).toBeLessThan(places.length / 4);
  });

  test('comes to its end and waits there while it rests', () => {
    const rest = start + 3_600_000;
    const drive = new Drive(road, {
      start,
      everyS: 5,
      random: randomFrom(7),
      rests: (time) => time > rest && time < rest + 7_200_000,
    });
    const all: Place[] = [];
    for (let place = drive.next(); place.time < start + 4 * 3_600_000; place = drive.next()) all.push(place);
    const resting = all.filter(({ time }) => time > rest + 1_200_000 && time < rest + 7_200_000);
    expect(resting.length).toBeGreaterThan(50);
    expect(resting.every(({ ignition }) => !ignition)).toBe(true);
    expect(all.some(({ time, ignition }) => time > rest + 7_200_000 && ignition)).toBe(true);
  });

  test('is cut into its ways by the trip cutter', () => {
    const trips = cutWhole(
      places.map((place) => ({ ...place, ignition: place.ignition ?? null, accuracyM: null })),
      usualProfile,
    );
    expect(trips.length).toBeGreaterThan(4);
    for (const { distanceM, dropped } of trips.slice(1, -1)) {
      expect(distanceM).toBeGreaterThan(road.lengthM * 0.95);
      expect(distanceM).toBeLessThan(road.lengthM * 1.05);
      expect(dropped).toBe(0);
    }
  });
});

test('a line too short to drive is refused', () => {
  expect(() =>
    roadOf({
      name: 'A yard',
      kmh: 10,
      path: [
        [72.5, 23],
        [72.5, 23.0001],
      ],
    }),
  ).toThrow('A yard is 11 m long');
});
