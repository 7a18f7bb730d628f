import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map } from 'maplibre-gl';
import { useEffect } from 'react';
import { type Bounds, worldX, worldY } from '#kit/web/map/mercator.ts';
import { skinned } from '#kit/web/map/skin.ts';
import type { AlibiFacts } from '../alibi.contract.ts';

export interface MarkedPlace {
  lat: number;
  lon: number;
  radiusM: number;
}

const source = 'alibi';
const degreeM = 111_195;
const corners = 72;
/** All of India, while there is no place. */
const india: Bounds = { minX: worldX(68), maxX: worldX(97), minY: worldY(36), maxY: worldY(7) };

function circle({ lat, lon, radiusM }: MarkedPlace): [number, number][] {
  const [up, across] = [radiusM / degreeM, radiusM / (degreeM * Math.cos((lat * Math.PI) / 180))];
  return Array.from({ length: corners + 1 }, (_, at) => {
    const turn = (at / corners) * 2 * Math.PI;
    return [lon + across * Math.cos(turn), lat + up * Math.sin(turn)];
  });
}

/** All that is shown is in sight; a place by itself with so much around it as is meant by it. */
export function boundsOf(place: MarkedPlace | undefined, facts: AlibiFacts | undefined): Bounds {
  const fixes = facts ? [...facts.fixes] : [];
  const points = [
    ...(place
      ? circle({ ...place, radiusM: Math.max(place.radiusM, fixes.length === 0 ? 1_500 : place.radiusM) })
      : []),
    ...fixes.map(({ lat, lon }): [number, number] => [lon, lat]),
  ];
  if (points.length === 0) return india;
  const [xs, ys] = [points.map(([lon]) => worldX(lon)), points.map(([, lat]) => worldY(lat))];
  return { minX: Math.min(...xs), maxX: Math.max(...xs), minY: Math.min(...ys), maxY: Math.max(...ys) };
}

function featuresOf(place: MarkedPlace | undefined, facts: AlibiFacts | undefined): FeatureCollection {
  const features: Feature[] = [];
  const line = (kind: string, coordinates: [number, number][]) =>
    features.push({ type: 'Feature', properties: { kind }, geometry: { type: 'LineString', coordinates } });
  if (place)
    features.push({
      type: 'Feature',
      properties: { kind: 'place' },
      geometry: { type: 'Polygon', coordinates: [circle(place)] },
    });
  if (!facts) return { type: 'FeatureCollection', features };
  const { fixes, before, after, asked } = facts;
  if (fixes.length > 1)
    line(
      'trace',
      fixes.map(({ lat, lon }) => [lon, lat]),
    );
  for (const fix of [before, after])
    if (fix)
      line('away', [
        [fix.lon, fix.lat],
        [asked.lon, asked.lat],
      ]);
  for (const { lat, lon } of fixes)
    features.push({
      type: 'Feature',
      properties: { kind: 'fix' },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    });
  return { type: 'FeatureCollection', features };
}

const is = (kind: string) => ['==', ['get', 'kind'], kind] as never;
const round = { 'line-join': 'round', 'line-cap': 'round' } as const;

function addLayers(map: Map): void {
  map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, maxzoom: 18 });
  map.addLayer({
    id: 'alibi-place',
    type: 'fill',
    source,
    filter: is('place'),
    paint: skinned(map, 'alibi-place', { 'fill-color': 'var(--bad)', 'fill-opacity': 0.14 }),
  });
  const lineLayer = (id: string, kind: string, paint: Record<string, unknown>) =>
    map.addLayer({
      id,
      type: 'line',
      source,
      filter: is(kind),
      layout: round,
      paint: skinned(map, id, paint) as never,
    });
  lineLayer('alibi-rim', 'place', { 'line-color': 'var(--bad)', 'line-width': 2 });
  lineLayer('alibi-away', 'away', { 'line-color': 'var(--text-2)', 'line-width': 1.6, 'line-dasharray': [2, 2.4] });
  lineLayer('alibi-case', 'trace', { 'line-color': 'var(--k-ring)', 'line-width': 6 });
  lineLayer('alibi-trace', 'trace', { 'line-color': 'var(--info)', 'line-width': 3.4 });
  map.addLayer({
    id: 'alibi-fixes',
    type: 'circle',
    source,
    filter: is('fix'),
    paint: skinned(map, 'alibi-fixes', {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 1.6, 15, 4] as never,
      'circle-color': 'var(--surface)',
      'circle-stroke-color': 'var(--info)',
      'circle-stroke-width': 1.4,
    }),
  });
}

/** Draws the place and what was found, and another in their place when they change. */
export function useAlibiLayers(map: Map, place: MarkedPlace | undefined, facts: AlibiFacts | undefined): void {
  useEffect(() => {
    if (!map.getSource(source)) addLayers(map);
    void map.getSource<GeoJSONSource>(source)?.setData(featuresOf(place, facts));
  }, [map, place, facts]);
}
