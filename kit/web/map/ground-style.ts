import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { type DrawnGround, groundPrefix } from './ground-layers.ts';

/** Sources that are fetched; a style may name others, which this ground does without. */
const kinds = new Set(['vector', 'raster', 'geojson']);

/** Fetches a style and gives its sources and layers names of their own. @throws when it is none */
export async function fetchStyle(url: string): Promise<DrawnGround> {
  const answer = await fetch(url, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`The style of the map was answered ${answer.status}`);
  return readStyle((await answer.json()) as StyleSpecification, url);
}

/** Addresses in a style may be relative to its own. Braces stand for parts of tiles and stay. */
const absolute = (address: string, base: string): string =>
  new URL(address, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}');

export function readStyle(style: StyleSpecification, url: string): DrawnGround {
  if (!Array.isArray(style.layers) || typeof style.sources !== 'object') throw new Error('This is no style of a map');
  const sources: Record<string, SourceSpecification> = {};
  for (const [name, given] of Object.entries(style.sources)) {
    if (!kinds.has(given.type)) continue;
    const source = { ...given } as Record<string, unknown>;
    if (typeof source['url'] === 'string') source['url'] = absolute(source['url'], url);
    if (Array.isArray(source['tiles'])) source['tiles'] = source['tiles'].map((one) => absolute(String(one), url));
    if (given.type === 'geojson' && typeof given.data === 'string') source['data'] = absolute(given.data, url);
    sources[groundPrefix + name] = source as unknown as SourceSpecification;
  }
  const layers = style.layers.flatMap((layer): LayerSpecification[] => {
    const id = groundPrefix + layer.id;
    if (layer.type === 'background') return [{ ...layer, id }];
    if (!('source' in layer) || typeof layer.source !== 'string') return [];
    const source = groundPrefix + layer.source;
    return source in sources ? [{ ...layer, id, source } as LayerSpecification] : [];
  });
  if (layers.length === 0) throw new Error('The style of the map draws nothing');
  const { glyphs, sprite } = style;
  return {
    sources,
    layers,
    ...(typeof glyphs === 'string' ? { glyphs: absolute(glyphs, url) } : {}),
    ...(typeof sprite === 'string' ? { sprite: absolute(sprite, url) } : {}),
  };
}
