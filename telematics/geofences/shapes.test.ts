import { describe, expect, it } from 'vitest';
import { metresBetween } from '#telematics/pipeline/geo.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { indexFences } from './fence-index.ts';
import { deepestOnWay, distanceTo, packShapes, type Shape } from './shapes.ts';
import { away, circle, pune, square } from './testing/fences.ts';

const distance = (shape: Shape, place: { lat: number; lon: number }) =>
  distanceTo(packShapes([shape]), 0, place.lat, place.lon);

describe('the distance to the edge of a shape', () => {
  it('is the way to the centre less the radius for a circle', () => {
    for (const radius of [50, 5_000, 50_000])
      for (const [east, north] of [
        [0, 0],
        [radius, 0],
        [0, radius + 120],
        [radius, radius],
      ] as const) {
        const place = away(pune, east, north);
        const exact = metresBetween(place, pune) - radius;
        expect(Math.abs(distance(circle(radius), place) - exact)).toBeLessThan(Math.max(0.1, radius / 500));
      }
  });

  it('is below zero inside a polygon and above it outside', () => {
    const shape = square(1_000);
    expect(distance(shape, pune)).toBeCloseTo(-500, 0);
    expect(distance(shape, away(pune, 490, 0))).toBeCloseTo(-10, 0);
    expect(distance(shape, away(pune, 520, 0))).toBeCloseTo(20, 0);
    expect(distance(shape, away(pune, 530, 540))).toBeCloseTo(50, 0);
  });

  it('counts the notch of a polygon as outside', () => {
    const at = (east: number, north: number) => {
      const { lat, lon } = away(pune, east, north);
      return [lat, lon];
    };
    const horseshoe: Shape = {
      kind: 'POLYGON',
      points: [
        at(0, 0),
        at(300, 0),
        at(300, 300),
        at(200, 300),
        at(200, 100),
        at(100, 100),
        at(100, 300),
        at(0, 300),
      ].flat(),
      widthM: 0,
    };
    expect(distance(horseshoe, away(pune, 150, 200))).toBeCloseTo(50, 0);
    expect(distance(horseshoe, away(pune, 50, 200))).toBeCloseTo(-50, 0);
  });

  it('is the way to the line less half the width for a corridor', () => {
    const end = away(pune, 2_000, 0);
    const shape: Shape = { kind: 'CORRIDOR', points: [pune.lat, pune.lon, end.lat, end.lon], widthM: 60 };
    expect(distance(shape, away(pune, 1_000, 40))).toBeCloseTo(-20, 0);
    expect(distance(shape, away(pune, 1_000, -100))).toBeCloseTo(40, 0);
    expect(distance(shape, away(pune, -100, 0))).toBeCloseTo(40, 0);
  });

  it('finds the deepest place of a way through a shape', () => {
    const shapes = packShapes([circle(60)]);
    const { part, distanceM } = deepestOnWay(shapes, 0, away(pune, -300, 20), away(pune, 500, 20));
    expect(part).toBeCloseTo(0.375, 2);
    expect(distanceM).toBeCloseTo(-40, 0);
  });
});

it('the index finds every shape that holds a place, among a thousand drawn ones', () => {
  const random = randomFrom(4);
  const shapes = Array.from({ length: 1_000 }, (_, at): Shape => {
    const middle = away(pune, (random() - 0.5) * 20_000, (random() - 0.5) * 20_000);
    if (at % 3 === 0) return circle(50 + random() * 900, middle);
    if (at % 3 === 1) return square(100 + random() * 900, middle);
    const end = away(middle, random() * 3_000, random() * 3_000);
    return { kind: 'CORRIDOR', points: [middle.lat, middle.lon, end.lat, end.lon], widthM: 25 + random() * 100 };
  });
  const index = indexFences(shapes);
  let held = 0;
  for (let look = 0; look < 500; look += 1) {
    const { lat, lon } = away(pune, (random() - 0.5) * 20_000, (random() - 0.5) * 20_000);
    const near = new Set(index.near(lat, lon));
    for (let at = 0; at < shapes.length; at += 1)
      if (index.distance(at, lat, lon) < 0) {
        held += 1;
        expect(near.has(at)).toBe(true);
      }
  }
  expect(held).toBeGreaterThan(100);
});
