import Flatbush from 'flatbush';
import { planeMetres } from './metric.ts';
import type { OneWay, RoadLine } from './road-line.ts';
import { countPlaces } from './junctions.ts';

/**
 * Roads cut into sections at their junctions, in typed arrays that workers can share. A directed edge is a section taken one way: `section * 2`
 * as it is drawn, `section * 2 + 1` against it; `edge ^ 1` is the way back. Offsets on an edge count from where the edge begins.
 */
export interface Network {
  readonly lineCount: number;
  readonly nodeCount: number;
  readonly sectionCount: number;
  /** Nodes where a section begins and ends. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Bit 1: may be driven as drawn; bit 2: against it. */
  readonly open: Uint8Array;
  readonly line: Uint32Array;
  /** Metres from the beginning of the line to that of the section. */
  readonly startM: Float64Array;
  readonly lengthM: Float64Array;
  /** Where the points of a section begin in `coords`, one entry more than there are sections. */
  readonly firstPoint: Uint32Array;
  readonly coords: Int32Array;
  /** Edges that leave a node: `out` from `outFirst[node]` to `outFirst[node + 1]`. */
  readonly outFirst: Uint32Array;
  readonly out: Uint32Array;
  /** Finds chunks, which are short runs of points of a section. */
  readonly index: Flatbush | null;
  readonly chunkSection: Uint32Array;
  readonly chunkPoint: Uint32Array;
}

/** Steps of a line in one box of the index: few boxes, and few points to look at in each. */
export const chunkSteps = 8;

export const edgeFrom = (network: Network, edge: number): number =>
  (edge & 1 ? network.to[edge >>> 1] : network.from[edge >>> 1]) ?? 0;
export const edgeTo = (network: Network, edge: number): number =>
  (edge & 1 ? network.from[edge >>> 1] : network.to[edge >>> 1]) ?? 0;
export const edgeLengthM = (network: Network, edge: number): number => network.lengthM[edge >>> 1] ?? 0;
export const mayDrive = (network: Network, edge: number): boolean =>
  ((network.open[edge >>> 1] ?? 0) & (edge & 1 ? 2 : 1)) !== 0;
/** Metres along the line, from its beginning, of an offset on an edge. */
export function lineOffsetM(network: Network, edge: number, offsetM: number): number {
  const section = edge >>> 1;
  const start = network.startM[section] ?? 0;
  return edge & 1 ? start + (network.lengthM[section] ?? 0) - offsetM : start + offsetM;
}

const openBits: Record<OneWay, number> = { both: 3, forward: 1, backward: 2 };

/** Grows by doubling; what is not used is cut off at the end. */
class Numbers<T extends Uint32Array | Float64Array | Int32Array | Uint8Array> {
  size = 0;
  data: T;
  readonly make: (size: number) => T;
  constructor(make: (size: number) => T) {
    this.make = make;
    this.data = make(1024);
  }
  push(value: number): void {
    if (this.size === this.data.length) {
      const wider = this.make(this.size * 2);
      wider.set(this.data);
      this.data = wider;
    }
    this.data[this.size] = value;
    this.size += 1;
  }
  done(): T {
    const exact = this.make(this.size);
    exact.set(this.data.subarray(0, this.size) as T);
    return exact;
  }
}
const words = () => new Numbers((size) => new Uint32Array(size));
const metres = () => new Numbers((size) => new Float64Array(size));

/**
 * Makes a network of lines. Two lines meet where they share a point exactly: an end of either, or any point when both are at one level. Steps of no
 * length are left out, and lines without length have no section. Lines keep their numbers, in the order given.
 */
