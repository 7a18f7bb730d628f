import { type ByteSource, faultOf, FileFault, type Found } from './road-feature.ts';
import { readGeoJson } from './read-geojson.ts';
import { readOverpass } from './read-overpass.ts';
import { readPbf } from './read-pbf.ts';
import { eitherWay } from './road-line.ts';

export type RoadFormat = 'geojson' | 'overpass' | 'pbf';

const readers: Readonly<Record<RoadFormat, (source: ByteSource) => Generator<Found>>> = {
  geojson: readGeoJson,
  overpass: readOverpass,
  pbf: readPbf,
};

/** How far it is looked for what a text is. */
const headBytes = 64 * 1024;

/** What a file is, by its bytes: names of files say nothing. Undefined: none of those that are read. */
export function formatOf(source: ByteSource): RoadFormat | undefined {
  const head = source.read(0, headBytes);
  // The length of a header, then its first field: the text OSMHeader.
  if (head[0] === 0 && head[4] === 0x0a && Buffer.from(head.subarray(6, 15)).toString('latin1') === 'OSMHeader')
    return 'pbf';
  const text = new TextDecoder().decode(head);
  // A mark stands before features of a sequence.
  const [first] = text.replaceAll('\u001e', '').trimStart();
  if (first !== '{') return undefined;
  const elements = text.indexOf('"elements"');
  const features = ['"features"', '"geometry"', '"Feature"', '"FeatureCollection"']
    .map((name) => text.indexOf(name))
    .filter((at) => at >= 0);
  if (elements >= 0 && features.every((at) => elements < at)) return 'overpass';
  return features.length > 0 ? 'geojson' : undefined;
}

/**
 * Reads the roads of a file. A road that was there already is told: with another course it is a fault, with the same one, or
 * the same from its other end, it is passed over.
 * A fault of the file is the last that is found.
 */
export function* readRoads(source: ByteSource): Generator<Found> {
  const format = formatOf(source);
  if (!format) {
    yield faultOf(source.length === 0 ? 'cut' : 'not-roads', { no: null, line: null, id: null });
    return;
  }
  const courses = new Map<string, number>();
  let isEmpty = true;
  try {
    for (const found of readers[format](source)) {
      isEmpty = false;
      if (!('road' in found)) {
        yield found;
        continue;
      }
      const { key, points, no, line } = found.road;
      const course = eitherWay(points);
      const before = courses.get(key);
      if (before === undefined) {
        courses.set(key, course);
        yield found;
      } else {
        const id = key.replace(/^(?:osm|geojson):/, '');
        yield faultOf(before === course ? 'repeated' : 'duplicate', { no, line, id });
      }
    }
    // Taken for the whole of a data set it would say that all its roads are gone.
    if (isEmpty) yield faultOf('no-features', { no: null, line: null, id: null });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    yield faultOf(error.code, { no: null, line: null, id: null }, error.detail);
  }
}
