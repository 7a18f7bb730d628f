import { Holders } from './cycles.ts';
import { type At, type ByteSource, faultOf, FileFault, type Found } from './road-feature.ts';
import { type JsonElement, jsonElements, jsonOf } from './json-elements.ts';
import { NodePlaces } from './node-places.ts';
import { type Line, lineOf } from './road-line.ts';
import { isDrivable, isKept, type Tags } from './road-tags.ts';
import { takeRoad } from './take-road.ts';

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** What Overpass answers, with `out geom` or with nodes beside the ways, in any order. @throws FileFault */
export function* readOverpass(source: ByteSource): Generator<Found> {
  const nodes = new NodePlaces();
  const holders = new Holders();
  let needsNodes = false;
  for (const { value } of read(source)) {
    if (value?.['type'] === 'relation') noteRelation(value, holders);
    if (value?.['type'] !== 'way' || Array.isArray(value['geometry']) || !isRoad(tagsOf(value))) continue;
    if (Array.isArray(value['nodes'])) for (const id of value['nodes']) if (isId(id)) nodes.want(id);
    needsNodes = true;
  }
  nodes.settle();
  if (needsNodes)
    for (const { value } of read(source)) {
      const { type, id, lat, lon } = value ?? {};
      if (type !== 'node' || !isId(id) || typeof lat !== 'number' || typeof lon !== 'number') continue;
      // What no place on earth has would not fit; it is told as missing.
      if (Math.abs(lat) <= 180 && Math.abs(lon) <= 180) nodes.put(id, Math.round(lat * 1e7), Math.round(lon * 1e7));
    }
  for (const { element, value, fault } of read(source)) {
    const { no, line } = element;
    if (fault) yield faultOf(fault, { no, line, id: null });
    else if (!value || !['node', 'way', 'relation'].includes(String(value['type'])))
      yield faultOf('shape', { no, line, id: null });
    else if (value['type'] === 'way') yield* readWay(value, element, nodes);
  }
  yield* holders.cycles();
}

const looksLikeOverpass = ['elements'];

function* read(
  source: ByteSource,
): Generator<{ element: JsonElement; value?: Plain; fault?: 'not-utf8' | 'not-json' }> {
  const elements = jsonElements(source, looksLikeOverpass);
  for (;;) {
    const next = elements.next();
    if (next.done) {
      if (next.value === 0) throw new FileFault('not-roads');
      return;
    }
    const found = jsonOf(next.value.bytes);
    if ('fault' in found) yield { element: next.value, fault: found.fault };
    else if (isPlain(found.value)) yield { element: next.value, value: found.value };
    else yield { element: next.value };
  }
}

function noteRelation({ id, members }: Plain, holders: Holders): void {
  if (!isId(id) || !Array.isArray(members)) return;
  for (const member of members)
    if (isPlain(member) && member['type'] === 'relation' && isId(member['ref'])) holders.add(id, member['ref']);
}

function tagsOf(value: Plain): Tags {
  const given = value['tags'];
  if (!isPlain(given)) return {};
  return Object.fromEntries(
    Object.entries(given).filter(
      (entry): entry is [string, string] => isKept(entry[0]) && typeof entry[1] === 'string',
    ),
  );
}

const isRoad = (tags: Tags): boolean => isDrivable(tags['highway'] ?? '') && tags['area'] !== 'yes';

function* readWay(value: Plain, { no, line }: JsonElement, nodes: NodePlaces): Generator<Found> {
  const tags = tagsOf(value);
  if (!isRoad(tags)) {
    yield { passed: 1 };
    return;
  }
  const { id } = value;
  const at: At = { no, line, id: isId(id) ? `way/${id}` : null };
  if (!isId(id)) {
    yield faultOf('shape', at);
    return;
  }
  yield* takeRoad(
    { ...at, no, line, key: `osm:way/${id}`, osmWayIds: [String(id)], tags },
    Array.isArray(value['geometry']) ? drawn(value['geometry']) : overNodes(value['nodes'], nodes),
  );
}

/** Places that Overpass wrote out. Those outside of what was asked for are null. */
function drawn(places: readonly unknown[]): Line {
  const missing = places.filter((place) => place === null).length;
  if (missing > 0) return { fault: 'missing-nodes', detail: `${missing} of ${places.length}` };
  const of = (at: number, which: 'lat' | 'lon'): number => {
    const place = places[at];
    const value = isPlain(place) ? place[which] : undefined;
    return typeof value === 'number' ? value : Number.NaN;
  };
  return lineOf(
    places.length,
    (at) => of(at, 'lat'),
    (at) => of(at, 'lon'),
  );
}

function overNodes(ids: unknown, nodes: NodePlaces): Line {
  if (!Array.isArray(ids)) return { fault: 'missing-nodes', detail: null };
  const found = ids.map((id) => (isId(id) ? nodes.at(id) : -1));
  return lineOverNodes(found, ids as number[], nodes);
}

/** @param found what `nodes` has of each of `ids` */
export function lineOverNodes(found: readonly number[], ids: readonly unknown[], nodes: NodePlaces): Line {
  const missing = found.filter((at) => at < 0).length;
  if (missing > 0)
    return {
      fault: 'missing-nodes',
      detail: `${missing} of ${ids.length}, as node/${String(ids[found.indexOf(-1)]).slice(0, 20)}`,
    };
  return lineOf(
    found.length,
    (at) => nodes.lat(found[at] ?? -1),
    (at) => nodes.lon(found[at] ?? -1),
  );
}
