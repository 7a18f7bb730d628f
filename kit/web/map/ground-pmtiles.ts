import type { LayerSpecification, Map } from 'maplibre-gl';
import { FetchSource, PMTiles, Protocol, type RangeResponse, type Source, TileType } from 'pmtiles';
import { freshToken } from '../session.ts';
import { tokenType } from '../storage/store.ts';
import { type DrawnGround, groundPrefix } from './ground-layers.ts';
import type { Ground } from './grounds.ts';
import { skinned } from './skin.ts';

/** The file that the product serves: its call wants the session. */
class OwnSource implements Source {
  readonly #url: string;
  constructor(url: string) {
    this.#url = url;
  }
  getKey(): string {
    return this.#url;
  }
  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    const answer = await fetch(this.#url, {
      headers: {
        range: `bytes=${offset}-${offset + length - 1}`,
        authorization: `${tokenType} ${await freshToken()}`,
      },
      ...(signal ? { signal } : {}),
    });
    if (answer.status !== 206) throw new Error(`The file of the map was answered ${answer.status}`);
    const etag = answer.headers.get('etag');
    return { data: await answer.arrayBuffer(), ...(etag ? { etag } : {}) };
  }
}

let protocol: Protocol | undefined;

/** Opens a PMTiles file: pictures, or vector tiles with the layers of Protomaps, which are drawn in the theme's colours. */
export async function openPmtiles(map: Map, { url, own }: Extract<Ground, { is: 'pmtiles' }>): Promise<DrawnGround> {
  const file = new PMTiles(own ? new OwnSource(url) : new FetchSource(url));
  const { tileType } = await file.getHeader();
  if (!protocol) {
    protocol = new Protocol();
    (await import('./engine.ts')).addProtocol('pmtiles', protocol.tile);
  }
  protocol.add(file);
  const id = `${groundPrefix}tiles`;
  const address = `pmtiles://${file.source.getKey()}`;
  if (tileType !== TileType.Mvt)
    return {
      sources: { [id]: { type: 'raster', url: address, tileSize: 256 } },
      layers: [{ id, type: 'raster', source: id }],
    };
  return { sources: { [id]: { type: 'vector', url: address } }, layers: layersOf(map, id) };
}

const roads = { highway: 'highway', major: ['major_road', 'medium_road'], minor: ['minor_road', 'other'] } as const;
const width = (thin: number, wide: number) =>
  ['interpolate', ['exponential', 1.6], ['zoom'], 6, thin, 18, wide] as never;
const name = ['coalesce', ['get', 'name:en'], ['get', 'name']] as never;

/** Land, water, parks, roads and names. Borders are left out: see docs/decisions/maps/0023. */
function layersOf(map: Map, source: string): LayerSpecification[] {
  const id = (layer: string) => `${groundPrefix}${layer}`;
  const fill = (layer: string, colour: string, from: string, filter?: unknown): LayerSpecification => ({
    id: id(layer),
    type: 'fill',
    source,
    'source-layer': from,
    ...(filter ? { filter: filter as never } : {}),
    paint: skinned(map, id(layer), { 'fill-color': colour }),
  });
  const road = (
    layer: string,
    colour: string,
    kinds: string | readonly string[],
    [thin, wide]: [number, number],
    minzoom = 0,
  ) => ({
    id: id(layer),
    type: 'line' as const,
    source,
    'source-layer': 'roads',
    minzoom,
    filter: ['in', ['get', 'kind'], ['literal', [kinds].flat()]] as never,
    layout: { 'line-cap': 'round' as const, 'line-join': 'round' as const },
    paint: skinned(map, id(layer), { 'line-color': colour, 'line-width': width(thin, wide) }),
  });
  const label = (
    layer: string,
    from: string,
    colour: string,
    more: Partial<Extract<LayerSpecification, { type: 'symbol' }>>,
  ) => ({
    id: id(layer),
    type: 'symbol' as const,
    source,
    'source-layer': from,
    ...more,
    layout: { 'text-field': name, 'text-font': ['sans-serif'], 'text-size': 12, ...more.layout },
    paint: skinned(map, id(layer), {
      'text-color': colour,
      'text-halo-color': 'var(--m-halo)',
      'text-halo-width': 1.4,
    }),
  });
  const parks = ['park', 'forest', 'wood', 'nature_reserve', 'national_park', 'grassland', 'garden'];
  return [
    fill('earth', 'var(--m-land)', 'earth'),
    fill('park', 'var(--m-park)', 'landuse', ['in', ['get', 'kind'], ['literal', parks]]),
    fill('water', 'var(--m-water)', 'water', ['==', ['geometry-type'], 'Polygon']),
    fill('buildings', 'var(--m-block)', 'buildings'),
    road('rail', 'var(--m-rail)', 'rail', [0.5, 3], 9),
    road('minor-case', 'var(--m-road-case)', roads.minor, [0, 17], 12),
    road('major-case', 'var(--m-road-case)', roads.major, [1.2, 25], 7),
    road('highway-case', 'var(--m-hwy-case)', roads.highway, [1.8, 31]),
    road('minor', 'var(--m-minor)', roads.minor, [0, 14], 12),
    road('major', 'var(--m-road)', roads.major, [0.6, 21], 7),
    road('highway', 'var(--m-hwy)', roads.highway, [1, 26]),
    label('road-names', 'roads', 'var(--m-label)', { minzoom: 12, layout: { 'symbol-placement': 'line' } }),
    label('water-names', 'water', 'var(--m-water-label)', { filter: ['==', ['geometry-type'], 'Point'] as never }),
    label('places', 'places', 'var(--m-label)', {
      filter: ['in', ['get', 'kind'], ['literal', ['locality', 'neighbourhood']]] as never,
      layout: { 'symbol-sort-key': ['-', 0, ['coalesce', ['get', 'population'], 0]] as never },
    }),
  ];
}
