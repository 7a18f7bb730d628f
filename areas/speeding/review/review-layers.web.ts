import type { Feature, FeatureCollection, Position } from 'geojson';
import type { GeoJSONSource, Map } from 'maplibre-gl';
import { useEffect } from 'react';
import { skinned } from '#kit/web/map/skin.ts';
import type { RoadNearby } from '../violation-answers.contract.ts';
import type { LookedTrack } from './looked-track.web.ts';

/** Colours of the limits on the way, the lowest first; further ones have the last. */
export const limitColours = ['var(--k-idle)', 'var(--k-move)', 'var(--due)', 'var(--k-stop)'] as const;
export const colourAt = (at: number): string => limitColours[Math.min(at, limitColours.length - 1)] as string;

const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
const [roadSource, trackSource] = ['beside', 'looked'];

const lineOf = (properties: Record<string, unknown>, coordinates: Position[]): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
});
const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

/** Runs of legs that are alike: `of` names a leg by the fix that it ends with, undefined where there is none. */
function runs(
  { fixes, gaps }: LookedTrack,
  of: (at: number) => string | undefined,
  placeOf: (at: number) => Position | undefined,
): { name: string; line: Position[] }[] {
  const found: { name: string; line: Position[] }[] = [];
  let last: { name: string; line: Position[] } | undefined;
  for (let at = 1; at < fixes.length; at += 1) {
    const name = gaps[at] === 1 ? undefined : of(at);
    const [from, to] = [placeOf(at - 1), placeOf(at)];
    if (name === undefined || !from || !to) {
      last = undefined;
      continue;
    }
    if (last?.name === name) last.line.push(to);
    else found.push((last = { name, line: [from, to] }));
  }
  return found;
}

/** The track as lines and points: matched by limit, what was over it, and what the device reported. */
export function trackFeatures(track: LookedTrack): FeatureCollection {
  const { fixes, limits } = track;
  const matched = (at: number): Position | undefined => {
    const fix = fixes[at];
    return fix && fix.matchedLon !== null && fix.matchedLat !== null ? [fix.matchedLon, fix.matchedLat] : undefined;
  };
  const raw = (at: number): Position => [fixes[at]?.lon ?? 0, fixes[at]?.lat ?? 0];
  return collection([
    ...runs(track, (at) => String(limits.indexOf(fixes[at]?.limitKmh ?? -1)), matched).map(({ name, line }) =>
      lineOf({ kind: 'matched', limit: Math.min(Number(name), limitColours.length - 1) }, line),
    ),
    ...runs(
      track,
      (at) => (fixes[at - 1]?.within && fixes[at]?.within ? 'over' : undefined),
      (at) => matched(at) ?? raw(at),
    ).map(({ line }) => lineOf({ kind: 'over' }, line)),
    ...runs(track, () => 'raw', raw).map(({ line }) => lineOf({ kind: 'raw' }, line)),
    ...fixes.map(
      (_, at): Feature => ({
        type: 'Feature',
        properties: { kind: 'fix' },
        geometry: { type: 'Point', coordinates: raw(at) },
      }),
    ),
  ]);
}

export const roadFeatures = (roads: readonly RoadNearby[]): FeatureCollection =>
  collection(roads.flatMap(({ name, lines }) => lines.map((line) => lineOf({ name }, line))));

const is = (kind: string) => ['==', ['get', 'kind'], kind] as never;

function addRoads(map: Map): void {
  map.addSource(roadSource, { type: 'geojson', data: collection([]), maxzoom: 18 });
  const widths = (near: number, far: number) => ['interpolate', ['linear'], ['zoom'], 11, far, 16, near] as never;
  map.addLayer({
    id: 'beside-case',
    type: 'line',
    source: roadSource,
    layout: round,
    paint: skinned(map, 'beside-case', { 'line-color': 'var(--m-hwy-case)', 'line-width': widths(17, 4) }),
  });
  map.addLayer({
    id: 'beside-road',
    type: 'line',
    source: roadSource,
    layout: round,
    paint: skinned(map, 'beside-road', { 'line-color': 'var(--m-hwy)', 'line-width': widths(14, 2.5) }),
  });
}

function addRoadNames(map: Map): void {
  map.addLayer({
    id: 'beside-names',
    type: 'symbol',
    source: roadSource,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-field': ['get', 'name'],
      'text-font': ['sans-serif'],
      'text-size': 12,
      'text-offset': [0, 1.1],
    },
    paint: skinned(map, 'beside-names', {
      'text-color': 'var(--m-label)',
      'text-halo-color': 'var(--m-halo)',
      'text-halo-width': 1.6,
    }),
  });
}

function addTrack(map: Map): void {
  map.addSource(trackSource, { type: 'geojson', data: collection([]), maxzoom: 18 });
  const line = (id: string, filter: never, colour: string, width: number, more: object = {}) =>
    map.addLayer({
      id,
      type: 'line',
      source: trackSource,
      filter,
      layout: round,
      paint: skinned(map, id, { 'line-color': colour, 'line-width': width, ...more }),
    });
  line('looked-case', is('matched'), 'var(--k-ring)', 10);
  line('looked-unknown', ['all', is('matched'), ['==', ['get', 'limit'], -1]] as never, 'var(--k-off)', 7);
  for (const [at, colour] of limitColours.entries())
    line(`looked-limit-${at}`, ['all', is('matched'), ['==', ['get', 'limit'], at]] as never, colour, 7);
  line('looked-over-case', is('over'), 'var(--k-ring)', 6);
  line('looked-over', is('over'), 'var(--k-bad)', 4);
  line('looked-raw', is('raw'), 'var(--k-stop)', 1.3, { 'line-dasharray': [3, 3] });
  map.addLayer({
    id: 'looked-fixes',
    type: 'circle',
    source: trackSource,
    filter: is('fix'),
    paint: skinned(map, 'looked-fixes', {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 11, 2, 15, 4] as never,
      'circle-color': 'var(--surface)',
      'circle-stroke-color': 'var(--text)',
      'circle-stroke-width': 1.6,
    }),
  });
}

/** Draws the roads around a violation and its track, and those of another one in their place. */
export function useReviewLayers(map: Map, track: LookedTrack, roads: readonly RoadNearby[] | undefined): void {
  useEffect(() => {
    if (!map.getSource(trackSource)) {
      addRoads(map);
      addTrack(map);
      addRoadNames(map);
    }
    void map.getSource<GeoJSONSource>(trackSource)?.setData(trackFeatures(track));
  }, [map, track]);
  useEffect(() => {
    void map.getSource<GeoJSONSource>(roadSource)?.setData(roadFeatures(roads ?? []));
  }, [map, roads]);
}
