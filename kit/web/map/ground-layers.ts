import type { LayerSpecification, Map, SourceSpecification } from 'maplibre-gl';
import { isGone } from './skin.ts';
import { streetLayers } from './streets.ts';
import { type Ground, type GroundState, readGrounds } from './grounds.ts';

/** A ground as the engine takes it. */
export interface DrawnGround {
  sources: Readonly<Record<string, SourceSpecification>>;
  layers: readonly LayerSpecification[];
  glyphs?: string;
  sprite?: string;
}

/** Names of what a ground brings begin so, and those of the built-in ground likewise: it is all below what areas draw. */
export const groundPrefix = 'base-set-';
/** Parts of the built-in ground that would be written twice over another one. */
const replaced = ['base-town-dots', 'base-town-names', 'base-coast', ...streetLayers];
/** So many tiles that fail, and none that comes: it is given up. */
const mostErrors = 4;
/** How often it is looked whether tiles are still on their way. */
const lookMs = 500;

async function drawn(map: Map, ground: Ground): Promise<DrawnGround> {
  const id = `${groundPrefix}tiles`;
  switch (ground.is) {
    case 'raster':
      return {
        sources: {
          [id]: {
            type: 'raster',
            tiles: [ground.tiles],
            tileSize: 256,
            ...(ground.maxZoom ? { maxzoom: ground.maxZoom } : {}),
          },
        },
        layers: [{ id, type: 'raster', source: id, paint: { 'raster-fade-duration': 150 } }],
      };
    case 'style':
      return (await import('./ground-style.ts')).fetchStyle(ground.url);
    case 'pmtiles':
      return (await import('./ground-pmtiles.ts')).openPmtiles(map, ground);
  }
}

/**
 * Draws the first ground of those set up that can be drawn, above the built-in one and below everything else. The built-in one
 * stays where tiles are missing.
 */
export async function addGrounds(map: Map, tell: (state: GroundState) => void): Promise<void> {
  const { grounds } = await readGrounds().catch(() => ({ grounds: [] }));
  for (const ground of grounds) {
    if (await tryGround(map, ground)) {
      if (ground.attribution) tell({ attribution: ground.attribution, isFailed: false });
      return;
    }
    if (isGone(map)) return;
  }
  if (grounds.length > 0) tell({ attribution: null, isFailed: true });
}

/** @returns whether tiles come. */
async function tryGround(map: Map, ground: Ground): Promise<boolean> {
  let made: DrawnGround;
  try {
    made = await drawn(map, ground);
  } catch (error) {
    console.warn('The ground of the map cannot be drawn', error);
    return false;
  }
  if (isGone(map)) return false;
  const sources = Object.keys(made.sources);
  const come = firstTile(map, sources);
  try {
    if (made.glyphs) map.setGlyphs(made.glyphs);
    if (made.sprite) map.setSprite(made.sprite);
    for (const [id, source] of Object.entries(made.sources)) map.addSource(id, source);
    const above = map.getStyle().layers.find(({ id }) => !id.startsWith('base-'))?.id;
    for (const layer of made.layers) map.addLayer(layer, above);
  } catch (error) {
    console.warn('The ground of the map cannot be drawn', error);
    take(map, made);
    return false;
  }
  if (await come) {
    if (isGone(map)) return false;
    for (const id of replaced) if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', 'none');
    return true;
  }
  if (!isGone(map)) take(map, made);
  return false;
}

function take(map: Map, { layers, sources }: DrawnGround): void {
  for (const { id } of layers) if (map.getLayer(id)) map.removeLayer(id);
  for (const id of Object.keys(sources)) if (map.getSource(id)) map.removeSource(id);
}

/** Waits for a tile of one of the sources, or for so many failures that none will come. */
function firstTile(map: Map, sources: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    let errors = 0;
    const isOurs = (event: object) => 'sourceId' in event && sources.includes(String(event.sourceId));
    const end = (came: boolean) => {
      map.off('data', data);
      map.off('dataloading', begin);
      map.off('error', failed);
      clearInterval(look);
      map.off('remove', gone);
      resolve(came);
    };
    const data = (event: object) => {
      if (isOurs(event) && 'tile' in event && (event.tile as { state?: string } | undefined)?.state === 'loaded')
        end(true);
    };
    const failed = (event: object) => {
      if (isOurs(event) && (errors += 1) >= mostErrors) end(false);
    };
    let isBegun = false;
    const begin = (event: object) => {
      if (isOurs(event) && 'tile' in event) isBegun = true;
    };
    // Nothing is on its way any more, and nothing came: of tiles that are not there the engine tells nobody.
    const look = setInterval(() => {
      if ((isBegun || errors > 0) && map.areTilesLoaded()) end(false);
    }, lookMs);
    const gone = () => end(false);
    map.on('data', data);
    map.on('dataloading', begin);
    map.on('error', failed);
    map.on('remove', gone);
  });
}
