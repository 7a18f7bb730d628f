import type { MatchFix } from '../lattice.ts';
import { bearing, metresEast, metresPerUnit } from '../metric.ts';
import { edgeFrom, edgeLengthM, edgeTo, mayDrive, type Network } from '../network.ts';
import type { Ways } from '../ways.ts';
import { randomOf } from './planted.ts';
import { stretchPoints } from '../stretch.ts';

/** A drive along roads with what a receiver would have said of it. */
export interface Drive {
  readonly edges: readonly number[];
  readonly fixes: readonly MatchFix[];
  /** The edge on which each fix was taken. */
  readonly on: readonly number[];
}

/** Normally distributed numbers (Box and Muller). */
export const normalOf = (random: () => number) => (): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** The shortest way between two places of a network that are some way apart, as people drive; empty where chance finds none. */
function trip(network: Network, ways: Ways, random: () => number, leastM: number): number[] {
  const edge = (): number => Math.floor(random() * network.sectionCount * 2);
  for (let tries = 0; tries < 200; tries += 1) {
    const [from, to] = [edge(), edge()];
    if (!mayDrive(network, from) || !mayDrive(network, to)) continue;
    const metres = ways.metresTo(from, [to], 4 * leastM)[0] ?? 0;
    const between = metres >= leastM && metres < 4 * leastM ? ways.edgesBetween(from, to, 4 * leastM) : null;
    if (between) return [from, ...between, to];
  }
  return [];
}

/**
 * A drive over at least some metres with a fix each `everyS` seconds. The error of a receiver goes on from fix to fix (it forgets half of it in 20 s) and has
 * `sigmaM` on each axis; speed changes between 15 and 70 km/h; the course is off by 5 degrees.
 */
export function simulateDrive(
  network: Network,
  ways: Ways,
  seed: number,
  leastM: number,
  everyS: number,
  sigmaM: number,
): Drive {
  const random = randomOf(seed);
  const normal = normalOf(random);
  const edges = trip(network, ways, random, leastM);
  const fixes: MatchFix[] = [];
  const on: number[] = [];
  const kept = 0.5 ** (everyS / 20);
  const fresh = sigmaM * Math.sqrt(1 - kept * kept);
  let [east, north, speedKmh, time, dueM] = [sigmaM * normal(), sigmaM * normal(), 40, Date.UTC(2026, 0, 1), 0];
  let passedM = 0;
  for (const edge of edges) {
    const lengthM = edgeLengthM(network, edge);
    for (; dueM < passedM + lengthM; dueM += (speedKmh / 3.6) * everyS) {
      const offset = dueM - passedM;
      const [[lat, lon] = [0, 0], ahead = [0, 0]] = stretchPoints(network, edge, offset, Math.min(lengthM, offset + 2));
      const course = bearing(lat, lon, ahead[0], ahead[1]) + 5 * normal();
      east = east * kept + fresh * normal();
      north = north * kept + fresh * normal();
      fixes.push({
        time,
        lat: (lat + north / metresPerUnit) / 1e7,
        lon: (lon + east / metresEast(lat)) / 1e7,
        speedKmh,
        courseDeg: (course + 360) % 360,
        sigmaM,
      });
      on.push(edge);
      time += everyS * 1000;
      speedKmh = Math.min(70, Math.max(15, speedKmh + 4 * normal()));
    }
    passedM += lengthM;
  }
  return { edges, fixes, on };
}

/** Whether each edge of a route may be driven, begins where the one before it ends, and is driven on from where the way had come to. */
export function routeFaults(
  network: Network,
  route: readonly { edge: number; fromM: number; toM: number }[],
): string[] {
  const faults: string[] = [];
  route.forEach(({ edge, fromM, toM }, i) => {
    const before = route[i - 1];
    if (!mayDrive(network, edge)) faults.push(`edge ${edge} is driven against its one way`);
    if (toM < fromM) faults.push(`edge ${edge} is driven backwards`);
    if (!before) return;
    const [length, wasLength] = [edgeLengthM(network, edge), edgeLengthM(network, before.edge)];
    const on = before.edge === edge && Math.abs(before.toM - fromM) < 0.01;
    const turned = before.edge === (edge ^ 1) && Math.abs(length - fromM - before.toM) < 0.01;
    const next =
      edgeTo(network, before.edge) === edgeFrom(network, edge) &&
      fromM < 0.01 &&
      Math.abs(before.toM - wasLength) < 0.01;
    if (!on && !turned && !next)
      faults.push(`a jump from edge ${before.edge} at ${before.toM} m to edge ${edge} at ${fromM} m`);
  });
  return faults;
}
