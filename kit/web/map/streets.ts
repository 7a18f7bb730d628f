import type { ExpressionSpecification, FilterSpecification, LayerSpecification, Map } from 'maplibre-gl';
import { mayView } from '../rights.ts';
import { streetTiles } from './grounds.ts';
import { namesAlong } from './line-names.ts';
import { knowOwnTiles, ownTiles } from './own-tiles.ts';
import { skinned } from './skin.ts';

/** The rank of a road is the zoom from which it is drawn. Up to this one a road joins towns. */
const mainRank = 5;
const isMain: FilterSpecification = ['<=', ['get', 'rank'], mainRank];
const isMinor: FilterSpecification = ['>', ['get', 'rank'], mainRank];

/** Widths by the zoom, in pixels, with so many more for what stands out on both sides. */
const widthOf = (stops: readonly (readonly [zoom: number, px: number])[], more = 0): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...(stops.flatMap(([zoom, px]) => [zoom, px + more]) as [number, number]),
];
const mainWidth = [
  [4, 0.8],
  [9, 1.8],
  [12, 4],
  [15, 9],
  [18, 22],
] as const;
const minorWidth = [
  [8, 0.5],
  [11, 1.2],
  [14, 5],
  [17, 14],
  [19, 26],
] as const;

export const streetLayers = ['minor-case', 'main-case', 'minor', 'main', 'names', 'main-names'].map(
  (part) => `base-street-${part}`,
);

/**
 * Draws the roads that the product knows as the streets of the ground, for those who may see them: no other street map comes with it.
 * @returns whose they are; null where nothing is drawn.
 */
export async function addStreets(map: Map): Promise<string | null> {
  const streets = streetTiles();
  if (!streets || !mayView(streets.module)) return null;
  const { path, layer, maxZoom, attribution } = streets;
  await knowOwnTiles();
  // A map that was taken away meanwhile has no style any more.
  if ((map as { _removed?: boolean })._removed === true) return null;
  const source = 'base-streets';
  if (map.getSource(source)) return attribution;
  map.addSource(source, { type: 'vector', tiles: [ownTiles(path)], minzoom: 4, maxzoom: maxZoom });
  const before = ['base-town-dots', map.getStyle().layers.find(({ id }) => !id.startsWith('base-'))?.id].find(
    (id) => id !== undefined && map.getLayer(id),
  );
  for (const one of layersOf(map, { source, 'source-layer': layer })) map.addLayer(one, before);
  return attribution;
}

function layersOf(map: Map, own: { source: string; 'source-layer': string }): LayerSpecification[] {
  const [minorCase, mainCase, minor, main, names, mainNames] = streetLayers as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const line = (id: string, filter: FilterSpecification, colour: string, width: ExpressionSpecification, from = 4) => ({
    id,
    type: 'line' as const,
    ...own,
    minzoom: from,
    filter,
    layout: { 'line-cap': 'round', 'line-join': 'round' } as const,
    paint: skinned(map, id, { 'line-color': colour, 'line-width': width }),
  });
  return [
    line(minorCase, isMinor, 'var(--m-road-case)', widthOf(minorWidth, 2), 10),
    line(mainCase, isMain, 'var(--m-hwy-case)', widthOf(mainWidth, 1.6)),
    line(minor, isMinor, 'var(--m-road)', widthOf(minorWidth)),
    line(main, isMain, 'var(--m-hwy)', widthOf(mainWidth)),
    { ...namesAlong(map, names, own, 13.5), filter: isMinor },
    { ...namesAlong(map, mainNames, own, 11), filter: isMain },
  ];
}
