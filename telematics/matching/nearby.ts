import { bearing, metresEast, metresPerUnit } from './metric.ts';
import { chunkSteps, edgeLengthM, mayDrive, type Network } from './network.ts';

/** A place on a road beside a given place. */
export interface Near {
  /** A directed edge that may be driven. */
  readonly edge: number;
  /** Metres from where the edge begins. */
  readonly offsetM: number;
  /** Metres from the given place. */
  readonly distanceM: number;
  /** Degrees clockwise from north in which the edge runs here. */
  readonly courseDeg: number;
  readonly latE7: number;
  readonly lonE7: number;
}

/** Half of the width and height of a box around a place, in 1e-7 degrees. */
const reach = (latE7: number, radiusM: number): { high: number; wide: number } => ({
  high: Math.ceil(radiusM / metresPerUnit),
  wide: Math.ceil(radiusM / metresEast(latE7)),
});

/** Chunks of a network whose box comes within a radius of a place, as numbers of its index. */
export function chunksNear(network: Network, latE7: number, lonE7: number, radiusM: number): number[] {
  const { high, wide } = reach(latE7, radiusM);
  return network.index?.search(lonE7 - wide, latE7 - high, lonE7 + wide, latE7 + high) ?? [];
}

type Foot = { section: number; distanceM: number; point: number; share: number };

/** The nearest place of each section within a radius, nearest section first, and not more than `most` of them. */
function feetOf(
  network: Network,
  chunks: readonly number[],
  latE7: number,
  lonE7: number,
  radiusM: number,
  most: number,
) {
  const { coords, chunkSection, chunkPoint, firstPoint } = network;
  const [upM, eastM] = [metresPerUnit, metresEast(latE7)];
  const feet: Foot[] = [];
  const limit = radiusM * radiusM;
  for (const chunk of chunks) {
    const section = chunkSection[chunk] ?? 0;
    const first = chunkPoint[chunk] ?? 0;
    const last = Math.min(first + chunkSteps, (firstPoint[section + 1] ?? 0) - 1);
    let [best, bestPoint, bestShare] = [limit, -1, 0];
    let y = ((coords[first * 2] ?? 0) - latE7) * upM;
    let x = ((coords[first * 2 + 1] ?? 0) - lonE7) * eastM;
    for (let point = first + 1; point <= last; point += 1) {
      const nextY = ((coords[point * 2] ?? 0) - latE7) * upM;
      const nextX = ((coords[point * 2 + 1] ?? 0) - lonE7) * eastM;
      const [dx, dy] = [nextX - x, nextY - y];
      const square = dx * dx + dy * dy;
      const share = square > 0 ? Math.min(1, Math.max(0, -(x * dx + y * dy) / square)) : 0;
      const [footX, footY] = [x + dx * share, y + dy * share];
      const apart = footX * footX + footY * footY;
      if (apart < best) [best, bestPoint, bestShare] = [apart, point - 1, share];
      [x, y] = [nextX, nextY];
    }
    if (bestPoint < 0) continue;
    const distanceM = Math.sqrt(best);
    const known = feet.find((foot) => foot.section === section);
    if (!known) feet.push({ section, distanceM, point: bestPoint, share: bestShare });
    else if (distanceM < known.distanceM) Object.assign(known, { distanceM, point: bestPoint, share: bestShare });
  }
  feet.sort((a, b) => a.distanceM - b.distanceM || a.section - b.section);
  if (feet.length > most) feet.length = most;
  return feet;
}

/** Metres from the beginning of a section to a point of it. */
function metresTo(network: Network, section: number, point: number): number {
  const { coords, firstPoint } = network;
  let sum = 0;
  for (let at = firstPoint[section] ?? 0; at < point; at += 1) {
    const [latA, lonA] = [coords[at * 2] ?? 0, coords[at * 2 + 1] ?? 0];
    const [latB, lonB] = [coords[at * 2 + 2] ?? 0, coords[at * 2 + 3] ?? 0];
    const north = (latB - latA) * metresPerUnit;
    const east = (lonB - lonA) * metresEast((latA + latB) / 2);
    sum += Math.sqrt(north * north + east * east);
  }
  return sum;
}

/**
 * Places on roads within a radius of a place in 1e-7 degrees, nearest first, both ways where a road may be driven both ways. `most`: how many sections
 * at most. `chunks`: what `chunksNear` found for a wider radius, where several places near each other are asked.
 */
export function nearby(
  network: Network,
  latE7: number,
  lonE7: number,
  radiusM: number,
  most = 8,
  chunks: readonly number[] = chunksNear(network, latE7, lonE7, radiusM),
): Near[] {
  const { coords } = network;
  const found: Near[] = [];
  for (const { section, distanceM, point, share } of feetOf(network, chunks, latE7, lonE7, radiusM, most)) {
    const [latA, lonA] = [coords[point * 2] ?? 0, coords[point * 2 + 1] ?? 0];
    const [latB, lonB] = [coords[point * 2 + 2] ?? 0, coords[point * 2 + 3] ?? 0];
    const north = (latB - latA) * metresPerUnit;
    const east = (lonB - lonA) * metresEast((latA + latB) / 2);
    const edge = section * 2;
    const lengthM = edgeLengthM(network, edge);
    const along = Math.min(lengthM, metresTo(network, section, point) + Math.sqrt(north * north + east * east) * share);
    const course = bearing(latA, lonA, latB, lonB);
    const place = {
      distanceM,
      latE7: Math.round(latA + (latB - latA) * share),
      lonE7: Math.round(lonA + (lonB - lonA) * share),
    };
    if (mayDrive(network, edge)) found.push({ edge, offsetM: along, courseDeg: course, ...place });
    if (mayDrive(network, edge + 1))
      found.push({ edge: edge + 1, offsetM: lengthM - along, courseDeg: (course + 180) % 360, ...place });
  }
  return found;
}
