import type { ExpressionSpecification, Map } from 'maplibre-gl';
import { useEffect } from 'react';
import { namesAlong } from './line-names.ts';
import { knowOwnTiles, ownTiles } from './own-tiles.ts';
import { isGone, skinned } from './skin.ts';

interface Props {
  map: Map;
  /** Unique among what is drawn on the map. */
  id: string;
  /** Path of the tiles below the API, with {z}, {x} and {y}. */
  path: string;
  /** Their layer. Its lines have a `colour`, and near by perhaps a `ref`, a `name` and `oneWay`. */
  layer: string;
  /** Tiles are there up to this zoom and are enlarged beyond. */
  maxZoom: number;
}

const width = (factor: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  5,
  0.7 * factor,
  11,
  1.6 * factor,
  16,
  5 * factor,
];
/** A colour of the record, or a quiet one. */
const colour: ExpressionSpecification = ['coalesce', ['get', 'colour'], '#7c8993'];

/** Lines from vector tiles, with their names where they are near. Below what was on the map when they came. */
export function TileLines({ map, id, path, layer, maxZoom }: Props) {
  useEffect(() => {
    let isOver = false;
    const layers = ['case', 'line', 'name'].map((part) => `${id}-${part}`) as [string, string, string];
    const draw = async () => {
      await knowOwnTiles();
      if (isOver || map.getSource(id)) return;
      const [casing, line, name] = layers;
      const own = { source: id, 'source-layer': layer } as const;
      const above = map.getStyle().layers.find((one) => !one.id.startsWith('base-'))?.id;
      const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
      map.addSource(id, { type: 'vector', tiles: [ownTiles(path)], maxzoom: maxZoom });
      map.addLayer(
        {
          id: casing,
          type: 'line',
          ...own,
          minzoom: 9,
          layout: round,
          paint: skinned(map, casing, { 'line-color': 'var(--m-halo)', 'line-width': width(1.7) }),
        },
        above,
      );
      map.addLayer(
        { id: line, type: 'line', ...own, layout: round, paint: { 'line-color': colour, 'line-width': width(1) } },
        above,
      );
      map.addLayer(namesAlong(map, name, own, 13), above);
    };
    void draw();
    return () => {
      isOver = true;
      if (isGone(map)) return;
      for (const one of layers) if (map.getLayer(one)) map.removeLayer(one);
      if (map.getSource(id)) map.removeSource(id);
    };
  }, [map, id, path, layer, maxZoom]);
  return null;
}
