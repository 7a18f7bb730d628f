import { expect, test } from 'vitest';
import { cityLines } from './city-lines.ts';
import { apartM, besidePath, curveThrough, type LonLat, partOf, pathLengthM } from '../curve.ts';
import { demoRoads, drivenLine } from './demo-roads.ts';
import { bearingOf, isAlongside, waysNear } from './ways-near.ts';
import { Drive } from '../drive.ts';
import { randomFrom } from '../random.ts';
import { roadOf } from '../road.ts';
import { buildNetwork } from '../../matching/network.ts';
import { createMatcher } from '../../matching/match-trip.ts';
import type { MatchFix } from '../../matching/lattice.ts';

const bent: LonLat[] = [
  [73.8, 18.5],
  [73.81, 18.5],
  [73.81, 18.51],
  [73.82, 18.512],
];

test('a curve passes through its places, without corners', () => {
  const curve = curveThrough(bent, 50);
  for (const place of bent) expect(curve).toContainEqual(place);
  const turns = curve.slice(2).map((place, at) => {
    const [a, b] = [curve[at] as LonLat, curve[at + 1] as LonLat];
    const way = (from: LonLat, to: LonLat): number => Math.atan2(to[1] - from[1], to[0] - from[0]);
    return Math.abs(((way(b, place) - way(a, b) + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);
  });
  expect(Math.max(...turns)).toBeLessThan(0.5);
  expect(pathLengthM(curve)).toBeGreaterThan(pathLengthM(bent) * 0.99);
});

test('a path beside another is so far from it, and a part is as long as asked', () => {
  const curve = curveThrough(bent, 50);
  const left = besidePath(curve, 7);
  left.forEach((place, at) => expect(apartM(place, curve[at] as LonLat)).toBeCloseTo(7, 1));
  expect((left[1]?.[1] ?? 0) - (curve[1]?.[1] ?? 0)).toBeGreaterThan(0);
  expect(pathLengthM(partOf(curve, 300, 1_100))).toBeCloseTo(800, 0);
});

test('the roads of the demo can be driven, and its vehicles are on them', () => {
  const roads = demoRoads();
  expect(new Set(roads.map(({ name }) => name)).size).toBe(roads.length);
  for (const { name, path, rules } of roads) {
    const lengthM = pathLengthM(path);
    expect(lengthM, name).toBeGreaterThan(200);
    for (const { fromM, toM } of rules) {
      expect(fromM, name).toBeLessThan(toM);
      expect(toM, name).toBeLessThanOrEqual(lengthM + 1);
    }
  }
  const network = buildNetwork(
    roads.map(({ path, oneWay, layer }) => ({
      points: Int32Array.from(path.flatMap(([lon, lat]) => [Math.round(lat * 1e7), Math.round(lon * 1e7)])),
      oneWay: oneWay === 'BOTH' ? 'both' : 'forward',
      level: layer,
    })),
  );
  const matcher = createMatcher(network);
  for (const line of cityLines) {
    const drive = new Drive(roadOf(drivenLine(line)), { start: 0, everyS: 10, random: randomFrom(3) });
    const fixes = Array.from({ length: 300 }, (): MatchFix => {
      const { time, lat, lon, speedKmh, course } = drive.next();
      return { time, lat, lon, speedKmh, courseDeg: course, sigmaM: null };
    });
    const { fixes: matched } = matcher.match(fixes);
    const on = matched.filter((fix) => fix !== null && fix.distanceM < 20).length;
    expect(on / fixes.length, line.name).toBeGreaterThan(0.97);
  }
});

test('no street or highway lies alongside a way that is driven: what is driven is matched to nothing else', () => {
  const ways = cityLines.map(({ path }) => curveThrough(path, 60));
  const near = waysNear(ways);
  const isDriven = (name: string) => cityLines.some((line) => name.startsWith(line.name));
  const streets = demoRoads().filter(
    ({ name, type }) => !isDriven(name) && ['MUNICIPAL', 'OTHER', 'DIVIDED_4L'].includes(type),
  );
  expect(streets.length).toBeGreaterThan(1_500);
  expect(streets.some(({ ref }) => ref === 'NH65')).toBe(true);
  const beside = streets.filter(({ path }) =>
    path.some((place, at) => {
      const way = near.at(place, 120);
      return way !== undefined && at > 0 && isAlongside(way.bearing, bearingOf(path[at - 1] ?? place, place));
    }),
  );
  expect(beside.map(({ name }) => name)).toEqual([]);
});

test('ways are found within the metres that are asked for, the nearest first, however far cells lie', () => {
  const ways: LonLat[][] = [
    [
      [73.8, 18.5],
      [73.81, 18.5],
    ],
    [
      [73.8, 18.51],
      [73.8, 18.52],
    ],
  ];
  const near = waysNear(ways);
  expect(near.at([73.8, 18.502], 300)).toMatchObject({ way: 0 });
  expect(near.at([73.8, 18.502], 200)).toBeUndefined();
  expect(near.at([73.8, 18.507], 2_000)).toMatchObject({ way: 1 });
  expect(near.at([73.8, 18.507], 2_000)?.apartM).toBeCloseTo(333.6, 0);
  expect(near.at([73.9, 18.6], 5_000)).toBeUndefined();
});
