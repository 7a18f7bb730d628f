import { buildNetwork, type Network } from '../network.ts';
import type { RoadLine } from '../road-line.ts';
import { rowsOf } from './traces.ts';

const e7 = (degrees = '0'): number => Math.round(Number(degrees) * 1e7);

/** The roads of Beijing by their nodes, without the bends between these, and how an edge is named in the references: `from>to`. */
export function beijingNetwork(): { network: Network; edgeName: (edge: number) => string } {
  const rows = rowsOf('china_beijing/network_edges.csv');
  const listed = new Set(rows.map(([, from, to]) => `${from}>${to}`));
  const taken = new Set<string>();
  const nodeAt = new Map<string, string>();
  const lines: RoadLine[] = [];
  for (const [, from = '', to = '', , , latA, lonA, latB, lonB] of rows) {
    nodeAt.set(`${e7(latA)},${e7(lonA)}`, from);
    nodeAt.set(`${e7(latB)},${e7(lonB)}`, to);
    // A road for both ways is listed once for each.
    if (taken.has(`${from}>${to}`) || taken.has(`${to}>${from}`)) continue;
    taken.add(`${from}>${to}`);
    const oneWay = listed.has(`${to}>${from}`) ? 'both' : 'forward';
    lines.push({ points: Int32Array.of(e7(latA), e7(lonA), e7(latB), e7(lonB)), oneWay, level: 0 });
  }
  const network = buildNetwork(lines);
  const nodeOf = (point: number): string =>
    nodeAt.get(`${network.coords[point * 2]},${network.coords[point * 2 + 1]}`) ?? '?';
  const edgeName = (edge: number): string => {
    const [first, last] = [network.firstPoint[edge >>> 1] ?? 0, (network.firstPoint[(edge >>> 1) + 1] ?? 0) - 1];
    return edge & 1 ? `${nodeOf(last)}>${nodeOf(first)}` : `${nodeOf(first)}>${nodeOf(last)}`;
  };
  return { network, edgeName };
}
