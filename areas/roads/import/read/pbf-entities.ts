import { PbfReader } from 'pbf';
import { isDrivable, isKept, type Tags } from './road-tags.ts';

/** What a block says about all that is in it. */
interface Frame {
  /** Texts that tags name by number, not decoded yet. */
  texts: Uint8Array[];
  groups: Uint8Array[];
  granularity: number;
  latOffset: number;
  lonOffset: number;
}

function frameOf(bytes: Uint8Array): Frame {
  const read = new PbfReader(bytes);
  const frame: Frame = { texts: [], groups: [], granularity: 100, latOffset: 0, lonOffset: 0 };
  for (let tag = read.nextField(); tag !== 0; tag = read.nextField()) {
    if (tag === 1) {
      const end = read.readVarint() + read.pos;
      for (let inner = read.nextField(end); inner !== 0; inner = read.nextField(end)) {
        if (inner === 1) frame.texts.push(read.readBytes());
        else read.skip(read.type);
      }
    } else if (tag === 2) frame.groups.push(read.readBytes());
    else if (tag === 17) frame.granularity = read.readVarint(true);
    else if (tag === 19) frame.latOffset = read.readVarint(true);
    else if (tag === 20) frame.lonOffset = read.readVarint(true);
    else read.skip(read.type);
  }
  return frame;
}

/** What a block holds. */
export interface Kinds {
  nodes: boolean;
  ways: boolean;
}
export interface Way {
  id: number;
  tags: Tags;
  /** A tag that is kept is not UTF-8. */
  isGarbled: boolean;
  refs: number[];
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder();

/** Texts of a block, decoded when they are first asked for. */
class Texts {
  readonly #bytes: readonly Uint8Array[];
  readonly #made: (string | undefined)[] = [];
  readonly garbled = new Set<number>();
  constructor(bytes: readonly Uint8Array[]) {
    this.#bytes = bytes;
  }
  at(index: number): string {
    let text = this.#made[index];
    if (text === undefined) {
      const bytes = this.#bytes[index] ?? new Uint8Array(0);
      try {
        text = strict.decode(bytes);
      } catch {
        text = lenient.decode(bytes);
        this.garbled.add(index);
      }
      this.#made[index] = text;
    }
    return text;
  }
}

interface Takers {
  /** Every way that is a road for vehicles. */
  way?: (way: Way) => void;
  /** Every other way. */
  passed?: () => void;
  /** A relation holds another. */
  holds?: (holder: number, held: number) => void;
}

/** Reads the ways and relations of a block. @returns what it holds */
export function readWays(bytes: Uint8Array, takers: Takers): Kinds {
  const { texts, groups } = frameOf(bytes);
  const decoded = new Texts(texts);
  const kinds: Kinds = { nodes: false, ways: false };
  for (const group of groups) {
    const read = new PbfReader(group);
    for (let tag = read.nextField(); tag !== 0; tag = read.nextField()) {
      if (tag === 1 || tag === 2) kinds.nodes = true;
      if (tag === 3) {
        kinds.ways = true;
        const way = wayOf(read, decoded);
        if (way) takers.way?.(way);
        else takers.passed?.();
      } else if (tag === 4 && takers.holds) readRelation(read, takers.holds);
      else read.skip(read.type);
    }
  }
  return kinds;
}

function wayOf(read: PbfReader, texts: Texts): Way | undefined {
  const end = read.readVarint() + read.pos;
  let id = 0;
  let isGarbled = false;
  const [keys, values, refs]: number[][] = [[], [], []] as [number[], number[], number[]];
  for (let tag = read.nextField(end); tag !== 0; tag = read.nextField(end)) {
    if (tag === 1) id = read.readVarint(true);
    else if (tag === 2) read.readPackedVarint(keys);
    else if (tag === 3) read.readPackedVarint(values);
    else if (tag === 8) read.readPackedSVarint(refs);
    else read.skip(read.type);
  }
  const tags: Record<string, string> = {};
  for (const [at, key] of (keys ?? []).entries()) {
    const name = texts.at(key);
    if (!isKept(name)) continue;
    const value = values?.[at] ?? -1;
    tags[name] = texts.at(value);
    isGarbled ||= texts.garbled.has(value);
  }
  if (!isDrivable(tags['highway'] ?? '') || tags['area'] === 'yes') return undefined;
  return { id, tags, isGarbled, refs: summed(refs ?? []) };
}

/** Numbers that are each written as the difference to the one before. */
function summed(differences: number[]): number[] {
  let last = 0;
  for (const [at, difference] of differences.entries()) {
    last += difference;
    differences[at] = last;
  }
  return differences;
}

function readRelation(read: PbfReader, holds: (holder: number, held: number) => void): void {
  const end = read.readVarint() + read.pos;
  let id = 0;
  const [members, types]: [number[], number[]] = [[], []];
  for (let tag = read.nextField(end); tag !== 0; tag = read.nextField(end)) {
    if (tag === 1) id = read.readVarint(true);
    else if (tag === 9) read.readPackedSVarint(members);
    else if (tag === 10) read.readPackedVarint(types);
    else read.skip(read.type);
  }
  for (const [at, member] of summed(members).entries()) if (types[at] === 2) holds(id, member);
}

/** Reads the nodes of a block: ids, and places in 1e-7 degrees. */
export function readNodes(bytes: Uint8Array, take: (id: number, lat: number, lon: number) => void): void {
  const { groups, granularity, latOffset, lonOffset } = frameOf(bytes);
  // Places are billionths of a degree.
  const put = (id: number, lat: number, lon: number) =>
    take(id, Math.round((latOffset + granularity * lat) / 100), Math.round((lonOffset + granularity * lon) / 100));
  for (const group of groups) {
    const read = new PbfReader(group);
    for (let tag = read.nextField(); tag !== 0; tag = read.nextField()) {
      if (tag === 1) readNode(read, put);
      else if (tag === 2) readDense(read, put);
      else read.skip(read.type);
    }
  }
}

function readNode(read: PbfReader, put: (id: number, lat: number, lon: number) => void): void {
  const end = read.readVarint() + read.pos;
  let [id, lat, lon] = [0, 0, 0];
  for (let tag = read.nextField(end); tag !== 0; tag = read.nextField(end)) {
    if (tag === 1) id = read.readSVarint();
    else if (tag === 8) lat = read.readSVarint();
    else if (tag === 9) lon = read.readSVarint();
    else read.skip(read.type);
  }
  put(id, lat, lon);
}

function readDense(read: PbfReader, put: (id: number, lat: number, lon: number) => void): void {
  const end = read.readVarint() + read.pos;
  const [ids, lats, lons]: [number[], number[], number[]] = [[], [], []];
  for (let tag = read.nextField(end); tag !== 0; tag = read.nextField(end)) {
    if (tag === 1) read.readPackedSVarint(ids);
    else if (tag === 8) read.readPackedSVarint(lats);
    else if (tag === 9) read.readPackedSVarint(lons);
    else read.skip(read.type);
  }
  let [id, lat, lon] = [0, 0, 0];
  for (const [at, difference] of ids.entries()) {
    id += difference;
    lat += lats[at] ?? 0;
    lon += lons[at] ?? 0;
    put(id, lat, lon);
  }
}
