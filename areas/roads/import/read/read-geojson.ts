import { type At, type ByteSource, faultOf, type Found } from './road-feature.ts';
import { jsonElements, jsonOf } from './json-elements.ts';
import { eitherWay, type Line, lineOf } from './road-line.ts';
import { isDrivable, isKept, type Tags } from './road-tags.ts';
import { takeRoad } from './take-road.ts';

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a GeoJSON FeatureCollection, or features one after the other, without holding all of it. @throws FileFault */
export function* readGeoJson(source: ByteSource): Generator<Found> {
  for (const { no, line, bytes } of jsonElements(source, ['features'])) {
    const read = jsonOf(bytes);
    if ('fault' in read) yield faultOf(read.fault, { no, line, id: null });
    else yield* readFeature(read.value, no, line);
  }
}

function* readFeature(value: unknown, no: number, line: number): Generator<Found> {
  const nowhere: At = { no, line, id: null };
  if (!isPlain(value) || value['type'] !== 'Feature') {
    yield faultOf('shape', nowhere, isPlain(value) ? textOf(value['type']) : null);
    return;
  }
  const properties = isPlain(value['properties']) ? value['properties'] : {};
  const tags = tagsOf(properties);
  const name = nameOf(properties, value['id']);
  const at: At = { ...nowhere, id: name?.id ?? null };
  const { geometry } = value;
  const type = isPlain(geometry) ? geometry['type'] : null;
  if (type !== 'LineString' && type !== 'MultiLineString') {
    yield faultOf('shape', at, textOf(type) ?? 'no geometry');
    return;
  }
  const highway = tags['highway'];
  if (highway === undefined || highway === '') {
    yield faultOf('no-highway', at);
    return;
  }
  if (!isDrivable(highway) || tags['area'] === 'yes') {
    yield { passed: 1 };
    return;
  }
  const coordinates = (geometry as Plain)['coordinates'];
  const lines = type === 'LineString' ? [coordinates] : Array.isArray(coordinates) ? coordinates : [];
  if (lines.length === 0) yield faultOf('few-points', at, '0');
  for (const [part, places] of lines.entries()) {
    const made = lineOfPlaces(places);
    const own = name?.key ?? ('points' in made ? `geojson:${eitherWay(made.points).toString(36)}` : '');
    yield* takeRoad(
      {
        no,
        line,
        id: at.id,
        key: lines.length > 1 && name ? `${own}#${part + 1}` : own,
        osmWayIds: name?.ways ?? [],
        tags,
      },
      made,
    );
  }
}

function lineOfPlaces(places: unknown): Line {
  if (!Array.isArray(places)) return { fault: 'shape', detail: null };
  const of = (at: number, which: 0 | 1): number => {
    const place: unknown = places[at];
    const value: unknown = Array.isArray(place) ? place[which] : undefined;
    return typeof value === 'number' ? value : Number.NaN;
  };
  return lineOf(
    places.length,
    (at) => of(at, 1),
    (at) => of(at, 0),
  );
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

/** Properties as tags. What stands below `tags`, as some tools write it, counts as well; of several values the first. */
function tagsOf(properties: Plain): Tags {
  const tags: Record<string, string> = {};
  const nested = isPlain(properties['tags']) ? properties['tags'] : {};
  for (const from of [nested, properties])
    for (const [tag, value] of Object.entries(from)) {
      // Extracts of Geofabrik call it fclass.
      const name = tag === 'fclass' ? 'highway' : tag;
      if (!isKept(name)) continue;
      const text =
        textOf(Array.isArray(value) ? value[0] : value) ?? (typeof value === 'boolean' ? String(value) : null);
      if (text !== null) tags[name] = text;
    }
  return tags;
}

const digits = /^\d{1,19}$/;

/** What names a feature in all files of its kind. */
function nameOf(properties: Plain, own: unknown): { key: string; id: string; ways: string[] } | undefined {
  const ways = waysOf(properties['osm_way'] ?? properties['osm_id'] ?? properties['osmid']);
  // Edges as OSMnx writes them: parts of ways between two junctions, in each direction.
  const [from, to] = [properties['from'] ?? properties['u'], properties['to'] ?? properties['v']].map(textOf);
  if (ways.length > 0 && from && to && digits.test(from) && digits.test(to)) {
    const ends = [from, to].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).join('-');
    const id = `way/${ways.slice(0, 8).join('+')}/${ends}`;
    return { key: `osm:${id}`, id, ways };
  }
  if (ways.length === 1) return { key: `osm:way/${ways[0]}`, id: `way/${ways[0]}`, ways };
  for (const given of [properties['@id'], own, properties['id']]) {
    const id = textOf(given);
    if (id === null || id === '') continue;
    const [, way] = /^way\/(\d{1,19})$/.exec(id) ?? [];
    if (way !== undefined) return { key: `osm:way/${way}`, id, ways: [way] };
    return { key: `geojson:${id.replaceAll(/\p{C}/gu, '').slice(0, 120)}`, id, ways: [] };
  }
  return undefined;
}

/** `763290548`, `[763290548, 1096797091]`, or a text of such a list. */
function waysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(waysOf).slice(0, 50);
  const text = textOf(value);
  if (text === null) return [];
  return /^[\s[\]\d,;]{1,1000}$/.test(text) ? [...text.matchAll(/\d{1,19}/g)].map(([id]) => id).slice(0, 50) : [];
}
