import type { Map } from 'maplibre-gl';

/** A colour of the theme, as layers name it: `var(--m-land)`. */
const named = /^var\((--[\w-]+)\)$/;

/** The colours that a map draws with, as the theme has them where the map stands. */
const colourOf = (map: Map, value: string): string => {
  const name = named.exec(value)?.[1];
  return name ? getComputedStyle(map.getContainer()).getPropertyValue(name).trim() || '#888' : value;
};

type Paint = Readonly<Record<string, unknown>>;
const isColour = (value: unknown): value is string => typeof value === 'string' && named.test(value);

/** Which properties of which layers are colours of the theme; forgotten with the map. */
const painted = new WeakMap<Map, globalThis.Map<string, Paint>>();

/** Paint with the theme's colours in the place of their names; the layer takes those of the other skin when that is chosen. */
export function skinned<P extends Paint>(map: Map, layer: string, paint: P): P {
  const layers = painted.get(map) ?? new globalThis.Map<string, Paint>();
  painted.set(map, layers);
  layers.set(layer, paint);
  return Object.fromEntries(
    Object.entries(paint).map(([name, value]) => [name, isColour(value) ? colourOf(map, value) : value]),
  ) as P;
}

/** Paints all layers of a map anew when the other skin is chosen. @returns what ends that. */
export function followSkin(map: Map): () => void {
  const paint = () => {
    for (const [layer, properties] of painted.get(map) ?? [])
      for (const [name, value] of Object.entries(properties))
        if (isColour(value) && map.getLayer(layer))
          map.setPaintProperty(layer, name as never, colourOf(map, value) as never);
  };
  const observer = new MutationObserver(paint);
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return () => observer.disconnect();
}

/** A map that was taken away has no style any more. */
export const isGone = (map: Map): boolean => (map as { _removed?: boolean })._removed === true;
