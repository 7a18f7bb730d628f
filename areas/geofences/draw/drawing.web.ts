import type { Map } from 'maplibre-gl';
import type { GeofenceKind, GeofenceShape, Point } from '../geofence/shape.contract.ts';

const modes = { CIRCLE: 'circle', POLYGON: 'polygon', CORRIDOR: 'linestring' } as const;
/** Metres of a corridor that is drawn, until another width is typed. */
const corridorM = 50;

type Position = number[];
interface Drawn {
  geometry: { type: string; coordinates: unknown };
  properties: Record<string, unknown>;
}

/** The ends of the ring are one point. */
const cornersOf = (ring: Position[]): Point[] => ring.slice(0, -1).map(([lon, lat]) => [lat ?? 0, lon ?? 0]);

function shapeOf(kind: GeofenceKind, { geometry, properties }: Drawn, widthM: number): GeofenceShape {
  if (kind === 'CORRIDOR')
    return {
      kind,
      points: (geometry.coordinates as Position[]).map(([lon, lat]) => [lat ?? 0, lon ?? 0]),
      widthM: widthM || corridorM,
    };
  const corners = cornersOf((geometry.coordinates as Position[][])[0] ?? []);
  if (kind === 'POLYGON') return { kind, points: corners, widthM: 0 };
  const mean = (at: 0 | 1) => corners.reduce((sum, corner) => sum + corner[at], 0) / Math.max(1, corners.length);
  return {
    kind,
    points: [[mean(0), mean(1)]],
    widthM: Math.round(Number(properties['radiusKilometers'] ?? 0) * 1_000),
  };
}

/** What was clicked of a shape that is not finished: its last point is where the pointer was. Undefined while it is no shape yet. */
function clickedOf(drawn: readonly Drawn[]): Drawn | undefined {
  for (const { geometry, properties } of drawn) {
    if (geometry.type === 'LineString') {
      const line = (geometry.coordinates as Position[]).slice(0, -1);
      if (line.length > 1) return { geometry: { type: 'LineString', coordinates: line }, properties };
    }
    if (geometry.type === 'Polygon' && properties['mode'] === modes.POLYGON) {
      const ring = (geometry.coordinates as Position[][])[0] ?? [];
      const corners = ring.slice(0, -2);
      if (corners.length > 2 && corners[0])
        return { geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]]] }, properties };
    }
  }
  return undefined;
}

const closed = (points: readonly Point[]): Position[] => {
  const ring = points.map(([lat, lon]) => [lon, lat]);
  return ring[0] ? [...ring, ring[0]] : ring;
};

/**
 * Lets the reader draw a shape of a kind, or move the points of one that is there.
 * @param onShape told of the shape when it is complete, and after each point that was moved.
 * @returns what ends it.
 */
export async function startDrawing(
  map: Map,
  kind: GeofenceKind,
  given: GeofenceShape | undefined,
  onShape: (shape: GeofenceShape, isNew: boolean) => void,
): Promise<() => void> {
  const [terra, { TerraDrawMapLibreGLAdapter }] = await Promise.all([
    import('terra-draw'),
    import('terra-draw-maplibre-gl-adapter'),
  ]);
  const points = { feature: { draggable: true, coordinates: { midpoints: true, draggable: true, deletable: true } } };
  const draw = new terra.TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 6 }),
    modes: [
      new terra.TerraDrawPolygonMode(),
      new terra.TerraDrawLineStringMode(),
      new terra.TerraDrawCircleMode(),
      new terra.TerraDrawSelectMode({ flags: { polygon: points, linestring: points } }),
    ],
  });
  draw.start();
  let isFinished = given !== undefined;
  draw.on('finish', (id) => {
    isFinished = true;
    const feature = draw.getSnapshotFeature(id) as unknown as Drawn | undefined;
    if (feature) onShape(shapeOf(kind, feature, given?.widthM ?? 0), given === undefined);
  });
  if (given && given.kind !== 'CIRCLE') {
    const geometry =
      given.kind === 'POLYGON'
        ? { type: 'Polygon', coordinates: [closed(given.points)] }
        : { type: 'LineString', coordinates: given.points.map(([lat, lon]) => [lon, lat]) };
    const [added] = draw.addFeatures([{ type: 'Feature', geometry, properties: { mode: modes[given.kind] } } as never]);
    draw.setMode('select');
    if (added?.id !== undefined && added.valid) draw.selectFeature(added.id);
  } else draw.setMode(modes[kind]);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    // The map may be gone with its page.
    try {
      const begun = isFinished ? undefined : clickedOf(draw.getSnapshot() as unknown as Drawn[]);
      if (begun) onShape(shapeOf(kind, begun, 0), true);
      draw.stop();
    } catch {
      // Nothing is left to end then.
    }
  };
}
