import { areaInTile, areaOf, type Band, bandsInTile, leastBand } from '#kit/server/tiles/tile-areas.ts';
import type { TileFeature } from '#kit/server/tiles/answer-tile.ts';
import { extent, inTile, partsInTile, type Point, type TileAt, unitsPerMetre } from '#kit/server/tiles/tile-lines.ts';
import { degreeM, type Shape } from '#telematics/geofences/shapes.ts';

const radian = Math.PI / 180;
/** A circle as a ring of so many corners. */
const corners = 96;

type Drawn = Pick<TileFeature, 'type' | 'geometry'>;
type Place = readonly [lat: number, lon: number];

/** What a tile shows of a shape, in its units: areas, or lines where it is too thin for one. */
export function shapeInTile(shape: Shape, at: TileAt): Drawn[] {
  const places = placesOf(shape);
  const [first] = places;
  if (!first) return [];
  if (shape.kind === 'CORRIDOR') return corridorInTile(places, shape.widthM, at);
  const ring = shape.kind === 'CIRCLE' ? ringAround(first, shape.widthM) : places;
  const points = ring.map(([lat, lon]) => inTile(at, lat, lon));
  const area = areaInTile(areaOf(points) < 0 ? points.toReversed() : points);
  return area ? [{ type: 3, geometry: [closed(area)] }] : [];
}

/** Where the name of a shape is written, in units of a tile; undefined where that is in another one. */
export function nameInTile(shape: Shape, at: TileAt): Point | undefined {
  const places = placesOf(shape);
  if (places.length === 0) return undefined;
  const points = places.map(([lat, lon]) => inTile(at, lat, lon));
  const [x, y] =
    shape.kind === 'CORRIDOR' ? halfWay(points) : shape.kind === 'CIRCLE' ? (points[0] as Point) : middle(points);
  const isHere = x >= 0 && y >= 0 && x < extent && y < extent;
  return isHere ? [Math.floor(x), Math.floor(y)] : undefined;
}

/** The longer side of what a shape takes, in units of a tile. */
export function sizeInTile(shape: Shape, at: TileAt): number {
  const places = placesOf(shape);
  const points = places.map(([lat, lon]) => inTile(at, lat, lon));
  const spread = (axis: 0 | 1) => {
    const all = points.map((point) => point[axis]);
    return Math.max(...all) - Math.min(...all);
  };
  return Math.max(spread(0), spread(1)) + 2 * shape.widthM * unitsPerMetre(at, places[0]?.[0] ?? 0);
}

const placesOf = ({ points }: Shape): Place[] =>
  Array.from({ length: Math.floor(points.length / 2) }, (_, n) => [points[n * 2] ?? 0, points[n * 2 + 1] ?? 0]);

const closed = (ring: Point[]): Point[] => [...ring, ring[0] as Point];

function ringAround([lat, lon]: Place, radiusM: number): Place[] {
  return Array.from({ length: corners }, (_, at) => {
    const turn = (at / corners) * 2 * Math.PI;
    const north = (Math.sin(turn) * radiusM) / degreeM;
    const east = (Math.cos(turn) * radiusM) / (degreeM * Math.cos(lat * radian));
    return [lat + north, lon + east];
  });
}

function corridorInTile(places: readonly Place[], halfM: number, at: TileAt): Drawn[] {
  const points = places.map(([lat, lon]) => inTile(at, lat, lon));
  const bands: Band[] = points.slice(1).map((to, n) => ({
    from: points[n] as Point,
    to,
    // By where it is, and not by the tile: neighbours draw the same.
    half: halfM * unitsPerMetre(at, ((places[n]?.[0] ?? 0) + (places[n + 1]?.[0] ?? 0)) / 2),
  }));
  if (bands.some(({ half }) => half < leastBand)) {
    const lines = partsInTile(points);
    return lines.length > 0 ? [{ type: 2, geometry: lines }] : [];
  }
  return bandsInTile(bands).map((rings) => ({ type: 3, geometry: rings.map(closed) }));
}

/** The middle of an area; of one without any, the middle of its corners. */
function middle(ring: readonly Point[]): Point {
  const area = areaOf(ring);
  const sum = (of: (at: Point, next: Point) => number) =>
    ring.reduce((all, at, n) => all + of(at, ring[(n + 1) % ring.length] as Point), 0);
  if (area === 0) return [sum(([x]) => x) / ring.length, sum(([, y]) => y) / ring.length];
  const turn = ([x, y]: Point, [nextX, nextY]: Point) => x * nextY - nextX * y;
  return [
    sum((at, next) => (at[0] + next[0]) * turn(at, next)) / (6 * area),
    sum((at, next) => (at[1] + next[1]) * turn(at, next)) / (6 * area),
  ];
}

function halfWay(line: readonly Point[]): Point {
  const lengths = line.slice(1).map((to, n) => Math.hypot(to[0] - (line[n]?.[0] ?? 0), to[1] - (line[n]?.[1] ?? 0)));
  let left = lengths.reduce((sum, one) => sum + one, 0) / 2;
  for (const [n, length] of lengths.entries()) {
    const [from, to] = [line[n] as Point, line[n + 1] as Point];
    if (left <= length && length > 0)
      return [from[0] + (left / length) * (to[0] - from[0]), from[1] + (left / length) * (to[1] - from[1])];
    left -= length;
  }
  return line[0] as Point;
}