export function buildNetwork(lines: readonly RoadLine[]): Network {
  const places = countPlaces(lines);
  const [from, to, lineOf, firstPoint] = [words(), words(), words(), words()];
  const [startM, lengthM] = [metres(), metres()];
  const open = new Numbers((size) => new Uint8Array(size));
  const coords = new Numbers((size) => new Int32Array(size));
  const [chunkSection, chunkPoint] = [words(), words()];
  lines.forEach((line, at) => {
    const { points } = line;
    let [sectionM, totalM, node] = [0, 0, places.nodeAt(points[0] ?? 0, points[1] ?? 0, true)];
    const begin = (): void => {
      firstPoint.push(coords.size / 2);
      from.push(node);
      lineOf.push(at);
      startM.push(totalM);
      open.push(openBits[line.oneWay]);
    };
    let begun = false;
    const last = points.length - 2;
    for (let i = 2; i <= last; i += 2) {
      const [latA, lonA, latB, lonB] = [points[i - 2] ?? 0, points[i - 1] ?? 0, points[i] ?? 0, points[i + 1] ?? 0];
      const stepM = planeMetres(latA, lonA, latB, lonB);
      if (stepM > 0) {
        if (!begun) {
          begin();
          coords.push(latA);
          coords.push(lonA);
          begun = true;
        }
        const steps = coords.size / 2 - 1 - (firstPoint.data[firstPoint.size - 1] ?? 0);
        if (steps % chunkSteps === 0) {
          chunkSection.push(from.size - 1);
          chunkPoint.push(coords.size / 2 - 1);
        }
        coords.push(latB);
        coords.push(lonB);
        sectionM += stepM;
        totalM += stepM;
      }
      const here = places.nodeAt(latB, lonB, i === last);
      if (begun && here >= 0) {
        to.push(here);
        lengthM.push(sectionM);
        [sectionM, node, begun] = [0, here, false];
      }
    }
  });
  firstPoint.push(coords.size / 2);
  const sections = {
    from: from.done(),
    to: to.done(),
    open: open.done(),
    line: lineOf.done(),
    startM: startM.done(),
    lengthM: lengthM.done(),
    firstPoint: firstPoint.done(),
    coords: coords.done(),
    chunkSection: chunkSection.done(),
    chunkPoint: chunkPoint.done(),
  };
  return {
    lineCount: lines.length,
    nodeCount: places.nodes(),
    sectionCount: sections.from.length,
    ...sections,
    ...leaving(places.nodes(), sections),
    index: indexChunks(sections),
  };
}

type Sections = Pick<Network, 'from' | 'to' | 'open'>;

function leaving(nodes: number, { from, to, open }: Sections): Pick<Network, 'outFirst' | 'out'> {
  const outFirst = new Uint32Array(nodes + 1);
  const each = (edge: (node: number, edge: number) => void): void => {
    for (let section = 0; section < from.length; section += 1) {
      if ((open[section] ?? 0) & 1) edge(from[section] ?? 0, section * 2);
      if ((open[section] ?? 0) & 2) edge(to[section] ?? 0, section * 2 + 1);
    }
  };
  each((node) => {
    outFirst[node + 1] = (outFirst[node + 1] ?? 0) + 1;
  });
  for (let node = 0; node < nodes; node += 1) outFirst[node + 1] = (outFirst[node + 1] ?? 0) + (outFirst[node] ?? 0);
  const out = new Uint32Array(outFirst[nodes] ?? 0);
  const next = outFirst.slice();
  each((node, edge) => {
    out[next[node] ?? 0] = edge;
    next[node] = (next[node] ?? 0) + 1;
  });
  return { outFirst, out };
}

function indexChunks(made: Pick<Network, 'firstPoint' | 'coords' | 'chunkSection' | 'chunkPoint'>): Flatbush | null {
  const { firstPoint, coords, chunkSection, chunkPoint } = made;
  if (chunkSection.length === 0) return null;
  const index = new Flatbush(chunkSection.length, 16, Int32Array);
  for (let chunk = 0; chunk < chunkSection.length; chunk += 1) {
    const first = chunkPoint[chunk] ?? 0;
    const last = Math.min(first + chunkSteps, (firstPoint[(chunkSection[chunk] ?? 0) + 1] ?? 0) - 1);
    let [south, west, north, east] = [2 ** 31 - 1, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31)];
    for (let point = first; point <= last; point += 1) {
      const [lat, lon] = [coords[point * 2] ?? 0, coords[point * 2 + 1] ?? 0];
      south = Math.min(south, lat);
      north = Math.max(north, lat);
      west = Math.min(west, lon);
      east = Math.max(east, lon);
    }
    index.add(west, south, east, north);
  }
  index.finish();
  return index;
}

/** Bytes of a network, its index among them. */
export function networkBytes(network: Network): number {
  let bytes = network.index?.data.byteLength ?? 0;
  for (const part of Object.values(network)) if (ArrayBuffer.isView(part)) bytes += part.byteLength;
  return bytes;
}
