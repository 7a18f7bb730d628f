import type { GeoJSONSource, Map } from 'maplibre-gl';
import { useEffect } from 'react';
import { skinned } from '#kit/web/map/skin.ts';
import type { RoadNearby } from '../violation-answers.contract.ts';
import type { LookedTrack } from './looked-track.web.ts';
import { collection, limitColours, roadFeatures, trackFeatures } from './track-features.web.ts';

const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
const [roadSource, trackSource] = ['beside', 'looked'];

const is = (kind: string) => ['==', ['get', 'kind'], kind] as never;

function addRoads(map: Map): void {
  map.addSource(roadSource, { type: 'geojson', data: collection([]), maxzoom: 18 });
  const widths = (near: number, far: number) => ['interpolate', ['linear'], ['zoom'], 11, far, 16, near] as never;
  map.addLayer({
    id: 'beside-case',
    type: 'line',
    source: roadSource,
    layout: round,
    paint: skinned(map, 'beside-case', { 'line-color': 'var(--m-road-case)', 'line-width': widths(12, 3.4) }),
  });
  map.addLayer({
    id: 'beside-road',
    type: 'line',
    source: roadSource,
    layout: round,
    paint: skinned(map, 'beside-road', { 'line-color': 'var(--m-road)', 'line-width': widths(9.5, 2) }),
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
  line('looked-raw', is('raw'), 'var(--k-stop)', 1.3, { 'line-dasharray': [3, 3] });
  addFixes(map, 'looked-fixes', is('fix'), 'var(--text)');
  // What was over the limit is what the page is about: above the positions, however close together they are.
  line('looked-over-case', is('over'), 'var(--k-ring)', 12);
  line('looked-over', is('over'), 'var(--k-bad)', 8);
  addFixes(map, 'looked-fixes-over', ['all', is('fix'), ['get', 'isOver']] as never, 'var(--k-bad)');
}

/** Positions as points that are smaller than the lines, and larger only where they are far apart. */
function addFixes(map: Map, id: string, filter: never, ring: string): void {
  map.addLayer({
    id,
    type: 'circle',
    source: trackSource,
    filter,
    paint: skinned(map, id, {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 11, 1, 14, 2, 16, 3.4] as never,
      'circle-color': 'var(--surface)',
      'circle-stroke-color': ring,
      'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 11, 0.6, 16, 1.4] as never,
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
