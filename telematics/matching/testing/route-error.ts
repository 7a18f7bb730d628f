import Flatbush from 'flatbush';
import { metresEast, metresPerUnit, planeMetres } from '../metric.ts';
import type { Match } from '../match-trip.ts';
import type { Network } from '../network.ts';
import { stretchPoints } from '../stretch.ts';

/** Latitude and longitude in turns, in 1e-7 degrees. */
export type Line = readonly number[];

/** The lines of a match: each piece as one. */
export function routeLines(network: Network, match: Match): number[][] {
  return match.pieces.map(({ route }) => {
    const line: number[] = [];
    for (const { edge, fromM, toM } of route)
      for (const [lat, lon] of stretchPoints(network, edge, fromM, toM)) line.push(lat, lon);
    return line;
  });
}

/** Metres of some lines that lie within a corridor around others, and metres of all of them; looked at every 5 m. */
export function metresWithin(
  lines: readonly Line[],
  others: readonly Line[],
  corridorM: number,
): { within: number; all: number } {
  const steps: number[][] = others.flatMap((line) => {
    const own: number[][] = [];
    for (let i = 2; i < line.length; i += 2)
      own.push([line[i - 2] ?? 0, line[i - 1] ?? 0, line[i] ?? 0, line[i + 1] ?? 0]);
    return own;
  });
  const index = new Flatbush(Math.max(1, steps.length));
  if (steps.length === 0) index.add(0, 0, 0, 0);
  for (const [latA, lonA, latB, lonB] of steps as [number, number, number, number][])
    index.add(Math.min(lonA, lonB), Math.min(latA, latB), Math.max(lonA, lonB), Math.max(latA, latB));
  index.finish();
  const covered = (lat: number, lon: number): boolean => {
    const [upM, eastM] = [metresPerUnit, metresEast(lat)];
    const [high, wide] = [corridorM / upM, corridorM / eastM];
    return index.search(lon - wide, lat - high, lon + wide, lat + high).some((at) => {
      const [latA, lonA, latB, lonB] = (steps[at] ?? [0, 0, 0, 0]) as [number, number, number, number];
      const [ay, ax] = [(latA - lat) * upM, (lonA - lon) * eastM];
      const [dy, dx] = [(latB - latA) * upM, (lonB - lonA) * eastM];
      const square = dx * dx + dy * dy;
      const share = square > 0 ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square)) : 0;
      return Math.hypot(ax + dx * share, ay + dy * share) <= corridorM;
    });
  };
  let [within, all] = [0, 0];
  for (const line of lines)
    for (let i = 2; i < line.length; i += 2) {
      const [latA, lonA, latB, lonB] = [line[i - 2] ?? 0, line[i - 1] ?? 0, line[i] ?? 0, line[i + 1] ?? 0];
      const metres = planeMetres(latA, lonA, latB, lonB);
      const parts = Math.max(1, Math.ceil(metres / 5));
      for (let part = 0; part < parts; part += 1) {
        const share = (part + 0.5) / parts;
        if (covered(latA + (latB - latA) * share, lonA + (lonB - lonA) * share)) within += metres / parts;
      }
      all += metres;
    }
  return { within, all };
}
