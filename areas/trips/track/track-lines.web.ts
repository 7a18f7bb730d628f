import type { FeatureCollection, Position } from 'geojson';
import { bandOf } from './speed-bands.ts';
import type { Track } from './track-model.web.ts';

/** What is known of a way: driven, or only where it began and ended. */
export type WayKind = 'driven' | 'gap';

/** A track as lines: what was driven, a line for each stretch in the same band of speed, and between fixes that nothing was heard between. */
export function trackLines(track: Track): FeatureCollection {
  const features: FeatureCollection['features'] = [];
  const add = (kind: WayKind, coordinates: Position[], band?: number) => {
    if (coordinates.length > 1)
      features.push({
        type: 'Feature',
        properties: { kind, ...(band === undefined ? {} : { band }) },
        geometry: { type: 'LineString', coordinates },
      });
  };
  let driven: Position[] = [];
  let current: number | undefined;
  for (let at = 0; at < track.count; at += 1) {
    const here = [track.lons[at] ?? 0, track.lats[at] ?? 0];
    if (track.gaps[at] === 1) {
      add('driven', driven, current);
      add('gap', [[track.lons[at - 1] ?? 0, track.lats[at - 1] ?? 0], here]);
      driven = [here];
      current = undefined;
      continue;
    }
    // A leg has the speed that it ended with.
    const band = bandOf(track.speeds[at] ?? Number.NaN);
    if (current !== undefined && band !== current && driven.length > 1) {
      add('driven', driven, current);
      driven = driven.slice(-1);
    }
    if (driven.length > 0) current = band;
    driven.push(here);
  }
  add('driven', driven, current);
  return { type: 'FeatureCollection', features };
}
