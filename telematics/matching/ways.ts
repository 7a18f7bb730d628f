import FlatQueue from 'flatqueue';
import { bearing } from './metric.ts';
import { edgeLengthM, edgeTo, type Network } from './network.ts';

/** What a turn back on the spot is worth in metres of way: possible, and no driver's first thought. */
export const turnBackM = 60;
/** What a turn of 90 degrees is worth; others in proportion, and none up to `bendDeg`. Without it noise leads a route into each side street and back. */
const turnM = 30;
const bendDeg = 30;

/** Shortest ways from the end of one edge to the beginning of others, in metres with what turns are worth. */
export interface Ways {
  /** Metres to each of some edges, in their order; Infinity beyond the bound. The array is used again by the next call. */
  metresTo(from: number, targets: readonly number[], boundM: number): Float64Array;
  /** The edges between two, neither of them among these; null beyond the bound. */
  edgesBetween(from: number, to: number, boundM: number): number[] | null;
}

/** The course in whole degrees in which each edge begins and ends. */
function coursesOf({ firstPoint, coords, sectionCount }: Network): { enter: Int16Array; leave: Int16Array } {
  const [enter, leave] = [new Int16Array(sectionCount * 2), new Int16Array(sectionCount * 2)];
  const course = (from: number, to: number): number =>
    bearing(coords[from * 2] ?? 0, coords[from * 2 + 1] ?? 0, coords[to * 2] ?? 0, coords[to * 2 + 1] ?? 0);
  for (let section = 0; section < sectionCount; section += 1) {
    const [first, last] = [firstPoint[section] ?? 0, (firstPoint[section + 1] ?? 0) - 1];
    const [start, end] = [course(first, first + 1), course(last - 1, last)];
    [enter[section * 2], leave[section * 2]] = [start, end];
    [enter[section * 2 + 1], leave[section * 2 + 1]] = [(end + 180) % 360, (start + 180) % 360];
  }
  return { enter, leave };
}

export function createWays(network: Network): Ways {
  const { out, outFirst } = network;
  const edges = network.sectionCount * 2;
  // What a search knows of an edge holds while its stamp is that of the round, so that nothing has to be cleared between searches.
  const [cost, stamp, before] = [new Float64Array(edges), new Uint32Array(edges), new Int32Array(edges)];
  const wanted = new Uint32Array(edges);
  const queue = new FlatQueue();
  const { enter, leave } = coursesOf(network);
  let answer = new Float64Array(64);
  let round = 0;

  const reach = (edge: number, parent: number, metresTo: number, boundM: number): void => {
    const node = edgeTo(network, edge);
    const last = outFirst[node + 1] ?? 0;
    for (let i = outFirst[node] ?? 0; i < last; i += 1) {
      const next = out[i] ?? 0;
      let metres = metresTo;
      if (next === (edge ^ 1)) metres += turnBackM;
      else {
        const apart = Math.abs((leave[edge] ?? 0) - (enter[next] ?? 0));
        const turn = apart > 180 ? 360 - apart : apart;
        if (turn > bendDeg) metres += (turnM * turn) / 90;
      }
      if (metres > boundM || (stamp[next] === round && (cost[next] ?? 0) <= metres)) continue;
      stamp[next] = round;
      cost[next] = metres;
      before[next] = parent;
      queue.push(next, metres);
    }
  };

  /** Looks around from the end of an edge until all of some edges are found, or the bound is passed. */
  const search = (from: number, targets: readonly number[], boundM: number): void => {
    round += 1;
    let left = 0;
    for (const target of targets)
      if (wanted[target] !== round) {
        wanted[target] = round;
        left += 1;
      }
    queue.clear();
    reach(from, -1, 0, boundM);
    while (queue.length > 0) {
      const metres = queue.peekValue() ?? 0;
      const edge = queue.pop() ?? 0;
      if (metres > (cost[edge] ?? 0)) continue;
      if (wanted[edge] === round) {
        left -= 1;
        if (left === 0) return;
      }
      reach(edge, edge, metres + edgeLengthM(network, edge), boundM);
    }
  };

  return {
    metresTo(from, targets, boundM) {
      if (answer.length < targets.length) answer = new Float64Array(targets.length * 2);
      search(from, targets, boundM);
      for (let i = 0; i < targets.length; i += 1) {
        const target = targets[i] ?? 0;
        answer[i] = stamp[target] === round ? (cost[target] ?? 0) : Number.POSITIVE_INFINITY;
      }
      return answer;
    },
    edgesBetween(from, to, boundM) {
      search(from, [to], boundM);
      if (stamp[to] !== round) return null;
      const between: number[] = [];
      for (let edge = before[to] ?? -1; edge >= 0; edge = before[edge] ?? -1) between.push(edge);
      return between.toReversed();
    },
  };
}
