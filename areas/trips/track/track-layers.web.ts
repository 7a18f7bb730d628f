import type { GeoJSONSource, Map } from 'maplibre-gl';
import { useEffect } from 'react';
import { skinned } from '#kit/web/map/skin.ts';
import { noBand, speedBands, unknownBand } from './speed-bands.ts';
import { trackLines } from './track-lines.web.ts';
import type { Track } from './track-model.web.ts';

const [source, arrow] = ['track', 'track-arrow'];
const round = { 'line-join': 'round', 'line-cap': 'round' } as const;

/** The tip of an arrow, as a shape without a colour: the layer gives it one. */
function arrowTip(): ImageData {
  const side = 32;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return new ImageData(side, side);
  context.beginPath();
  context.moveTo(7, 3);
  context.lineTo(27, 16);
  context.lineTo(7, 29);
  context.closePath();
  context.fill();
  return context.getImageData(0, 0, side, side);
}

function addLayers(map: Map, track: Track): void {
  map.addSource(source, { type: 'geojson', data: trackLines(track), maxzoom: 16 });
  if (!map.hasImage(arrow)) map.addImage(arrow, arrowTip(), { sdf: true, pixelRatio: 2 });
  const driven = ['==', ['get', 'kind'], 'driven'] as never;
  map.addLayer({
    id: 'track-case',
    type: 'line',
    source,
    filter: driven,
    layout: round,
    paint: skinned(map, 'track-case', { 'line-color': 'var(--k-ring)', 'line-width': 10 }),
  });
  map.addLayer({
    id: 'track-gap',
    type: 'line',
    source,
    filter: ['==', ['get', 'kind'], 'gap'],
    layout: round,
    paint: skinned(map, 'track-gap', { 'line-color': 'var(--k-off)', 'line-width': 2.5, 'line-dasharray': [1, 3] }),
  });
  for (const [band, { colour, width }] of [[noBand, unknownBand] as const, ...speedBands.entries()]) {
    const id = `track-line-${band}`;
    map.addLayer({
      id,
      type: 'line',
      source,
      filter: ['==', ['get', 'band'], band] as never,
      layout: round,
      paint: skinned(map, id, { 'line-color': colour, 'line-width': width }),
    });
  }
  map.addLayer({
    id: 'track-arrows',
    type: 'symbol',
    source,
    filter: driven,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 110,
      'icon-image': arrow,
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
    paint: skinned(map, 'track-arrows', { 'icon-color': 'var(--k-stop)' }),
  });
}

/** Draws a track on a map, and another one in its place when it has grown. */
export function useTrackLayers(map: Map, track: Track): void {
  useEffect(() => {
    const drawn = map.getSource<GeoJSONSource>(source);
    if (drawn) void drawn.setData(trackLines(track));
    else addLayers(map, track);
  }, [map, track]);
}
