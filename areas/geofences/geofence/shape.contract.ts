/** Shapes that a geofence may have. */
export const shapeKinds = ['CIRCLE', 'POLYGON', 'CORRIDOR'] as const;
export type GeofenceKind = (typeof shapeKinds)[number];

/** Bounds of shapes, metres and points. */
export const shapeLimits = {
  points: 500,
  circleM: { min: 50, max: 50_000 },
  corridorM: { min: 25, max: 5_000 },
} as const;

export type Point = readonly [lat: number, lon: number];
export interface GeofenceShape {
  kind: GeofenceKind;
  points: readonly Point[];
  /** Radius of a circle, half the width of a corridor, metres; 0 for polygons. */
  widthM: number;
}

/** What is wrong with a shape, by the field of the form. */
export type ShapeMessages = { points?: string; widthM?: string };

const decimals = 6;
const tidy = (degrees: number) => Number(degrees.toFixed(decimals));

/** Points as the form, spreadsheets and the database have them: a line each, latitude and longitude. */
export const pointsText = (points: readonly Point[]): string =>
  points.map(([lat, lon]) => `${tidy(lat).toFixed(5)}, ${tidy(lon).toFixed(5)}`).join('\n');

/** Reads points from lines like `18.52040, 73.85670`; spreadsheets may write semicolons between them. */
export function readPoints(text: string): { points: Point[] } | { message: string } {
  const lines = text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return { message: 'Enter at least one point' };
  if (lines.length > shapeLimits.points + 1)
    return { message: `A shape can have at most ${shapeLimits.points} points` };
  const points: Point[] = [];
  for (const [at, line] of lines.entries()) {
    const numbers = line.split(/[\s,]+/).filter(Boolean);
    const [lat, lon] = numbers.map(Number) as [number, number];
    if (numbers.length !== 2 || !Number.isFinite(lat) || !Number.isFinite(lon))
      return { message: `Line ${at + 1} is not a latitude and a longitude, like 18.52040, 73.85670` };
    if (Math.abs(lat) > 90) return { message: `Line ${at + 1}: latitude must be between -90 and 90` };
    if (Math.abs(lon) > 180) return { message: `Line ${at + 1}: longitude must be between -180 and 180` };
    points.push([tidy(lat), tidy(lon)]);
  }
  return { points };
}

const isSame = (a: Point | undefined, b: Point | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1];

/** Without points that repeat the one before, and without the last of a ring that repeats the first. */
function distinct(kind: GeofenceKind, points: readonly Point[]): Point[] {
  const kept = points.filter((point, at) => at === 0 || !isSame(point, points[at - 1]));
  if (kind === 'POLYGON' && kept.length > 1 && isSame(kept[0], kept.at(-1))) kept.pop();
  return kept;
}

const turn = (a: Point, b: Point, c: Point) => (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]);
const isOn = (a: Point, b: Point, c: Point) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

/** Whether two lines have a place in common. */
function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc > 0 !== abd > 0 && cda > 0 !== cdb > 0 && abc !== 0 && abd !== 0 && cda !== 0 && cdb !== 0) return true;
  return (
    (abc === 0 && isOn(a, b, c)) ||
    (abd === 0 && isOn(a, b, d)) ||
    (cda === 0 && isOn(c, d, a)) ||
    (cdb === 0 && isOn(c, d, b))
  );
}

/** Numbers of two sides of a polygon that cross or touch, counted from 1. */
function crossing(points: readonly Point[]): [number, number] | undefined {
  const side = (at: number) => [points[at], points[(at + 1) % points.length]] as [Point, Point];
  for (let at = 0; at < points.length; at += 1)
    for (let other = at + 2; other < points.length; other += 1) {
      // The last side and the first have a corner in common.
      if (at === 0 && other === points.length - 1) continue;
      if (meet(...side(at), ...side(other))) return [at + 1, other + 1];
    }
  return undefined;
}

const area = (points: readonly Point[]) =>
  points.reduce((sum, [lat, lon], at) => {
    const [nextLat, nextLon] = points[(at + 1) % points.length] as Point;
    return sum + lon * nextLat - nextLon * lat;
  }, 0);

function widthMessage(kind: 'CIRCLE' | 'CORRIDOR', widthM: number | null): string | undefined {
  const { min, max } = kind === 'CIRCLE' ? shapeLimits.circleM : shapeLimits.corridorM;
  const name = kind === 'CIRCLE' ? 'Radius' : 'Half width';
  if (widthM === null) return `${name} is required`;
  return widthM < min || widthM > max
    ? `${name} must be between ${min} and ${max.toLocaleString('en-IN')} m`
    : undefined;
}

function pointsMessage(kind: GeofenceKind, points: readonly Point[]): string | undefined {
  if (points.length > shapeLimits.points) return `A shape can have at most ${shapeLimits.points} points`;
  if (kind === 'CIRCLE') return points.length === 1 ? undefined : 'A circle has one point, its centre';
  if (kind === 'CORRIDOR') return points.length >= 2 ? undefined : 'A corridor needs at least two different points';
  if (points.length < 3) return 'A polygon needs at least three different points';
  const sides = crossing(points);
  if (sides) return `The outline crosses itself: sides ${sides[0]} and ${sides[1]} meet`;
  return Math.abs(area(points)) < 1e-10 ? 'The polygon has no area' : undefined;
}

/** Reads a shape from the fields of a geofence, or gives what is wrong with it. */
export function readShape(
  kind: GeofenceKind,
  text: string,
  widthM: number | null,
): { shape: GeofenceShape } | { messages: ShapeMessages } {
  const messages: ShapeMessages = {};
  const width = kind === 'POLYGON' ? undefined : widthMessage(kind, widthM);
  if (width) messages.widthM = width;
  const read = readPoints(text);
  const points = 'points' in read ? distinct(kind, read.points) : [];
  const message = 'message' in read ? read.message : pointsMessage(kind, points);
  if (message) messages.points = message;
  if (message || width) return { messages };
  return { shape: { kind, points, widthM: kind === 'POLYGON' ? 0 : (widthM ?? 0) } };
}
