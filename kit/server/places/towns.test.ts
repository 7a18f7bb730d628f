import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeNameText } from '#kit/contract/places.ts';
import { townsOfIndia } from './towns.ts';

const towns = townsOfIndia();
const textOf = (lat: number, lon: number) => {
  const name = towns.nameOf(lat, lon);
  return name && placeNameText(name);
};

test('a position is named by the nearest town, with distance and side when it is outside of it', () => {
  expect(towns.nameOf(18.5204, 73.8567)).toEqual({
    town: 'Pune',
    district: 'Pune',
    state: 'Maharashtra',
    distanceM: expect.any(Number),
    side: expect.any(String),
  });
  expect(textOf(18.5204, 73.8567)).toBe('Pune');
  expect(textOf(18.5913, 73.7389)).toBe('Hinjawadi, Pune');
  // On the expressway between Khopoli and Lonavala.
  expect(textOf(18.77, 73.37)).toMatch(/^(Khandala|Lonavala|Khopoli), |^\d km (N|NE|E|SE|S|SW|W|NW) of /);
});

test('the side is that on which the position lies from the town', () => {
  // Leh has no other town near it to the north.
  const leh = { lat: 34.1644, lon: 77.5848 };
  expect(towns.nameOf(leh.lat + 0.2, leh.lon)).toMatchObject({ side: 'N' });
  expect(towns.nameOf(leh.lat + 0.2, leh.lon)?.distanceM).toBeLessThan(23_000);
});

test('the nearest is found wherever the borders of cells run', () => {
  const all = readFileSync(join(import.meta.dirname, 'towns.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^[#=]/.test(line))
    .map((line) => line.split('\t'))
    .map(([name = '', lat, lon]) => ({ name, lat: Number(lat), lon: Number(lon) }));
  expect(all.length).toBeGreaterThan(7_000);
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  let named = 0;
  for (let at = 0; at < 400; at += 1) {
    const [lat, lon] = [8 + random() * 28, 69 + random() * 27];
    const perLon = Math.cos((lat * Math.PI) / 180);
    const metres = all.map((town) => 111_195 * Math.hypot(town.lat - lat, (town.lon - lon) * perLon));
    const least = Math.min(...metres);
    const found = towns.nameOf(lat, lon);
    if (found) named += 1;
    if (least < 60_000) expect(found?.distanceM, `${lat} ${lon}`).toBe(Math.round(least));
    else expect(found).toBeUndefined();
  }
  expect(named).toBeGreaterThan(100);
});

test('at sea, abroad and for what is no position there is no place', () => {
  for (const [lat, lon] of [
    [12, 60],
    [52.52, 13.4],
    [0, 0],
    [Number.NaN, 73],
    [90, 180],
  ] as const)
    expect(towns.nameOf(lat, lon)).toBeUndefined();
});
