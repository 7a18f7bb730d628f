import type { FeatureCollection, Position } from 'geojson';
import type { Track } from './track-model.web.ts';

/** What is known of a way: driven, or only where it began and ended. */
export type WayKind = 'driven' | 'gap';

/** A track as lines: what was driven, and between fixes that nothing was heard between. */
export function trackLines(track: Track): FeatureCollection {
  const features: FeatureCollection['features'] = [];
  const add = (kind: WayKind, coordinates: Position[]) => {
    if (coordinates.length > 1)
      features.push({ type: 'Feature', properties: { kind }, geometry: { type: 'LineString', coordinates } });
  };
  let driven: Position[] = [];
  for (let at = 0; at < track.count; at += 1) {
    const here = [track.lons[at] ?? 0, track.lats[at] ?? 0];
    if (track.gaps[at] === 1) {
      add('driven', driven);
      add('gap', [[track.lons[at - 1] ?? 0, track.lats[at - 1] ?? 0], here]);
      driven = [];
    }
    driven.push(here);
  }
  add('driven', driven);
  return { type: 'FeatureCollection', features };
}
