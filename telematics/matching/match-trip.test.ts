import { expect, test } from 'vitest';
import type { MatchFix } from './lattice.ts';
import { createLiveMatcher } from './live-matcher.ts';
import { createMatcher } from './match-trip.ts';
import { metresEast, metresPerUnit } from './metric.ts';
import { buildNetwork, type Network } from './network.ts';
import type { OneWay, RoadLine } from './road-line.ts';
import { cityLines } from './testing/city.ts';
import { normalOf, routeFaults, simulateDrive } from './testing/drives.ts';
import { randomOf } from './testing/planted.ts';
import { createWays } from './ways.ts';

const origin = { lat: 185_000_000, lon: 738_000_000 };
const at = ([east, north]: readonly [number, number]): [number, number] => [
  Math.round(origin.lat + north / metresPerUnit),
  Math.round(origin.lon + east / metresEast(origin.lat)),
];
const line = (places: readonly (readonly [number, number])[], oneWay: OneWay = 'both', level = 0): RoadLine => ({
  points: Int32Array.from(places.flatMap(at)),
  oneWay,
  level,
});
const start = Date.UTC(2026, 0, 1);
type Said = { east: number; north: number; atS: number; kmh?: number; course?: number };
const fixes = (said: readonly Said[]): MatchFix[] =>
  said.map(({ east, north, atS, kmh, course }) => {
    const [lat, lon] = at([east, north]);
    return {
      time: start + atS * 1000,
      lat: lat / 1e7,
      lon: lon / 1e7,
      speedKmh: kmh ?? null,
      courseDeg: course ?? null,
      sigmaM: 5,
    };
  });
const linesOf = (network: Network, said: readonly Said[]): (number | null)[] =>
  createMatcher(network)
    .match(fixes(said))
    .fixes.map((fix) => (fix ? (network.line[fix.edge >>> 1] ?? null) : null));

/** An expressway to the east, its carriageway to the west 20 m north, and a service road 15 m south, joined far away on both sides. */
const corridor = buildNetwork([
  line(
    [
      [0, 0],
      [2000, 0],
    ],
    'forward',
  ),
  line(
    [
      [2000, 20],
      [0, 20],
    ],
    'forward',
  ),
  line([
    [-100, 0],
    [-50, -15],
    [2050, -15],
    [2100, 0],
  ]),
  line(
    [
      [-100, 0],
      [0, 0],
    ],
    'forward',
  ),
  line(
    [
      [2000, 0],
      [2100, 0],
    ],
    'forward',
  ),
]);

test('a drive on the expressway stays on its carriageway, although noise brings fixes nearer to other roads', () => {
  const normal = normalOf(randomOf(5));
  const said = Array.from({ length: 40 }, (_, i) => ({
    east: 25 * i + 200,
    north: 6 * normal(),
    atS: i,
    kmh: 90,
    course: 90,
  }));
  expect(new Set(linesOf(corridor, said))).toEqual(new Set([0]));
});

test('a drive on the service road is never said to be on the expressway with certainty', () => {
  const normal = normalOf(randomOf(6));
  const said = Array.from({ length: 40 }, (_, i) => ({
    east: 12 * i + 200,
    north: -15 + 5 * normal(),
    atS: i,
    kmh: 43,
    course: 90,
  }));
  const { fixes: matched } = createMatcher(corridor).match(fixes(said));
  for (const fix of matched) if (fix && corridor.line[fix.edge >>> 1] !== 2) expect(fix.confidence).toBeLessThan(0.99);
  expect(matched.filter((fix) => fix && corridor.line[fix.edge >>> 1] === 2).length).toBeGreaterThan(35);
});

test('under a flyover the road below is taken, and the flyover by who came up its ramp', () => {
  const network = buildNetwork([
    line([
      [0, 0],
      [400, 0],
      [800, 0],
    ]),
    line(
      [
        [400, -400],
        [400, 0],
        [400, 400],
      ],
      'both',
      1,
    ),
  ]);
  const below = Array.from({ length: 20 }, (_, i) => ({ east: 40 * i, north: 3, atS: 3 * i }));
  expect(new Set(linesOf(network, below))).toEqual(new Set([0]));
  const above = Array.from({ length: 19 }, (_, i) => ({ east: 403, north: -380 + 40 * i, atS: 3 * i }));
  expect(new Set(linesOf(network, above))).toEqual(new Set([1]));
});

test('a jump breaks the route in two; nothing is invented between', () => {
  const network = buildNetwork([
    line([
      [0, 0],
      [20_000, 0],
    ]),
  ]);
  const said = [
    ...[0, 1, 2, 3, 4, 5].map((i) => ({ east: 20 * i, north: 2, atS: i })),
    ...[6, 7, 8, 9, 10, 11].map((i) => ({ east: 15_000 + 20 * i, north: 2, atS: i })),
  ];
  const { pieces } = createMatcher(network).match(fixes(said));
  expect(pieces.map(({ firstFix, lastFix, lengthM }) => [firstFix, lastFix, Math.round(lengthM)])).toEqual([
    [0, 5, 100],
    [6, 11, 100],
  ]);
});

test('one wild fix is passed over', () => {
  const network = buildNetwork([
    line([
      [0, 0],
      [1000, 0],
    ]),
    line([
      [0, 900],
      [1000, 900],
    ]),
  ]);
  const said = Array.from({ length: 12 }, (_, i) => ({ east: 20 * i, north: i === 6 ? 899 : 1, atS: i }));
  const { fixes: matched, pieces } = createMatcher(network).match(fixes(said));
  expect(pieces).toHaveLength(1);
  expect(matched[6]).toBeNull();
  expect(matched.filter((fix) => fix === null)).toHaveLength(1);
});

