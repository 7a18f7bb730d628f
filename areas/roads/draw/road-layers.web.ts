import type { GeoJSONSource, Map } from 'maplibre-gl';
import { useEffect } from 'react';
import { type Bounds, worldX, worldY } from '#kit/web/map/mercator.ts';
import { skinned } from '#kit/web/map/skin.ts';
import { lengthOf, type LinePoint, stepM } from '../road/line.contract.ts';

/** What a line on the map is: the road itself, the part of it that is meant, what comes of its rest, or one that lies near. */
export type LineTone = 'road' | 'part' | 'rest' | 'near';
export interface DrawnLine {
  points: readonly LinePoint[];
  tone: LineTone;
}

const source = 'road-lines';
const looks: readonly (readonly [LineTone, Record<string, unknown>])[] = [
  ['near', { 'line-color': 'var(--text-3)', 'line-width': 3 }],
  ['road', { 'line-color': 'var(--accent)', 'line-width': 4 }],
  ['rest', { 'line-color': 'var(--text-2)', 'line-width': 5, 'line-dasharray': [1.6, 1.2] }],
  ['part', { 'line-color': 'var(--bad)', 'line-width': 7, 'line-opacity': 0.85 }],
];

function addLayers(map: Map): void {
  map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  for (const [tone, paint] of looks)
    map.addLayer({
      id: `road-${tone}`,
      type: 'line',
      source,
      filter: ['==', ['get', 'tone'], tone] as never,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: skinned(map, `road-${tone}`, paint) as never,
    });
}

/** Draws lines, and others in their place when they change. */
export function useRoadLayers(map: Map, lines: readonly DrawnLine[]): void {
  useEffect(() => {
    if (!map.getSource(source)) addLayers(map);
    void map.getSource<GeoJSONSource>(source)?.setData({
      type: 'FeatureCollection',
      features: lines.map(({ points, tone }) => ({
        type: 'Feature',
        geometry: { type: 'LineString', coordinates: points.map(([lat, lon]) => [lon, lat]) },
        properties: { tone },
      })),
    });
  }, [map, lines]);
}

/** All of India, while there is no line. */
const india: Bounds = { minX: worldX(68), maxX: worldX(97), minY: worldY(36), maxY: worldY(7) };

export function boundsOf(points: readonly LinePoint[]): Bounds {
  if (points.length === 0) return india;
  const [lats, lons] = [points.map(([lat]) => lat), points.map(([, lon]) => lon)];
  return {
    minX: worldX(Math.min(...lons)),
    maxX: worldX(Math.max(...lons)),
    minY: worldY(Math.max(...lats)),
    maxY: worldY(Math.min(...lats)),
  };
}

/** The place so many metres along a line. */
export function pointAt(points: readonly LinePoint[], metres: number): LinePoint | undefined {
  let gone = 0;
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (!from) continue;
    const step = stepM(from, to);
    if (gone + step >= metres || at === points.length - 1) {
      const share = step === 0 ? 0 : Math.min(1, Math.max(0, (metres - gone) / step));
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    }
    gone += step;
  }
  return points[0];
}

/** The part of a line from metre to metre. */
export function partOf(points: readonly LinePoint[], fromM: number, toM: number): LinePoint[] {
  const [start, end] = [pointAt(points, fromM), pointAt(points, toM)];
  if (!start || !end) return [];
  let gone = 0;
  const between = points.filter((point, at) => {
    const before = points[at - 1];
    if (before) gone += stepM(before, point);
    return gone > fromM && gone < toM;
  });
  return [start, ...between, end];
}

/** Metres along a line of the place of it that is nearest to a point, in the plane of the map. */
export function offsetNear(points: readonly LinePoint[], [lat, lon]: LinePoint): number {
  const [up, across] = [1, Math.cos((lat * Math.PI) / 180)];
  let [best, found, gone] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (!from) continue;
    const [ax, ay] = [(from[1] - lon) * across, (from[0] - lat) * up];
    const [dx, dy] = [(to[1] - from[1]) * across, (to[0] - from[0]) * up];
    const square = dx * dx + dy * dy;
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square));
    const apart = Math.hypot(ax + dx * share, ay + dy * share);
    const step = stepM(from, to);
    if (apart < best) [best, found] = [apart, gone + step * share];
    gone += step;
  }
  return Math.min(found, lengthOf(points));
}
