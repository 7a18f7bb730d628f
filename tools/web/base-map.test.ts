import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBaseMap } from './base-map.ts';

const base = readBaseMap(join(import.meta.dirname, '../..'));

/** Whether a place lies in a ring, by how often a line eastwards crosses it. */
function isIn(ring: readonly number[], lon: number, lat: number): boolean {
  let inside = false;
  const count = ring.length / 2;
  for (let at = 0, last = count - 1; at < count; last = at, at += 1) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [ring[2 * at], ring[2 * at + 1], ring[2 * last], ring[2 * last + 1]];
    if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
const isLand = (lon: number, lat: number) =>
  base.land.some(([outer = [], ...holes]) => isIn(outer, lon, lat) && !holes.some((hole) => isIn(hole, lon, lat)));

test('the large towns of India stand on land, and the sea is not', () => {
  // Some stand on islands and at river mouths that are too small for the scale.
  const large = base.towns.filter(([, , , people]) => people >= 500);
  expect(large.length).toBeGreaterThan(60);
  const wet = large.filter(([, lat, lon]) => !isLand(lon, lat)).map(([name]) => name);
  expect(wet.length, wet.join(', ')).toBeLessThanOrEqual(2);
  for (const [lon, lat] of [
    [70, 15],
    [90, 12],
    [78, 5],
  ] as const)
    expect(isLand(lon, lat)).toBe(false);
});

test('the largest towns come first, and all lie in the country', () => {
  expect(base.towns.slice(0, 3).map(([name]) => name)).toEqual(['Mumbai', 'Delhi', 'Bengaluru']);
  for (const [name, lat, lon] of base.towns) {
    expect(lat, name).toBeGreaterThan(6);
    expect(lat, name).toBeLessThan(37);
    expect(lon, name).toBeGreaterThan(68);
    expect(lon, name).toBeLessThan(98);
  }
});
