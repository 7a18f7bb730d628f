import { createMatcher } from '#telematics/matching/match-trip.ts';
import { buildNetwork, type Network } from '#telematics/matching/network.ts';
import { beijingNetwork } from '#telematics/matching/testing/beijing.ts';
import { germanSteps } from '#telematics/matching/testing/germany.ts';
import { plantRoads } from '#telematics/matching/testing/planted.ts';
import { metresWithin, routeLines } from '#telematics/matching/testing/route-error.ts';
import { hasTraces, thinned, tracksOf, truthOf } from '#telematics/matching/testing/traces.ts';
import { valhallaOf } from './valhalla.ts';

const percent = (part: number, whole: number): number => Math.round((10_000 * part) / whole) / 100;

interface Recorded {
  name: string;
  network: Network;
  folder: string;
  sigmaM: number | null;
  samplings: readonly number[];
  /** How far a line may lie from what was driven and still be it. The roads of Beijing are known without their bends. */
  corridorM: number;
}

/** Recorded drives whose way is known, matched by both: printed as a table. Nothing without ../shared/data/traces. */
export async function compareRecorded(): Promise<void> {
  if (!hasTraces) return console.error('recorded drives: ../shared/data/traces is not there');
  const sets: Recorded[] = [
    {
      name: 'Hof, among planted roads',
      network: buildNetwork(plantRoads(germanSteps(), 7)),
      folder: 'germany_fcd',
      sigmaM: null,
      samplings: [0, 15],
      corridorM: 2,
    },
    {
      name: 'Beijing',
      network: beijingNetwork().network,
      folder: 'china_beijing',
      sigmaM: 10,
      samplings: [60],
      corridorM: 25,
    },
  ];
  const rows: object[] = [];
  for (const set of sets) for (const everyS of set.samplings) rows.push(...(await both(set, everyS)));
  console.table(rows);
}

async function both({ name, network, folder, sigmaM, corridorM }: Recorded, everyS: number): Promise<object[]> {
  const own = createMatcher(network);
  const peer = await valhallaOf(network);
  const tracks = tracksOf(`${folder}/points.csv`, sigmaM);
  const truths = truthOf(`${folder}/ground_truth.geojson`).map((one) => ({
    truth: one.lines,
    fixes: thinned(tracks.get(one.track) ?? [], everyS),
  }));
  const sides: [string, (fixes: (typeof truths)[number]['fixes']) => number[][] | Promise<number[][]>][] = [
    ['Roadkeeper', (fixes) => routeLines(network, own.match(fixes))],
  ];
  if (peer) sides.push(['Valhalla', (fixes) => peer.match(fixes, everyS)]);
  const rows: object[] = [];
  for (const [side, match] of sides) {
    let [right, said, found, driven] = [0, 0, 0, 0];
    for (const { truth, fixes } of truths) {
      const lines = await match(fixes);
      const [onTruth, covered] = [metresWithin(lines, truth, corridorM), metresWithin(truth, lines, corridorM)];
      right += onTruth.within;
      said += onTruth.all;
      found += covered.within;
      driven += covered.all;
    }
    rows.push({
      drives: name,
      'a fix each': everyS === 0 ? 'own' : `${everyS} s`,
      side,
      'said and driven %': percent(right, said),
      'driven and said %': percent(found, driven),
    });
  }
  await peer?.end();
  return rows;
}
