import type { Map } from 'maplibre-gl';
import type { LinePoint } from '../road/line.contract.ts';

type Position = number[];

/**
 * Lets the reader draw a line, or move the points of one that is there.
 * @param onLine told of the line when it is complete, and after each point that was moved.
 * @returns what ends it.
 */
export async function startLine(
  map: Map,
  given: readonly LinePoint[] | undefined,
  onLine: (points: LinePoint[]) => void,
): Promise<() => void> {
  const [terra, { TerraDrawMapLibreGLAdapter }] = await Promise.all([
    import('terra-draw'),
    import('terra-draw-maplibre-gl-adapter'),
  ]);
  const flags = {
    linestring: { feature: { draggable: false, coordinates: { midpoints: true, draggable: true, deletable: true } } },
  };
  const draw = new terra.TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 7 }),
    modes: [new terra.TerraDrawLineStringMode(), new terra.TerraDrawSelectMode({ flags })],
  });
  draw.start();
  const take = (coordinates: readonly Position[]) =>
    onLine(coordinates.map(([lon, lat]): LinePoint => [lat ?? 0, lon ?? 0]));
  let isFinished = given !== undefined;
  draw.on('finish', (id) => {
    isFinished = true;
    const geometry = draw.getSnapshotFeature(id)?.geometry as unknown as { coordinates: Position[] } | undefined;
    if (geometry) take(geometry.coordinates);
  });
  if (given) {
    const feature = {
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: given.map(([lat, lon]) => [lon, lat]) },
      properties: { mode: 'linestring' },
    };
    const [added] = draw.addFeatures([feature as never]);
    draw.setMode('select');
    if (added?.id !== undefined && added.valid) draw.selectFeature(added.id);
  } else draw.setMode('linestring');
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    // The map may be gone with its page.
    try {
      const line = draw.getSnapshot().find(({ geometry }) => geometry.type === 'LineString');
      // What was drawn so far is kept. The last point is where the pointer was, and nobody clicked it.
      const clicked = (line?.geometry.coordinates as Position[] | undefined)?.slice(0, -1) ?? [];
      if (!isFinished && clicked.length > 1) take(clicked);
      draw.stop();
    } catch {
      // Nothing is left to end then.
    }
  };
}
