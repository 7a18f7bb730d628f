import type { ExpressionSpecification, LayerSpecification, Map } from 'maplibre-gl';
import { mayView } from '../rights.ts';
import { streetTiles } from './grounds.ts';
import { addShield, namesAlong, shields } from './line-names.ts';
import { knowOwnTiles, ownTiles } from './own-tiles.ts';
import { isGone, skinned } from './skin.ts';

/** The rank of a road is the zoom from which it is drawn. Up to the first a road joins towns, up to the second quarters. */
const mainRank = 5;
const middleRank = 10;
const isMain: ExpressionSpecification = ['<=', ['get', 'rank'], mainRank];
const isMiddle: ExpressionSpecification = [
  'all',
  ['>', ['get', 'rank'], mainRank],
  ['<=', ['get', 'rank'], middleRank],
];
const isMinor: ExpressionSpecification = ['>', ['get', 'rank'], middleRank];

type Widths = readonly (readonly [zoom: number, px: number])[];
/** Widths by the zoom, in pixels, with so many more for what stands out on both sides. */
const widthOf = (stops: Widths, more = 0, base = 1.5): ExpressionSpecification => [
  'interpolate',
  ['exponential', base],
  ['zoom'],
  ...(stops.flatMap(([zoom, px]) => [zoom, px + more]) as [number, number]),
];
const mainWidth: Widths = [
  [4, 0.8],
  [9, 1.8],
  [12, 4],
  [15, 9],
  [18, 22],
];
const middleWidth: Widths = [
  [8, 0.7],
  [11, 2.2],
  [14, 6],
  [17, 16],
  [19, 28],
];
const minorWidth: Widths = [
  [11, 0.7],
  [13, 2],
  [14, 3.4],
  [17, 12],
  [19, 24],
];
/** Some 260 m at each zoom: streets that lie so near each other make a quarter that is built up. */
const builtWidth: Widths = [
  [11, 7],
  [14, 56],
];

const parts = [
  'built',
  'minor-case',
  'middle-case',
  'main-case',
  'minor',
  'middle',
  'main',
  'names',
  'main-names',
  'shields',
] as const;
const idOf = (part: (typeof parts)[number]): string => `base-street-${part}`;
export const streetLayers = parts.map(idOf);

/**
 * Draws the roads that the product knows as the streets of the ground, for those who may see them: no other street map comes with it.
 * @returns whose they are; null where nothing is drawn.
 */
export async function addStreets(map: Map): Promise<string | null> {
  const streets = streetTiles();
  if (!streets || !mayView(streets.module)) return null;
  const { path, layer, maxZoom, attribution } = streets;
  await knowOwnTiles();
  if (isGone(map)) return null;
  const source = 'base-streets';
  if (map.getSource(source)) return attribution;
  map.addSource(source, { type: 'vector', tiles: [ownTiles(path)], minzoom: 4, maxzoom: maxZoom });
  const before = ['base-town-dots', map.getStyle().layers.find(({ id }) => !id.startsWith('base-'))?.id].find(
    (id) => id !== undefined && map.getLayer(id),
  );
  addShield(map);
  for (const one of layersOf(map, { source, 'source-layer': layer })) map.addLayer(one, before);
  return attribution;
}

function layersOf(map: Map, own: { source: string; 'source-layer': string }): LayerSpecification[] {
  const line = (
    part: (typeof parts)[number],
    filter: ExpressionSpecification,
    colour: string,
    width: ExpressionSpecification,
    from = 4,
  ) => ({
    id: idOf(part),
    type: 'line' as const,
    ...own,
    minzoom: from,
    filter,
    layout: { 'line-cap': 'round', 'line-join': 'round' } as const,
    paint: skinned(map, idOf(part), { 'line-color': colour, 'line-width': width }),
  });
  return [
    // Nearer than this, lines of the next tile do not reach far enough into one for so wide a line.
    { ...line('built', isMinor, 'var(--m-block)', widthOf(builtWidth, 0, 2), 11), maxzoom: 14 },
    line('minor-case', isMinor, 'var(--m-road-case)', widthOf(minorWidth, 1.4), 13),
    line('middle-case', isMiddle, 'var(--m-road-case)', widthOf(middleWidth, 1.8), 9),
    line('main-case', isMain, 'var(--m-hwy-case)', widthOf(mainWidth, 1.6)),
    line('minor', isMinor, 'var(--m-minor)', widthOf(minorWidth), 11),
    line('middle', isMiddle, 'var(--m-road)', widthOf(middleWidth)),
    line('main', isMain, 'var(--m-hwy)', widthOf(mainWidth)),
    { ...namesAlong(map, idOf('names'), own, 14), filter: ['any', isMinor, isMiddle] },
    { ...namesAlong(map, idOf('main-names'), own, 11), filter: ['all', isMain, ['!', ['has', 'ref']]] },
    shields(map, idOf('shields'), own, ['all', isMain, ['has', 'ref']]),
  ];
}
