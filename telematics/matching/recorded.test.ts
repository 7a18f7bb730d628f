import { expect, test } from 'vitest';
import { createMatcher } from './match-trip.ts';
import { nearby } from './nearby.ts';
import { buildNetwork } from './network.ts';
import type { RoadLine } from './road-line.ts';
import { germanSteps } from './testing/germany.ts';
import { beijingNetwork } from './testing/beijing.ts';
import { plantRoads } from './testing/planted.ts';
import { metresWithin, routeLines } from './testing/route-error.ts';
import { hasTraces, thinned, tracksOf, truthOf } from './testing/traces.ts';

const e7 = (degrees: number): number => Math.round(degrees * 1e7);
const percent = (part: number, whole: number): number => Math.round((10_000 * part) / whole) / 100;

/** Share of the truth that routes cover and of routes that lie on the truth, within 2 m: of all tracks, and of those whose truth goes with their fixes. */
function judge(lines: readonly RoadLine[], everyS: number) {
  const network = buildNetwork(lines);
  const matcher = createMatcher(network);
  const tracks = tracksOf('germany_fcd/points.csv');
  const sums = { all: [0, 0, 0, 0], clear: [0, 0, 0, 0] };
  let [cleared, near, nearRight] = [0, 0, 0];
  for (const { track, lines: truth } of truthOf('germany_fcd/ground_truth.geojson')) {
    const fixes = tracks.get(track) ?? [];
    const kept = thinned(fixes, everyS);
    const route = routeLines(network, matcher.match(kept));
    const [covered, right] = [metresWithin(truth, route, 2), metresWithin(route, truth, 2)];
    const spots = fixes.map(({ lat, lon }) => [e7(lat), e7(lon), e7(lat) + 1, e7(lon)]);
    const beside = metresWithin(spots, truth, 30);
    const clear = beside.within >= 0.98 * beside.all;
    cleared += Number(clear);
    for (const sum of clear ? [sums.all, sums.clear] : [sums.all])
      [covered.within, covered.all, right.within, right.all].forEach((metres, i) => {
        sum[i] = (sum[i] ?? 0) + metres;
      });
    const feet = kept.flatMap(({ lat, lon }) => nearby(network, e7(lat), e7(lon), 60, 1).slice(0, 1));
    near += feet.length;
    nearRight += feet.filter(
      ({ latE7, lonE7 }) => metresWithin([[latE7, lonE7, latE7 + 1, lonE7]], truth, 1).within > 0,
    ).length;
  }
  const shares = ([within = 0, all = 0, onTruth = 0, route = 0]: number[]) => ({
    covered: percent(within, all),
    right: percent(onTruth, route),
  });
  return { all: shares(sums.all), clear: shares(sums.clear), cleared, nearest: percent(nearRight, near) };
}

if (!hasTraces) console.info('skipped: ../shared/data/traces is not there');

test.skipIf(!hasTraces)(
  'recorded drives around Hof are matched on the roads that were driven, among planted parallel and crossing roads',
  { timeout: 120_000 },
  () => {
    const lines = plantRoads(germanSteps(), 7);
    const [own, sparse] = [judge(lines, 0), judge(lines, 15)];
    console.info('own sampling', JSON.stringify(own), '15 s', JSON.stringify(sparse));
    // Of 132 tracks 20 have a truth that lies more than 30 m from more than 2 % of their own fixes: a wrong reference or a broken receiver.
    expect(own.cleared).toBe(112);
    expect(own.clear.right).toBeGreaterThanOrEqual(99.5);
    expect(own.clear.covered).toBeGreaterThanOrEqual(99.2);
    expect(own.all.right).toBeGreaterThanOrEqual(98);
    expect(sparse.clear.right).toBeGreaterThanOrEqual(99.3);
    expect(sparse.all.right).toBeGreaterThanOrEqual(98);
    expect(own.nearest).toBeLessThan(85);
    expect(sparse.nearest).toBeLessThan(85);
  },
);

test.skipIf(!hasTraces)(
  'without planted roads the same drives are matched on what there is',
  { timeout: 120_000 },
  () => {
    const lines = germanSteps().map(({ at, oneWay }): RoadLine => ({ points: Int32Array.from(at), oneWay, level: 0 }));
    const own = judge(lines, 0);
    console.info('roads as recorded', JSON.stringify(own));
    expect(own.clear.right).toBeGreaterThanOrEqual(99.6);
  },
);

test.skipIf(!hasTraces)(
  'taxis of Beijing with a fix a minute: right where their reference goes with their fixes',
  { timeout: 120_000 },
  () => {
    const { network, edgeName } = beijingNetwork();
    const matcher = createMatcher(network);
    const tracks = tracksOf('china_beijing/points.csv', 10);
    const result: Record<string, number> = {};
    for (const { track, properties } of truthOf('china_beijing/ground_truth.geojson')) {
      const nodes = properties.node_path;
      if (!nodes) continue;
      const wanted = new Set(nodes.slice(1).map((node, i) => `${nodes[i]}>${node}`));
      let [right, all] = [0, 0];
      for (const { route } of matcher.match(tracks.get(track) ?? []).pieces)
        for (const { edge, fromM, toM } of route) {
          all += toM - fromM;
          if (wanted.has(edgeName(edge))) right += toM - fromM;
        }
      result[track] = percent(right, all);
    }
    console.info('a fix a minute', JSON.stringify(result));
    const whole = Object.values(result).filter((share) => share > 97);
    expect(whole.length).toBeGreaterThanOrEqual(6);
  },
);
