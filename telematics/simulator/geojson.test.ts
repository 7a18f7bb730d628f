import { expect, test } from 'vitest';
import { cityLines } from './demo/city-lines.ts';
import { readLines } from './geojson.ts';
import { roadOf } from './road.ts';

const path = [
  [72.5, 23],
  [72.51, 23.01],
];

test('lines are found in collections, with their names and speeds', () => {
  const features = [
    { type: 'Feature', properties: { name: 'Ring', kmh: 60 }, geometry: { type: 'LineString', coordinates: path } },
    { type: 'Feature', properties: null, geometry: { type: 'MultiLineString', coordinates: [path, path] } },
    { type: 'Feature', geometry: { type: 'Point', coordinates: [72.5, 23] } },
    { type: 'Feature', geometry: null },
  ];
  expect(readLines(JSON.stringify({ type: 'FeatureCollection', features }))).toEqual([
    { name: 'Ring', kmh: 60, path },
    { name: 'line 2', kmh: 40, path },
    { name: 'line 3', kmh: 40, path },
  ]);
});

test.each([
  ['{"type":"FeatureCollection","features":[]}', 'There is no LineString'],
  ['{"type":"LineString","coordinates":[[72.5,23],[72.5,"23"]]}', 'line 1 has a place that is none'],
  ['{"type":"LineString","coordinates":[[23,172.5],[23,172.6]]}', 'line 1 has a place that is none'],
  ['[1, 2', 'JSON'],
])('a file that cannot be driven is refused: %s', (text, why) => {
  expect(() => readLines(text)).toThrow(why);
});

test('the lines that come with the product lie in India and can be driven', () => {
  for (const line of cityLines) {
    const { lengthM, bends } = roadOf(line);
    expect(lengthM).toBeGreaterThan(5_000);
    expect(lengthM).toBeLessThan(120_000);
    expect(bends.length).toBeLessThan(line.path.length);
    for (const [lon, lat] of line.path) {
      expect(lon).toBeGreaterThan(68);
      expect(lon).toBeLessThan(98);
      expect(lat).toBeGreaterThan(8);
      expect(lat).toBeLessThan(36);
    }
  }
});
