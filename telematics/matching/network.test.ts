import { expect, test } from 'vitest';
import { metresEast, metresPerUnit } from './metric.ts';
import { nearby } from './nearby.ts';
import { buildNetwork, edgeFrom, edgeTo, lineOffsetM, mayDrive, networkBytes } from './network.ts';
import type { OneWay, RoadLine } from './road-line.ts';
import { cityLines } from './testing/city.ts';
import { createWays } from './ways.ts';

const origin = { lat: 185_000_000, lon: 738_000_000 };
/** A line through places given in metres east and north of one place. */
function line(places: readonly (readonly [number, number])[], oneWay: OneWay = 'both', level = 0): RoadLine {
  const points = places.flatMap(([east, north]) => [
    Math.round(origin.lat + north / metresPerUnit),
    Math.round(origin.lon + east / metresEast(origin.lat)),
  ]);
  return { points: Int32Array.from(points), oneWay, level };
}
const spot = (east: number, north: number): [number, number] => {
  const { points } = line([[east, north]]);
  return [points[0] ?? 0, points[1] ?? 0];
};

test('lines are cut where another one ends or passes at their level, and keep their chainage', () => {
  const network = buildNetwork([
    line([
      [0, 0],
      [100, 0],
      [200, 0],
    ]),
    line([
      [100, 0],
      [100, 50],
    ]),
    line([
      [150, -50],
      [200, 0],
      [250, 50],
    ]),
  ]);
  expect([...network.line]).toEqual([0, 0, 1, 2, 2]);
  expect([...network.startM].map(Math.round)).toEqual([0, 100, 0, 0, 71]);
  expect([...network.lengthM].map(Math.round)).toEqual([100, 100, 50, 71, 71]);
  expect(network.nodeCount).toBe(6);
  expect(edgeTo(network, 0)).toBe(edgeFrom(network, 2));
  expect(edgeTo(network, 1)).toBe(edgeFrom(network, 0));
  expect(lineOffsetM(network, 3, 10)).toBeCloseTo(190, 0);
});

test('a bridge meets the road below it only where it begins and ends', () => {
  const below = line([
    [0, 0],
    [100, 0],
    [200, 0],
  ]);
  const across = [
    [100, -80],
    [100, 0],
    [100, 80],
  ] as const;
  expect(buildNetwork([below, line(across)]).sectionCount).toBe(4);
  expect(buildNetwork([below, line(across, 'both', 1)]).sectionCount).toBe(2);
  expect(
    buildNetwork([
      below,
      line(
        [
          [100, 0],
          [100, 80],
        ],
        'both',
        1,
      ),
    ]).sectionCount,
  ).toBe(3);
});

test('points that stand twice and lines without length are no sections', () => {
  const network = buildNetwork([
    line([
      [0, 0],
      [50, 0],
      [50, 0],
      [100, 0],
    ]),
    line([
      [5, 5],
      [5, 5],
    ]),
    line([[7, 7]]),
    line([]),
  ]);
  expect(network.sectionCount).toBe(1);
  expect(network.lengthM[0]).toBeCloseTo(100, 0);
  expect(buildNetwork([]).index).toBeNull();
  expect(nearby(buildNetwork([]), ...spot(0, 0), 50)).toEqual([]);
});

test('a line that comes back to itself is cut there', () => {
  const network = buildNetwork([
    line([
      [0, 0],
      [100, 0],
      [100, 100],
      [50, 100],
      [50, 0],
      [50, -50],
    ]),
    line([
      [50, 0],
      [60, -10],
    ]),
  ]);
  expect(network.sectionCount).toBe(3);
  const ring = buildNetwork([
    line([
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 0],
    ]),
  ]);
  expect([ring.sectionCount, ring.nodeCount]).toEqual([1, 1]);
});

test('one-way roads are found and driven one way only', () => {
  const network = buildNetwork([
    line(
      [
        [0, 0],
        [100, 0],
      ],
      'forward',
    ),
    line(
      [
        [100, 0],
        [200, 0],
      ],
      'backward',
    ),
  ]);
  expect([0, 1, 2, 3].map((edge) => mayDrive(network, edge))).toEqual([true, false, false, true]);
  expect(nearby(network, ...spot(40, 10), 50).map(({ edge }) => edge)).toEqual([0]);
  const [near] = nearby(network, ...spot(150, 10), 50);
  expect(near).toMatchObject({ edge: 3 });
  expect(near?.courseDeg).toBeCloseTo(270, 0);
  expect(near?.offsetM).toBeCloseTo(50, 0);
  expect(near?.distanceM).toBeCloseTo(10, 0);
});

test('the nearest place of a long bent line is found, whichever of its boxes holds it', () => {
  const places = Array.from({ length: 60 }, (_, i) => [i * 10, Math.sin(i / 3) * 30] as const);
  const network = buildNetwork([line(places)]);
  for (const i of [3, 17, 24, 40, 55]) {
    const [east, north] = places[i] as [number, number];
    const [near] = nearby(network, ...spot(east, north), 20);
    expect(near?.distanceM).toBeLessThan(0.1);
  }
});

test('ways are as short as looking at all edges says', () => {
  const network = buildNetwork(cityLines(3, 9, 9));
  const ways = createWays(network);
  const edges = Array.from({ length: network.sectionCount * 2 }, (_, edge) => edge).filter((edge) =>
    mayDrive(network, edge),
  );
  const between = ways.edgesBetween(edges[0] ?? 0, edges.at(-1) ?? 0, 5_000) ?? [];
  expect(between.length).toBeGreaterThan(8);
  let here = edges[0] ?? 0;
  for (const edge of [...between, edges.at(-1) ?? 0]) {
    expect(edgeFrom(network, edge)).toBe(edgeTo(network, here));
    expect(mayDrive(network, edge)).toBe(true);
    here = edge;
  }
  const [metres] = ways.metresTo(edges[0] ?? 0, [edges.at(-1) ?? 0], 5_000);
  const driven = between.reduce((sum, edge) => sum + (network.lengthM[edge >>> 1] ?? 0), 0);
  expect(metres).toBeGreaterThanOrEqual(driven);
  // Each edge on the way is itself no farther than the way to it.
  let sum = 0;
  for (const edge of between) {
    expect(ways.metresTo(edges[0] ?? 0, [edge], 5_000)[0]).toBeGreaterThanOrEqual(sum - 0.01);
    sum += network.lengthM[edge >>> 1] ?? 0;
  }
  expect(ways.metresTo(edges[0] ?? 0, [edges.at(-1) ?? 0], 100)[0]).toBe(Number.POSITIVE_INFINITY);
});

test('a network of a city takes less than two kilobytes a kilometre', () => {
  const network = buildNetwork(cityLines(1, 60, 60));
  const km = network.lengthM.reduce((sum, metres) => sum + metres, 0) / 1000;
  expect(km).toBeGreaterThan(700);
  expect(networkBytes(network) / 1024 / km).toBeLessThan(2);
});
