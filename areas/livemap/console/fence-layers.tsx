import { useQuery } from '@tanstack/react-query';
import type { FilterSpecification, Map, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { knowOwnTiles, ownTiles } from '#kit/web/map/own-tiles.ts';
import { isGone, skinned } from '#kit/web/map/skin.ts';
import { fenceTiles } from '#areas/geofences/tiles/fence-tiles.contract.ts';

/** A geofence that somebody pointed at. */
export interface PickedFence {
  id: string;
  name: string;
}

const source = 'fences';
const fill = 'fences-fill';
const layers = [fill, 'fences-edge', 'fences-name'] as const;
const isArea: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];

/** The smallest geofence at a place of the map, where they are drawn. */
export function fenceAt(map: Map, { point }: MapMouseEvent): PickedFence | undefined {
  if (!map.getLayer(fill)) return undefined;
  const at = (layer: string) => map.queryRenderedFeatures(point, { layers: [layer] })[0];
  // A corridor that is thin on the screen is a line alone.
  const found = at(fill) ?? at(layers[1]);
  const { id, name } = (found?.properties ?? {}) as Record<string, string | undefined>;
  return id && name ? { id, name } : undefined;
}

/** Geofences below the vehicles, drawn anew when somebody changes one. */
export function FenceLayers({ map }: { map: Map }) {
  useEffect(() => {
    let isOver = false;
    void knowOwnTiles().then(() => {
      if (!isOver && !map.getSource(source)) addLayers(map);
    });
    return () => {
      isOver = true;
      if (isGone(map)) return;
      for (const layer of layers) if (map.getLayer(layer)) map.removeLayer(layer);
      if (map.getSource(source)) map.removeSource(source);
    };
  }, [map]);
  useRenewed(map);
  return null;
}

/** Goes on while no map is open: what the query answered then is remembered. */
let renewals = 0;
/** What stands below the path of a catalogue is asked for anew when its rows change; here that only counts. */
function useRenewed(map: Map): void {
  const { data } = useQuery({
    queryKey: ['geofence', 'tiles'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => {
      renewals += 1;
      return Promise.resolve(renewals);
    },
  });
  const drawn = useRef(data);
  useEffect(() => {
    const before = drawn.current;
    drawn.current = data;
    if (before !== undefined && before !== data && map.getSource(source)) map.refreshTiles(source);
  }, [map, data]);
}

function addLayers(map: Map): void {
  const [, edge, name] = layers;
  const own = { source, 'source-layer': fenceTiles.layer } as const;
  map.addSource(source, { type: 'vector', tiles: [ownTiles(fenceTiles.path)], maxzoom: fenceTiles.maxZoom });
  map.addLayer({
    id: fill,
    type: 'fill',
    ...own,
    filter: isArea,
    paint: skinned(map, fill, { 'fill-color': 'var(--accent)', 'fill-opacity': 0.12, 'fill-antialias': false }),
  });
  map.addLayer({
    id: edge,
    type: 'line',
    ...own,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: skinned(map, edge, { 'line-color': 'var(--accent)', 'line-width': 1.6, 'line-opacity': 0.75 }),
  });
  map.addLayer({
    id: name,
    type: 'symbol',
    source,
    'source-layer': fenceTiles.nameLayer,
    minzoom: 9,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['sans-serif'],
      'text-size': 12,
      'text-max-width': 9,
      // Smaller areas stand later in a tile; their names give way to those of larger ones.
      'symbol-z-order': 'source',
    },
    paint: skinned(map, name, {
      'text-color': 'var(--accent-text)',
      'text-halo-color': 'var(--m-halo)',
      'text-halo-width': 1.5,
    }),
  });
}
