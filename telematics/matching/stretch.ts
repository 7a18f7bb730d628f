import { planeMetres } from './metric.ts';
import type { Network } from './network.ts';

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
