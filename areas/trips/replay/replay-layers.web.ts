import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import type { Map, Marker } from 'maplibre-gl';
import { useEffect } from 'react';
import { skinned } from '#kit/web/map/skin.ts';
import { trackLines } from '../track/track-lines.web.ts';
import { noBand, speedBands, unknownBand } from '../track/speed-bands.ts';
import type { ReplayPlace, ReplayTrack } from './replay-track.web.ts';
import styles from './replay.module.css';

/** What a vehicle is drawn by. */
export interface ReplayedLine {
  id: string;
  plate: string;
  plateUse: PlateUse | null;
  track: ReplayTrack;
}

/** Draws the tracks: by speed when there is one, else thin, so that the vehicles stand out. */
export function useReplayLines(map: Map, lines: readonly ReplayedLine[]): void {
  useEffect(() => {
    const isOne = lines.length === 1;
    const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
    const features = lines.flatMap(({ track }) => apart(track).flatMap((part) => trackLines(part).features));
    map.addSource('replay', { type: 'geojson', data: { type: 'FeatureCollection', features }, maxzoom: 16 });
    const gap = { 'line-color': 'var(--k-off)', 'line-width': 2, 'line-dasharray': [1, 3] };
    map.addLayer({
      id: 'replay-gap',
      type: 'line',
      source: 'replay',
      filter: ['==', ['get', 'kind'], 'gap'],
      layout: round,
      paint: skinned(map, 'replay-gap', gap),
    });
    const ids = ['replay-gap'];
    for (const [band, { colour, width }] of [[noBand, unknownBand] as const, ...speedBands.entries()]) {
      const id = `replay-${band}`;
      ids.push(id);
      map.addLayer({
        id,
        type: 'line',
        source: 'replay',
        filter: ['==', ['get', 'band'], band] as never,
        layout: round,
        paint: skinned(map, id, {
          'line-color': colour,
          'line-width': isOne ? width : width / 2,
          'line-opacity': isOne ? 1 : 0.6,
        }),
      });
    }
    return () => {
      // The map may be gone with all that is on it.
      if (!map.getStyle()) return;
      for (const id of ids) if (map.getLayer(id)) map.removeLayer(id);
      if (map.getSource('replay')) map.removeSource('replay');
    };
  }, [map, lines]);
}

/** The trips of a track, each by itself. */
function apart(track: ReplayTrack): ReplayTrack[] {
  const firsts = [...track.begins.keys()].filter((at) => track.begins[at] === 1);
  return firsts.map((from, index) => {
    const to = firsts[index + 1] ?? track.count;
    return {
      ...track,
      count: to - from,
      lats: track.lats.subarray(from, to),
      lons: track.lons.subarray(from, to),
      speeds: track.speeds.subarray(from, to),
      gaps: track.gaps.subarray(from, to),
    };
  });
}

/** A vehicle on the map, moved without React. */
export interface ReplaySign {
  move(place: ReplayPlace): void;
  remove(): void;
}

export async function addSign(map: Map, plate: string): Promise<ReplaySign> {
  const engine = await import('#kit/web/map/engine.ts');
  const element = document.createElement('div');
  element.className = styles.sign ?? '';
  element.setAttribute('aria-hidden', 'true');
  const arrow = document.createElement('span');
  arrow.className = styles.arrow ?? '';
  const name = document.createElement('span');
  name.className = styles.plate ?? '';
  name.textContent = plate;
  element.append(arrow, name);
  const marker: Marker = new engine.Marker({ element }).setLngLat([0, 0]).addTo(map);
  // The engine offers every marker as a button; these are none.
  for (const attribute of ['tabindex', 'role', 'aria-label']) element.removeAttribute(attribute);
  return {
    move({ lat, lon, course, state }) {
      marker.setLngLat([lon, lat]);
      if (!Number.isNaN(course)) arrow.style.transform = `rotate(${course}deg)`;
      if (element.dataset['state'] !== state) element.dataset['state'] = state;
    },
    remove: () => marker.remove(),
  };
}
