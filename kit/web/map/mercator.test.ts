import { expect, test } from 'vitest';
import { latOf, lonOf, worldX, worldY } from './mercator.ts';

test('places and the square of the world lead to each other', () => {
  for (const [lat, lon] of [
    [0, 0],
    [19.07, 72.88],
    [-33.9, 151.2],
    [84, -179],
  ] as const) {
    expect(latOf(worldY(lat))).toBeCloseTo(lat, 9);
    expect(lonOf(worldX(lon))).toBeCloseTo(lon, 9);
  }
  // The equator is in the middle; beyond the square's edge there is nothing.
  expect(worldY(0)).toBe(0.5);
  expect(worldY(90)).toBe(worldY(85.05));
});
