const earthM = 6_371_008.8;
const radian = Math.PI / 180;
/** Metres of a degree of latitude. */
export const degreeM = earthM * radian;

export type ShapeKind = 'CIRCLE' | 'POLYGON' | 'CORRIDOR';
export interface Shape {
  readonly kind: ShapeKind;
  /** Latitude and longitude alternately, degrees: the centre, the corners (the last is joined to the first), or the line. */
  readonly points: readonly number[];
  /** Radius of a circle, half the width of a corridor, metres. Polygons have none. */
  readonly widthM: number;
}

const kinds: readonly ShapeKind[] = ['CIRCLE', 'POLYGON', 'CORRIDOR'];
const polygon = 1;

/** Shapes side by side in a few arrays, so that a hundred thousand of them are no objects to look after. */
export interface PackedShapes {
  readonly count: number;
  readonly kind: Uint8Array;
  /** Of its first point; one more than there are shapes. */
  readonly start: Uint32Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly widthM: Float64Array;
  /** About how far its middle is from its edge, metres. */
  readonly depthM: Float64Array;
}

export function packShapes(shapes: readonly Shape[]): PackedShapes {
  const points = shapes.reduce((sum, shape) => sum + shape.points.length / 2, 0);
  const packed = {
    count: shapes.length,
    kind: new Uint8Array(shapes.length),
    start: new Uint32Array(shapes.length + 1),
    lat: new Float64Array(points),
    lon: new Float64Array(points),
    widthM: new Float64Array(shapes.length),
    depthM: new Float64Array(shapes.length),
  };
  let next = 0;
  for (const [at, shape] of shapes.entries()) {
    packed.kind[at] = kinds.indexOf(shape.kind);
    packed.widthM[at] = shape.kind === 'POLYGON' ? 0 : shape.widthM;
    for (let point = 0; point + 1 < shape.points.length; point += 2) {
      packed.lat[next] = shape.points[point] as number;
      packed.lon[next] = shape.points[point + 1] as number;
      next += 1;
    }
    packed.start[at + 1] = next;
    packed.depthM[at] = shape.kind === 'POLYGON' ? depthOf(packed, at) : shape.widthM;
  }
  return packed;
}

/** Twice the area by the length of the edge: the radius of a circle, half the side of a square, the whole width of a strip. */
function depthOf({ start, lat, lon }: PackedShapes, at: number): number {
  const [first, end] = [start[at] as number, start[at + 1] as number];
  const east = degreeM * Math.cos((lat[first] as number) * radian);
  const x = (point: number) => ((lon[point] as number) - (lon[first] as number)) * east;
  const y = (point: number) => ((lat[point] as number) - (lat[first] as number)) * degreeM;
  let [area, edge] = [0, 0];
  for (let point = first, last = end - 1; point < end; last = point, point += 1) {
    area += x(last) * y(point) - x(point) * y(last);
    edge += Math.hypot(x(point) - x(last), y(point) - y(last));
  }
  return edge > 0 ? Math.abs(area) / edge : 0;
}

/** From the origin to the nearest place of a line, squared. */
function toLine(x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const part = length > 0 ? Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / length)) : 0;
  const [x, y] = [x1 + part * dx, y1 + part * dy];
  return x * x + y * y;
}

/**
 * Metres to the edge of a shape, below zero inside it. Measured on a plane around the place asked for, so that it is exact where
 * it matters: near the edge.
 */
export function distanceTo(shapes: PackedShapes, at: number, lat: number, lon: number): number {
  const { kind, start, widthM } = shapes;
  const east = degreeM * Math.cos(lat * radian);
  const [first, end] = [start[at] as number, start[at + 1] as number];
  if (kind[at] === polygon) return distanceToPolygon(shapes, first, end, lat, lon, east);
  let least = Number.POSITIVE_INFINITY;
  let x1 = ((shapes.lon[first] as number) - lon) * east;
  let y1 = ((shapes.lat[first] as number) - lat) * degreeM;
  // A circle is the line of one point.
  if (end - first === 1) least = x1 * x1 + y1 * y1;
  for (let point = first + 1; point < end; point += 1) {
    const x2 = ((shapes.lon[point] as number) - lon) * east;
    const y2 = ((shapes.lat[point] as number) - lat) * degreeM;
    least = Math.min(least, toLine(x1, y1, x2, y2));
    [x1, y1] = [x2, y2];
  }
  return Math.sqrt(least) - (widthM[at] as number);
}

function distanceToPolygon(
  { lat, lon }: PackedShapes,
  first: number,
  end: number,
  fromLat: number,
  fromLon: number,
  east: number,
): number {
  let least = Number.POSITIVE_INFINITY;
  let isInside = false;
  let x1 = ((lon[end - 1] as number) - fromLon) * east;
  let y1 = ((lat[end - 1] as number) - fromLat) * degreeM;
  for (let point = first; point < end; point += 1) {
    const x2 = ((lon[point] as number) - fromLon) * east;
    const y2 = ((lat[point] as number) - fromLat) * degreeM;
    // Even and odd: how often the way to the east goes over the edge.
    if (y1 > 0 !== y2 > 0 && x1 - (y1 * (x2 - x1)) / (y2 - y1) > 0) isInside = !isInside;
    least = Math.min(least, toLine(x1, y1, x2, y2));
    [x1, y1] = [x2, y2];
  }
  const distance = Math.sqrt(least);
  return isInside ? -distance : distance;
}

export interface Spot {
  readonly lat: number;
  readonly lon: number;
}
const between = (a: Spot, b: Spot, part: number): Spot => ({
  lat: a.lat + (b.lat - a.lat) * part,
  lon: a.lon + (b.lon - a.lon) * part,
});

/** Looks at so many places of a way, and then at as many around the best of them. */
const looks = 32;

/** Where on the straight way between two places a shape is deepest: which part of the way that is, and its distance to the edge. */
export function deepestOnWay(shapes: PackedShapes, at: number, a: Spot, b: Spot): { part: number; distanceM: number } {
  let best = { part: 0, distanceM: Number.POSITIVE_INFINITY };
  let [from, to] = [0, 1];
  for (let round = 0; round < 2; round += 1) {
    const step = (to - from) / looks;
    for (let look = 0; look <= looks; look += 1) {
      const part = from + step * look;
      const { lat, lon } = between(a, b, part);
      const distanceM = distanceTo(shapes, at, lat, lon);
      if (distanceM < best.distanceM) best = { part, distanceM };
    }
    [from, to] = [Math.max(0, best.part - step), Math.min(1, best.part + step)];
  }
  return best;
}

/** West, south, east, north of a shape, degrees. */
export function boxOf(shapes: PackedShapes, at: number): [number, number, number, number] {
  const [first, end] = [shapes.start[at] as number, shapes.start[at + 1] as number];
  const box: [number, number, number, number] = [180, 90, -180, -90];
  let widest = 0;
  for (let point = first; point < end; point += 1) {
    const [lat, lon] = [shapes.lat[point] as number, shapes.lon[point] as number];
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
    widest = Math.max(widest, Math.abs(lat));
  }
  const up = (shapes.widthM[at] as number) / degreeM;
  // At a pole every place is near.
  const across = up / Math.max(0.01, Math.cos(Math.min(89, widest + up) * radian));
  return [box[0] - across, box[1] - up, box[2] + across, box[3] + up];
}
