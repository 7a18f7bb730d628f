import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map } from 'maplibre-gl';
import { useEffect } from 'react';
import type { TripMatch } from '#areas/speeding/violation-answers.contract.ts';
import { nearestInTime } from '#kit/web/chart/nearest.ts';
import { skinned } from '#kit/web/map/skin.ts';
import type { Track } from './track-model.web.ts';

const source = 'matched';
const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
/** Layers of the track as it was reported, which the matched line takes the place of. */
const reported = /^track-(case|line-|arrows)/;

const lineOf = (kind: string, coordinates: [number, number][]): Feature => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type: 'LineString', coordinates },
});

/** The way along roads, the track as it was reported, and what of it was over the limit. */
export function matchedFeatures(track: Track, match: TripMatch): FeatureCollection {
  const place = (at: number): [number, number] => [track.lons[at] ?? 0, track.lats[at] ?? 0];
  const part = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => place(from + at));
  const over = match.violations.map(({ fromAt, toAt }) =>
    part(nearestInTime(track, Date.parse(fromAt)), nearestInTime(track, Date.parse(toAt))),
  );
  return {
    type: 'FeatureCollection',
    features: [
      ...match.pieces.map(({ line }) => lineOf('matched', line)),
      lineOf('reported', part(0, track.count - 1)),
      ...over.filter((line) => line.length > 1).map((line) => lineOf('over', line)),
    ].filter(({ geometry }) => geometry.type === 'LineString' && geometry.coordinates.length > 1),
  };
}

function addLayers(map: Map): void {
  map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, maxzoom: 16 });
  for (const [id, kind, colour, width, isDashed] of [
    ['matched-case', 'matched', 'var(--k-ring)', 10, false],
    ['matched-line', 'matched', 'var(--k-move)', 6, false],
    ['matched-reported', 'reported', 'var(--k-stop)', 1.4, true],
    ['matched-over-case', 'over', 'var(--k-ring)', 9, false],
    ['matched-over', 'over', 'var(--k-bad)', 6, false],
  ] as const)
    map.addLayer({
      id,
      type: 'line',
      source,
      filter: ['==', ['get', 'kind'], kind] as never,
      layout: round,
      paint: skinned(map, id, {
        'line-color': colour,
        'line-width': width,
        ...(isDashed ? { 'line-dasharray': [3, 3] } : {}),
      }),
    });
}

/** Draws what was over the limit on a track, and where `isOnRoads` the matched line in the place of the reported one. */
export function useMatchedLayers(map: Map, track: Track, match: TripMatch | null | undefined, isOnRoads: boolean) {
  useEffect(() => {
    if (!match) return;
    if (!map.getSource(source)) addLayers(map);
    void map.getSource<GeoJSONSource>(source)?.setData(matchedFeatures(track, match));
  }, [map, track, match]);
  useEffect(() => {
    const show = (id: string, isShown: boolean) =>
      map.getLayer(id) && map.setLayoutProperty(id, 'visibility', isShown ? 'visible' : 'none');
    const onRoads = isOnRoads && Boolean(match);
    for (const id of ['matched-case', 'matched-line', 'matched-reported']) show(id, onRoads);
    for (const { id } of map.getStyle().layers) if (reported.test(id)) show(id, !onRoads);
  }, [map, track, match, isOnRoads]);
}
