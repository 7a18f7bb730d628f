import type { GeofenceShape, Point } from '../geofence/shape.contract.ts';

/** A shape out of a file. */
export interface FoundShape {
  name: string;
  shape: GeofenceShape;
}

interface Geometry {
  type: string;
  coordinates?: unknown;
  geometries?: Geometry[];
}
interface Feature {
  type: string;
  geometry?: Geometry | null;
  properties?: Record<string, unknown> | null;
  features?: Feature[];
}

/** What a line or a point of a file is given, which has no width there. */
const usualM = { CIRCLE: 200, CORRIDOR: 50 } as const;
type Position = readonly [lon: number, lat: number];
const pointsOf = (positions: readonly Position[]): Point[] => positions.map(([lon, lat]) => [lat, lon]);

/** Files have holes in polygons; a geofence has none, and takes the outline. */
function shapesOf({ type, coordinates, geometries }: Geometry, radius: unknown): GeofenceShape[] {
  const polygon = (rings: readonly (readonly Position[])[]): GeofenceShape => ({
    kind: 'POLYGON',
    points: pointsOf(rings[0] ?? []),
    widthM: 0,
  });
  switch (type) {
    case 'Polygon':
      return [polygon(coordinates as Position[][])];
    case 'MultiPolygon':
      return (coordinates as Position[][][]).map(polygon);
    case 'LineString':
      return [{ kind: 'CORRIDOR', points: pointsOf(coordinates as Position[]), widthM: usualM.CORRIDOR }];
    case 'MultiLineString':
      return (coordinates as Position[][]).map((line) => ({
        kind: 'CORRIDOR',
        points: pointsOf(line),
        widthM: usualM.CORRIDOR,
      }));
    case 'Point':
      return [
        {
          kind: 'CIRCLE',
          points: pointsOf([coordinates as Position]),
          widthM: typeof radius === 'number' ? Math.round(radius) : usualM.CIRCLE,
        },
      ];
    case 'GeometryCollection':
      return (geometries ?? []).flatMap((one) => shapesOf(one, radius));
    default:
      return [];
  }
}

function featuresOf(read: Feature): Feature[] {
  if (read.type === 'FeatureCollection') return read.features ?? [];
  return read.type === 'Feature' ? [read] : [{ type: 'Feature', geometry: read as unknown as Geometry }];
}

/**
 * Reads shapes from GeoJSON or KML.
 * @throws Error when it is neither.
 */
export async function readShapes(text: string): Promise<FoundShape[]> {
  const features = text.trimStart().startsWith('<') ? await readKml(text) : featuresOf(JSON.parse(text) as Feature);
  return features.flatMap(({ geometry, properties }) => {
    const name = properties?.['name'] ?? properties?.['Name'];
    return geometry
      ? shapesOf(geometry, properties?.['radius']).map((shape) => ({
          name: typeof name === 'string' ? name.slice(0, 80) : '',
          shape,
        }))
      : [];
  });
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string };
}

/** The page takes no markup from text; this is read as data alone, and never becomes part of it. */
const readable = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes?.createPolicy('kml', {
  createHTML: (text) => text,
});

async function readKml(text: string): Promise<Feature[]> {
  const { kml } = await import('@tmcw/togeojson');
  const document = new DOMParser().parseFromString(readable ? readable.createHTML(text) : text, 'application/xml');
  if (document.querySelector('parsererror')) throw new Error('Not KML');
  return kml(document).features as unknown as Feature[];
}