test('no fixes, one fix, fixes without a road and fixes of one moment make no route', () => {
  const matcher = createMatcher(
    buildNetwork([
      line([
        [0, 0],
        [1000, 0],
      ]),
    ]),
  );
  expect(matcher.match([])).toEqual({ fixes: [], pieces: [] });
  expect(matcher.match(fixes([{ east: 10, north: 0, atS: 0 }])).pieces).toEqual([]);
  const away = matcher.match(fixes([0, 1, 2].map((i) => ({ east: 20 * i, north: 5_000, atS: i }))));
  expect(away).toEqual({ fixes: [null, null, null], pieces: [] });
  expect(
    createMatcher(buildNetwork([])).match(
      fixes([
        { east: 0, north: 0, atS: 0 },
        { east: 9, north: 0, atS: 1 },
      ]),
    ).pieces,
  ).toEqual([]);
  expect(
    matcher.match(
      fixes([
        { east: 0, north: 0, atS: 0 },
        { east: 40, north: 0, atS: 0 },
      ]),
    ).pieces.length,
  ).toBeLessThan(2);
});

test('who stands at a light stays where the first fix of the stand was', () => {
  const network = buildNetwork([
    line([
      [0, 0],
      [1000, 0],
    ]),
  ]);
  const said = [0, 30, 60, 61, 60, 62, 61, 90, 120].map((east, i) => ({ east, north: 2, atS: 3 * i }));
  const { fixes: matched, pieces } = createMatcher(network).match(fixes(said));
  expect(matched.map((fix) => Math.round(fix?.alongM ?? -1))).toEqual([0, 30, 60, 60, 60, 60, 60, 90, 120]);
  expect(Math.round(pieces[0]?.lengthM ?? 0)).toBe(120);
});

test('a turn back on the road is a turn, and metres along the route go on', () => {
  const network = buildNetwork([
    line([
      [0, 0],
      [1000, 0],
    ]),
  ]);
  const east = [0, 40, 80, 120, 160, 120, 80, 40];
  const { fixes: matched, pieces } = createMatcher(network).match(
    fixes(east.map((one, i) => ({ east: one, north: 1, atS: 5 * i }))),
  );
  expect(routeFaults(network, pieces[0]?.route ?? [])).toEqual([]);
  expect(matched.map((fix) => Math.round(fix?.alongM ?? -1))).toEqual([0, 40, 80, 120, 160, 200, 240, 280]);
  expect(matched.at(-1)?.edge).toBe(1);
});

const city = buildNetwork(cityLines(11, 40, 40));
const ways = createWays(city);

test.each([1, 5, 15, 30])(
  'drives in a city, a fix each %i s: no route breaks a one-way road or jumps, and what is said with certainty is right',
  (everyS) => {
    const matcher = createMatcher(city);
    let [said, right, sure, sureWrong] = [0, 0, 0, 0];
    for (let seed = 1; seed <= 12; seed += 1) {
      const drive = simulateDrive(city, ways, seed, 2_000, everyS, 4);
      const match = matcher.match(drive.fixes);
      expect(match.pieces.flatMap(({ route }) => routeFaults(city, route))).toEqual([]);
      match.fixes.forEach((fix, i) => {
        if (!fix) return;
        const order = drive.edges.indexOf(drive.on[i] ?? -1);
        const ok = drive.edges.slice(Math.max(0, order - 1), order + 2).includes(fix.edge);
        said += 1;
        right += Number(ok);
        sure += Number(fix.confidence >= 0.99);
        sureWrong += Number(fix.confidence >= 0.99 && !ok);
      });
    }
    expect(said).toBeGreaterThan(50);
    expect(right / said).toBeGreaterThan(everyS <= 5 ? 0.995 : 0.96);
    // Half a minute between fixes leaves room for ways that are not thought of: evidence asks for fixes 10 s apart at most.
    if (everyS <= 15) expect(sureWrong / Math.max(1, sure)).toBeLessThan(0.005);
  },
);

test('the same fixes match alike, whatever was matched before with the same matcher', () => {
  const drives = [1, 2, 3].map((seed) => simulateDrive(city, ways, seed, 2_000, 5, 4));
  const matcher = createMatcher(city);
  const first = drives.map(({ fixes: one }) => matcher.match(one));
  const again = drives.toReversed().map(({ fixes: one }) => createMatcher(city).match(one));
  expect(again.toReversed()).toEqual(first);
});

test('as fixes come, a vehicle is told one or two fixes later, nearly as well as with the whole trip', () => {
  const live = createLiveMatcher(city);
  let [said, right] = [0, 0];
  for (let seed = 1; seed <= 8; seed += 1) {
    const drive = simulateDrive(city, ways, seed, 2_000, 5, 4);
    const track = live.begin();
    drive.fixes.forEach((fix, i) => {
      const match = live.feed(track, fix);
      if (!match) return;
      const of = drive.fixes.indexOf(match.fix);
      expect(i - of).toBeLessThanOrEqual(2);
      const order = drive.edges.indexOf(drive.on[of] ?? -1);
      said += 1;
      right += Number(drive.edges.slice(Math.max(0, order - 1), order + 2).includes(match.place.edge));
    });
  }
  expect(right / said).toBeGreaterThan(0.98);
  const track = live.begin();
  const [a, b, c] = fixes([0, 1, 2].map((i) => ({ east: 5_000 * i, north: 90_000, atS: i })));
  expect([a, b, c].map((fix) => live.feed(track, fix as MatchFix))).toEqual([null, null, null]);
});
