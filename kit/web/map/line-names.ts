import type { ExpressionSpecification, Map, SymbolLayerSpecification } from 'maplibre-gl';
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

const shield = 'base-shield';
/** In pixels of the picture, of which two are one of the map; it is stretched behind the number. */
const shieldSize = { width: 40, height: 28, corner: 6, edge: 6 };

/** Adds the plate that numbers of roads stand on, as distances from its edge, so that layers give its colours. */
export function addShield(map: Map): void {
  if (map.hasImage(shield)) return;
  const { width, height, corner, edge } = shieldSize;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const beyond = (at: number, size: number) => Math.abs(at + 0.5 - size / 2) - (size / 2 - edge - corner);
      const [dx, dy] = [beyond(x, width), beyond(y, height)];
      const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
      // The engine takes three quarters for the edge, and an eighth for a pixel.
      data[(y * width + x) * 4 + 3] = Math.round(255 * (0.75 - outside / 8));
    }
  const inner = edge + corner;
  map.addImage(
    shield,
    { width, height, data },
    {
      pixelRatio: 2,
      sdf: true,
      stretchX: [[inner, width - inner]],
      stretchY: [[inner, height - inner]],
      content: [inner, edge + 3, width - inner, height - edge - 3],
    },
  );
}

/** Of several numbers, as 'NH48;NH65', the first. */
const firstNumber: ExpressionSpecification = [
  'let',
  'end',
  ['index-of', ';', ['get', 'ref']],
  ['case', ['>', ['var', 'end'], 0], ['slice', ['get', 'ref'], 0, ['var', 'end']], ['get', 'ref']],
];

/** A layer that writes the numbers of main roads on plates. */
export const shields = (
  map: Map,
  id: string,
  own: { source: string; 'source-layer': string },
  filter: ExpressionSpecification,
): SymbolLayerSpecification => ({
  id,
  type: 'symbol',
  ...own,
  minzoom: 7,
  filter,
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 260,
    'text-field': firstNumber,
    'text-font': ['sans-serif'],
    'text-size': 10.5,
    'text-rotation-alignment': 'viewport',
    'icon-image': shield,
    'icon-text-fit': 'both',
    'icon-rotation-alignment': 'viewport',
  },
  paint: skinned(map, id, {
    'text-color': 'var(--m-label)',
    'icon-color': 'var(--m-halo)',
    'icon-halo-color': 'var(--m-road-case)',
    'icon-halo-width': 1,
  }),
});
