import type { GeoJSONSource, Map } from 'maplibre-gl';
import { useEffect } from 'react';
import { type Bounds, worldX, worldY } from '#kit/web/map/mercator.ts';
import { skinned } from '#kit/web/map/skin.ts';
import type { GeofenceShape, Point } from '../geofence/shape.contract.ts';

const radian = Math.PI / 180;
const degreeM = 6_371_008.8 * radian;
const source = 'fence';
const trip = 'fence-trip';

/** A circle as a ring of so many corners. */
const corners = 96;
function ringOf([lat, lon]: Point, radiusM: number): [number, number][] {
  return Array.from({ length: corners + 1 }, (_, at) => {
    const turn = (at / corners) * 2 * Math.PI;
    const north = (Math.sin(turn) * radiusM) / degreeM;
    const east = (Math.cos(turn) * radiusM) / (degreeM * Math.cos(lat * radian));
    return [lon + east, lat + north];
  });
}
const positions = (points: readonly Point[]): [number, number][] => points.map(([lat, lon]) => [lon, lat]);

function featureOf(shape: GeofenceShape | undefined) {
  const [first] = shape?.points ?? [];
  if (!shape || !first) return { type: 'FeatureCollection' as const, features: [] };
  const geometry =
    shape.kind === 'CORRIDOR'
      ? { type: 'LineString' as const, coordinates: positions(shape.points) }
      : {
          type: 'Polygon' as const,
          coordinates: [
            shape.kind === 'CIRCLE' ? ringOf(first, shape.widthM) : [...positions(shape.points), [first[1], first[0]]],
          ],
        };
  return { type: 'Feature' as const, geometry, properties: {} };
}

/** Pixels that a number of metres takes at zoom 0: twice as many with each step. */
const pixelsAt0 = (metres: number, lat: number) => (metres * 512) / (40_075_016.7 * Math.cos(lat * radian));
const bandWidth = (shape: GeofenceShape | undefined) => {
  const px = shape?.kind === 'CORRIDOR' ? pixelsAt0(shape.widthM * 2, shape.points[0]?.[0] ?? 0) : 0;
  return ['interpolate', ['exponential', 2], ['zoom'], 0, px, 24, px * 2 ** 24] as never;
};

function addLayers(map: Map): void {
  map.addSource(trip, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  const areas = ['==', ['geometry-type'], 'Polygon'] as never;
  const lines = ['==', ['geometry-type'], 'LineString'] as never;
  map.addLayer({
    id: 'fence-fill',
    type: 'fill',
    source,
    filter: areas,
    paint: skinned(map, 'fence-fill', { 'fill-color': 'var(--accent)', 'fill-opacity': 0.16 }),
  });
  map.addLayer({
    id: 'fence-band',
    type: 'line',
    source,
    filter: lines,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: skinned(map, 'fence-band', { 'line-color': 'var(--accent)', 'line-opacity': 0.2 }),
  });
  map.addLayer({
    id: 'fence-edge',
    type: 'line',
    source,
    paint: skinned(map, 'fence-edge', { 'line-color': 'var(--accent)', 'line-width': 2.5 }),
  });
  map.addLayer({
    id: 'fence-trip',
    type: 'line',
    source: trip,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: skinned(map, 'fence-trip', { 'line-color': 'var(--k-move)', 'line-width': 4 }),
  });
}

/** Draws a shape and the line of a trip, and others in their place when they change. */
export function useShapeLayers(
  map: Map,
  shape: GeofenceShape | undefined,
  line: readonly (readonly [number, number])[] | undefined,
): void {
  useEffect(() => {
    if (!map.getSource(source)) addLayers(map);
    void map.getSource<GeoJSONSource>(source)?.setData(featureOf(shape) as never);
    map.setPaintProperty('fence-band', 'line-width', bandWidth(shape));
  }, [map, shape]);
  useEffect(() => {
    void map.getSource<GeoJSONSource>(trip)?.setData({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: (line ?? []) as [number, number][] },
      properties: {},
    });
  }, [map, line]);
}

/** All of India, while nothing is drawn. */
const india: Bounds = { minX: worldX(68), maxX: worldX(97), minY: worldY(36), maxY: worldY(7) };

/** What is to be in sight: a shape with its width, else a trip, else the country. */
export function boundsOf(
  shape: GeofenceShape | undefined,
  line: readonly (readonly [number, number])[] | undefined,
): Bounds {
  const points = shape && shape.points.length > 0 ? shape.points.map(([lat, lon]) => [lon, lat] as const) : line;
  if (!points || points.length === 0) return india;
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)];
  const up = (shape?.widthM ?? 0) / degreeM;
  const across = up / Math.max(0.01, Math.cos((lats[0] ?? 0) * radian));
  return {
    minX: worldX(Math.min(...lons) - across),
    maxX: worldX(Math.max(...lons) + across),
    minY: worldY(Math.max(...lats) + up),
    maxY: worldY(Math.min(...lats) - up),
  };
}
