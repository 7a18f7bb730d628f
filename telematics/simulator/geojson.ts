import type { Line } from './road.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function pathOf(value: unknown): [number, number][] | null {
  if (!Array.isArray(value)) return null;
  const path: [number, number][] = [];
  for (const spot of value as unknown[]) {
    const [lon, lat] = Array.isArray(spot) ? (spot as unknown[]) : [];
    if (typeof lon !== 'number' || typeof lat !== 'number' || !(Math.abs(lon) <= 180 && Math.abs(lat) <= 90))
      return null;
    path.push([lon, lat]);
  }
  return path;
}

/**
 * The lines of a GeoJSON text, whatever they are wrapped in. Their properties `name` and `kmh` (40 when it is not stated) are heeded.
 * @throws Error when there is none, or a place that is none.
 */
export function readLines(text: string): Line[] {
  const lines: Line[] = [];
  const visit = (node: unknown, properties: Record<string, unknown>): void => {
    if (!isRecord(node)) return;
    const { type, coordinates } = node;
    if (type === 'FeatureCollection') for (const one of asList(node['features'])) visit(one, properties);
    else if (type === 'GeometryCollection') for (const one of asList(node['geometries'])) visit(one, properties);
    else if (type === 'Feature') visit(node['geometry'], isRecord(node['properties']) ? node['properties'] : {});
    else if (type === 'LineString' || type === 'MultiLineString')
      for (const one of type === 'LineString' ? [coordinates] : asList(coordinates)) {
        const path = pathOf(one);
        const { name, kmh } = properties;
        const called = typeof name === 'string' ? name : `line ${lines.length + 1}`;
        if (!path) throw new Error(`${called} has a place that is none`);
        lines.push({ name: called, kmh: typeof kmh === 'number' && kmh > 0 ? Math.min(kmh, 180) : 40, path });
      }
  };
  visit(JSON.parse(text), {});
  if (lines.length === 0) throw new Error('There is no LineString in the file');
  return lines;
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
