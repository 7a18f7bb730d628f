import { Holders } from './cycles.ts';
import { NodePlaces } from './node-places.ts';
import { blocksOf, guarded } from './pbf-blocks.ts';
import { type Kinds, readNodes, readWays, type Way } from './pbf-entities.ts';
import { type ByteSource, faultOf, type Found } from './road-feature.ts';
import { lineOverNodes } from './read-overpass.ts';
import { takeRoad } from './take-road.ts';

/**
 * Reads an .osm.pbf file: first which nodes its roads go over, then where those are, then the roads again. Nothing of it is held but the
 * places of nodes, in typed arrays.
 * @throws FileFault
 */
export function* readPbf(source: ByteSource): Generator<Found> {
  const nodes = new NodePlaces();
  const holders = new Holders();
  const kinds: Kinds[] = [];
  for (const { at, bytes } of blocksOf(source))
    kinds[at] = guarded(`block ${at + 1}`, () =>
      readWays(bytes, {
        way: ({ refs }) => {
          for (const ref of refs) nodes.want(ref);
        },
        holds: (holder, held) => holders.add(holder, held),
      }),
    );
  nodes.settle();
  for (const { at, bytes } of blocksOf(source, (at) => kinds[at]?.nodes === true))
    guarded(`block ${at + 1}`, () => readNodes(bytes, (id, lat, lon) => nodes.put(id, lat, lon)));
  let no = 0;
  for (const { at, bytes } of blocksOf(source, (at) => kinds[at]?.ways === true)) {
    const ways: (Way | undefined)[] = [];
    guarded(`block ${at + 1}`, () =>
      readWays(bytes, { way: (way) => void ways.push(way), passed: () => void ways.push(undefined) }),
    );
    for (const way of ways) {
      no += 1;
      if (way) yield* readWay(way, no, nodes);
      else yield { passed: 1 };
    }
  }
  yield* holders.cycles();
}

function* readWay({ id, tags, isGarbled, refs }: Way, no: number, nodes: NodePlaces): Generator<Found> {
  const at = { no, line: null, id: `way/${id}` };
  if (isGarbled) {
    yield faultOf('not-utf8', at);
    return;
  }
  const found = refs.map((ref) => nodes.at(ref));
  yield* takeRoad({ ...at, key: `osm:way/${id}`, osmWayIds: [String(id)], tags }, lineOverNodes(found, refs, nodes));
}
