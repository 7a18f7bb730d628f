/** A made-up network of roads, in the shape of OpenStreetMap’s: nodes, and ways over them. */
export interface RoadNetwork {
  nodes: MadeNode[];
  ways: MadeWay[];
  /** Relations that hold relations, which no reader needs. */
  relations: { id: number; holds: number[] }[];
}
export interface MadeNode {
  id: number;
  lat: number;
  lon: number;
}
export interface MadeWay {
  id: number;
  tags: Record<string, string>;
  refs: number[];
}

/** Small and the same everywhere: a network is told by its seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Wanted {
  seed: number;
  /** About so many roads, each between two junctions. */
  roads: number;
  /** Its south-western corner. Default: in the fields east of Pune. */
  from?: { lat: number; lon: number };
}

/** Junctions are so far from each other, in degrees: about 160 m. */
const step = 0.0015;
/** Every so manyth street is of a class, the greatest first. */
const classes: readonly [every: number, highway: string, lanes: string, maxspeed: string | null][] = [
  [96, 'motorway', '3', '100'],
  [48, 'trunk', '2', '80'],
  [24, 'primary', '2', '60'],
  [12, 'secondary', '2', null],
  [6, 'tertiary', '1', '40'],
  [1, 'residential', '1', null],
];
const classOf = (street: number) => classes.find(([every]) => street % every === 0) ?? classes[5];

/** Streets that cross each other, bent a little, of all classes; some are one-way, over a bridge or through a tunnel. */
export function makeNetwork({ seed, roads, from = { lat: 18.3, lon: 74.2 } }: Wanted): RoadNetwork {
  const random = seeded(seed);
  const side = Math.max(2, Math.ceil((1 + Math.sqrt(1 + 2 * roads)) / 2));
  const nodes: MadeNode[] = [];
  const ways: MadeWay[] = [];
  const put = (lat: number, lon: number): number => {
    const id = 1_000_000_000 + nodes.length;
    nodes.push({ id, lat: Math.round(lat * 1e7) / 1e7, lon: Math.round(lon * 1e7) / 1e7 });
    return id;
  };
  const bend = () => (random() - 0.5) * step * 0.3;
  const junctions = Array.from({ length: side * side }, (_, at) =>
    put(from.lat + Math.floor(at / side) * step + bend(), from.lon + (at % side) * step + bend()),
  );
  const join = (first: number, second: number, street: number, name: string) => {
    if (ways.length >= roads) return;
    const [a, b] = [nodes[first], nodes[second]] as [MadeNode, MadeNode];
    const between = Math.floor(random() * 5);
    const inner = Array.from({ length: between }, (_, at) => {
      const part = (at + 1) / (between + 1);
      return put(a.lat + (b.lat - a.lat) * part + bend() * 0.2, a.lon + (b.lon - a.lon) * part + bend() * 0.2);
    });
    const [, highway, lanes, maxspeed] = classOf(street) as NonNullable<ReturnType<typeof classOf>>;
    const chance = random();
    ways.push({
      id: 10_000_000 + ways.length,
      refs: [junctions[first] as number, ...inner, junctions[second] as number],
      tags: {
        highway,
        name,
        lanes,
        surface: 'asphalt',
        ...(maxspeed ? { maxspeed } : {}),
        ...(street % 96 === 0 ? { ref: `NH ${100 + street / 96}` } : {}),
        ...(highway === 'residential' && chance < 0.08 ? { oneway: chance < 0.01 ? '-1' : 'yes' } : {}),
        ...(chance > 0.99 ? { bridge: 'yes', layer: '1' } : chance > 0.985 ? { tunnel: 'yes', layer: '-1' } : {}),
        ...(chance > 0.98 ? { 'maxspeed:hgv': '40' } : {}),
      },
    });
  };
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const at = row * side + column;
      if (column + 1 < side) join(at, at + 1, row, `Street ${row + 1}`);
      if (row + 1 < side) join(at, at + side, column, `Avenue ${column + 1}`);
    }
  return { nodes, ways, relations: [] };
}
