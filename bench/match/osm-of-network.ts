import type { Network } from '#telematics/matching/network.ts';
import { pbfOf } from '#tools/roads/write-network.ts';

/** What `oneway` says where a section is open as drawn (1), against it (2), or both ways (3). */
const oneWays = ['yes', 'yes', '-1', 'no'] as const;

/** A network as the bytes of an .osm.pbf file: a way for each section, which meet where sections do and nowhere else. */
export function osmOfNetwork(network: Network): Buffer {
  const { sectionCount, nodeCount, firstPoint, coords, from, to, open } = network;
  const nodes = new Map<number, { id: number; lat: number; lon: number }>();
  let inner = nodeCount;
  const put = (id: number, point: number): number => {
    const [lat, lon] = [(coords[point * 2] ?? 0) / 1e7, (coords[point * 2 + 1] ?? 0) / 1e7];
    nodes.set(id, { id, lat, lon });
    return id;
  };
  const ways = Array.from({ length: sectionCount }, (_, section) => {
    const [first, last] = [firstPoint[section] ?? 0, (firstPoint[section + 1] ?? 0) - 1];
    const refs = [put((from[section] ?? 0) + 1, first)];
    for (let point = first + 1; point < last; point += 1) {
      inner += 1;
      refs.push(put(inner, point));
    }
    refs.push(put((to[section] ?? 0) + 1, last));
    return { id: section + 1, refs, tags: { highway: 'tertiary', oneway: oneWays[open[section] ?? 3] ?? 'no' } };
  });
  return pbfOf({ nodes: [...nodes.values()].sort((a, b) => a.id - b.id), ways, relations: [] });
}
