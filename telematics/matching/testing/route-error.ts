import Flatbush from 'flatbush';
import { metresEast, metresPerUnit, planeMetres } from '../metric.ts';
import type { Match } from '../match-trip.ts';
import type { Network } from '../network.ts';

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

/** The points of a part of an edge, its ends among them. */
export function stretchPoints(network: Network, edge: number, fromM: number, toM: number): [number, number][] {
  const section = edge >>> 1;
  const [first, end] = [network.firstPoint[section] ?? 0, network.firstPoint[section + 1] ?? 0];
  const at = (point: number): [number, number] => [network.coords[point * 2] ?? 0, network.coords[point * 2 + 1] ?? 0];
  const all: [number, number][] = [];
  for (let point = first; point < end; point += 1) all.push(at(point));
  if (edge & 1) all.reverse();
  const points: [number, number][] = [];
  let sum = 0;
  for (let i = 1; i < all.length; i += 1) {
    const [a, b] = [all[i - 1] as [number, number], all[i] as [number, number]];
    const stepM = planeMetres(a[0], a[1], b[0], b[1]);
    const place = (metres: number): [number, number] => {
      const share = stepM > 0 ? Math.min(1, Math.max(0, (metres - sum) / stepM)) : 0;
      return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
    };
    if (points.length === 0 && fromM <= sum + stepM + 1e-6) points.push(place(fromM));
    if (points.length > 0 && toM > sum + stepM) points.push(b);
    else if (points.length > 0) {
      points.push(place(toM));
      break;
    }
    sum += stepM;
  }
  return points;
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
