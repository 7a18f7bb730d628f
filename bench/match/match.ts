import { cpuUsage } from 'node:process';
import { buildNetwork, edgeLengthM, type Network, networkBytes } from '#telematics/matching/network.ts';
import { createMatcher } from '#telematics/matching/match-trip.ts';
import { nearby } from '#telematics/matching/nearby.ts';
import { cityLines } from '#telematics/matching/testing/city.ts';
import { type Drive, routeFaults, simulateDrive } from '#telematics/matching/testing/drives.ts';
import { metresWithin, routeLines } from '#telematics/matching/testing/route-error.ts';
import { stretchPoints } from '#telematics/matching/stretch.ts';
import { createWays } from '#telematics/matching/ways.ts';
import { compareRecorded } from './recorded.ts';
import { type Peer, valhallaOf } from './valhalla.ts';

// `npm run bench -- match`: fixes a second that one core matches to the roads of a city, and how much of the way is right, beside the nearest road and,
// where it is installed, Valhalla.

/** Some 3,000 km of streets: a city of three million. */
const [rows, columns] = [112, 112];
const sigmaM = 4;
const samplings = [1, 5, 15, 30, 60];
const wanted = { perSecond: 30_000, rightAt1s: 0.995 };

const timed = <T>(work: () => T): { result: T; cpuMs: number } => {
  const before = cpuUsage();
  const result = work();
  const { user, system } = cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
};

/** Metres of a drive's whole edges that a set of edges holds, and all of them. */
function rightOf(network: Network, drive: Drive, edges: ReadonlySet<number>): { right: number; all: number } {
  let [right, all] = [0, 0];
  // Where it begins and ends only a part of an edge was driven.
  for (const edge of drive.edges.slice(1, -1)) {
    const metres = edgeLengthM(network, edge);
    all += metres;
    if (edges.has(edge)) right += metres;
  }
  return { right, all };
}

/** Both matchers over the same drives: how much of what they say was driven, and how much of what was driven they say, within 2 m. */
async function beside(valhalla: Peer) {
  const rows: object[] = [];
  for (const everyS of samplings) {
    const drives = Array.from({ length: 60 }, (_, at) => simulateDrive(network, ways, at + 1, 5_000, everyS, sigmaM));
    const fixes = drives.reduce((sum, drive) => sum + drive.fixes.length, 0);
    const sides = {
      Roadkeeper: (drive: Drive) => routeLines(network, matcher.match(drive.fixes)),
      Valhalla: (drive: Drive) => valhalla.match(drive.fixes, everyS),
    };
    for (const [side, match] of Object.entries(sides)) {
      const before = cpuUsage();
      const lines: number[][][] = [];
      for (const drive of drives) lines.push(await match(drive));
      const { user, system } = cpuUsage(before);
      const sums = [0, 0, 0, 0];
      drives.forEach((drive, at) => {
        const truth = drive.edges.map((edge) => stretchPoints(network, edge, 0, edgeLengthM(network, edge)).flat());
        const [said, found] = [metresWithin(lines[at] ?? [], truth, 2), metresWithin(truth, lines[at] ?? [], 2)];
        [said.within, said.all, found.within, found.all].forEach((metres, i) => (sums[i] = (sums[i] ?? 0) + metres));
      });
      rows.push({
        'a fix each': `${everyS} s`,
        side,
        'fixes/s a core': Math.round((fixes / (user + system)) * 1e6),
        'said and driven %': percent(sums[0] ?? 0, sums[1] ?? 0),
        'driven and said %': percent(sums[2] ?? 0, sums[3] ?? 0),
      });
    }
  }
  return rows;
}

const built = timed(() => buildNetwork(cityLines(2026, rows, columns)));
const network = built.result;
const km = network.lengthM.reduce((sum, metres) => sum + metres, 0) / 1000;
const ways = createWays(network);
const matcher = createMatcher(network);
const peer = await valhallaOf(network);
if (!peer) console.error('Valhalla is not installed: bench/README.md says how to put it beside');
const percent = (part: number, whole: number): number => Math.round((10_000 * part) / whole) / 100;

const table = samplings.map((everyS) => {
  const drives = Array.from({ length: 60 }, (_, at) => simulateDrive(network, ways, at + 1, 5_000, everyS, sigmaM));
  const fixes = drives.reduce((sum, drive) => sum + drive.fixes.length, 0);
  // Once unmeasured, so that the engine has seen the code.
  matcher.match(drives[0]?.fixes ?? []);
  const { result: matches, cpuMs } = timed(() => drives.map((drive) => matcher.match(drive.fixes)));
  const sums = { right: 0, all: 0, near: 0, onRoad: 0, added: 0, matched: 0, faults: 0, pieces: 0 };
  drives.forEach((drive, at) => {
    const pieces = matches[at]?.pieces ?? [];
    const driven = new Set(drive.edges);
    const { right, all } = rightOf(
      network,
      drive,
      new Set(pieces.flatMap(({ route }) => route.map(({ edge }) => edge))),
    );
    sums.right += right;
    sums.all += all;
    drive.fixes.forEach(({ lat, lon }, fix) => {
      const order = drive.edges.indexOf(drive.on[fix] ?? -1);
      // Beside a junction a fix is on the section before it or behind it.
      const here = new Set(drive.edges.slice(Math.max(0, order - 1), order + 2).map((edge) => edge >>> 1));
      const [near] = nearby(network, Math.round(lat * 1e7), Math.round(lon * 1e7), 60, 1);
      const matched = matches[at]?.fixes[fix];
      sums.near += Number(near !== undefined && here.has(near.edge >>> 1));
      sums.onRoad += Number(matched !== null && matched !== undefined && here.has(matched.edge >>> 1));
    });
    sums.pieces += pieces.length;
    for (const { route } of pieces) {
      sums.faults += routeFaults(network, route).length;
      for (const { edge, fromM, toM } of route) {
        sums.matched += toM - fromM;
        if (!driven.has(edge)) sums.added += toM - fromM;
      }
    }
  });
  return {
    'a fix each': `${everyS} s`,
    fixes,
    'fixes/s a core': Math.round((fixes / cpuMs) * 1000),
    'way found %': percent(sums.right, sums.all),
    'way added %': percent(sums.added, sums.matched),
    'fixes on their road %': percent(sums.onRoad, fixes),
    'nearest road %': percent(sums.near, fixes),
    'faults of routes': sums.faults,
    pieces: sums.pieces,
  };
});
const size = {
  km: Math.round(km),
  sections: network.sectionCount,
  buildMs: Math.round(built.cpuMs),
  kbPerKm: Math.round((networkBytes(network) / 1024 / km) * 100) / 100,
};
console.log(JSON.stringify({ network: size, match: table }));
console.table([size]);
console.table(table);
if (peer) console.table(await beside(peer));
await peer?.end();
await compareRecorded();
const first = table[0];
if (!first || first['fixes/s a core'] < wanted.perSecond || first['way found %'] < wanted.rightAt1s * 100) {
  console.error(`Less than ${wanted.perSecond} fixes a second, or less than ${wanted.rightAt1s * 100} % of the way`);
  process.exitCode = 1;
}
if (table.some((row) => row['faults of routes'] > 0)) {
  console.error('A route breaks a one-way road or jumps');
  process.exitCode = 1;
}
