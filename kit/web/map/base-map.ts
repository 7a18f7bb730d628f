import baseMapAddress from 'virtual:base-map';
import type { FeatureCollection } from 'geojson';
import type { Map } from 'maplibre-gl';
import { skinned } from './skin.ts';

/** What the ground is made of; see tools/web/base-map.ts. */
interface BaseMap {
  land: number[][][];
  towns: [name: string, lat: number, lon: number, people: number][];
}

let fetched: Promise<{ land: FeatureCollection; towns: FeatureCollection }> | undefined;

const fetchBase = () =>
  (fetched ??= read().catch((error: unknown) => {
    // The next map asks again.
    fetched = undefined;
    throw error;
  }));

async function read() {
  const answer = await fetch(baseMapAddress);
  if (!answer.ok) throw new Error(`The ground of the map was answered ${answer.status}`);
  const { land, towns } = (await answer.json()) as BaseMap;
  const ring = (flat: readonly number[]) =>
    Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? 0, flat[2 * at + 1] ?? 0]);
  return {
    land: {
      type: 'FeatureCollection' as const,
      features: land.map((rings) => ({
        type: 'Feature' as const,
        properties: {},
        geometry: { type: 'Polygon' as const, coordinates: rings.map(ring) },
      })),
    },
    towns: {
      type: 'FeatureCollection' as const,
      features: towns.map(([name, lat, lon, people], rank) => ({
        type: 'Feature' as const,
        properties: { name, people, rank },
        geometry: { type: 'Point' as const, coordinates: [lon, lat] },
      })),
    },
  };
}

/** From how many thousands of people on towns are shown, by the zoom. */
const shownFrom = ['step', ['zoom'], 1_500, 5, 600, 6, 200, 7, 60, 8, 15, 9, 3, 10, 0] as const;

/** Draws land and towns below everything else. Nothing of it comes from another server. */
export async function addBase(map: Map): Promise<void> {
  const { land, towns } = await fetchBase();
  if (map.getSource('base-land')) return;
  map.addSource('base-land', { type: 'geojson', data: land, maxzoom: 12 });
  map.addSource('base-towns', { type: 'geojson', data: towns, maxzoom: 12 });
  const before = map.getStyle().layers.find(({ id }) => id !== 'base-water')?.id;
  map.addLayer(
    {
      id: 'base-land',
      type: 'fill',
      source: 'base-land',
      paint: skinned(map, 'base-land', { 'fill-color': 'var(--m-land)' }),
    },
    before,
  );
  map.addLayer(
    {
      id: 'base-coast',
      type: 'line',
      source: 'base-land',
      paint: skinned(map, 'base-coast', { 'line-color': 'var(--m-road-case)', 'line-width': 1 }),
    },
    before,
  );
  map.addLayer(
    {
      id: 'base-town-dots',
      type: 'circle',
      source: 'base-towns',
      filter: ['>=', ['get', 'people'], shownFrom] as never,
      paint: skinned(map, 'base-town-dots', {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 5, 2, 12, 3.5] as never,
        'circle-color': 'var(--m-label)',
        'circle-stroke-color': 'var(--m-halo)',
        'circle-stroke-width': 1,
      }),
    },
    before,
  );
  map.addLayer(
    {
      id: 'base-town-names',
      type: 'symbol',
      source: 'base-towns',
      filter: ['>=', ['get', 'people'], shownFrom] as never,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-size': ['interpolate', ['linear'], ['get', 'people'], 0, 11, 300, 13, 3_000, 15] as never,
        'text-anchor': 'top',
        'text-offset': [0, 0.35],
        'text-padding': 6,
        // The larger town keeps its name where two would lie over each other.
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: skinned(map, 'base-town-names', {
        'text-color': 'var(--m-label)',
        'text-halo-color': 'var(--m-halo)',
        'text-halo-width': 1.4,
      }),
    },
    before,
  );
}
