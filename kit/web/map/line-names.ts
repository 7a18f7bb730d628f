import type { Map, SymbolLayerSpecification } from 'maplibre-gl';
import { skinned } from './skin.ts';

/** A layer that writes the numbers or names of lines along them. @param from the zoom from which they are read */
export const namesAlong = (
  map: Map,
  id: string,
  own: { source: string; 'source-layer': string },
  from: number,
): SymbolLayerSpecification => ({
  id,
  type: 'symbol',
  ...own,
  minzoom: from,
  layout: {
    'symbol-placement': 'line',
    'text-field': ['coalesce', ['get', 'ref'], ['get', 'name'], ''],
    'text-font': ['sans-serif'],
    'text-size': 11.5,
    'symbol-spacing': 320,
  },
  paint: skinned(map, id, {
    'text-color': 'var(--m-label)',
    'text-halo-color': 'var(--m-halo)',
    'text-halo-width': 1.4,
  }),
});
