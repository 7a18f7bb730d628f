/** A point of a line, degrees. */
export type LinePoint = readonly [lat: number, lon: number];

/** A road's line as calls carry it (RFC 7946): longitude first. */
export interface LineGeometry {
  type: 'LineString';
  coordinates: (readonly [lon: number, lat: number])[];
}

/** Bounds of a line: points, and metres in all. */
export const lineLimits = { minPoints: 2, maxPoints: 5_000, maxM: 500_000 } as const;

/** Where roads of India lie, its islands included. */
export const indiaBox = { south: 6, north: 38, west: 68, east: 98 } as const;

/**
 * A line may go this far beyond, with a warning: a quarter of a degree is about 27 km. Roads to a border crossing and bridges over a border river
 * are surveyed to their end on the other side; farther out nothing can be a road that this product has rules for, and most likely a
 * sign, a digit or the order of the numbers is wrong.
 */
export const nearBorderDegrees = 0.25;

/** Lines are kept in steps of 1e-7 degrees, about 1 cm. */
export const tidyDegrees = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

const earthM = 6_371_008.8;
const radian = Math.PI / 180;

/** Metres from point to point (haversine). */
export function stepM([lat, lon]: LinePoint, [toLat, toLon]: LinePoint): number {
  const up = Math.sin(((toLat - lat) * radian) / 2);
  const across = Math.sin(((toLon - lon) * radian) / 2);
  return (
    2 *
    earthM *
    Math.asin(Math.min(1, Math.sqrt(up * up + Math.cos(lat * radian) * Math.cos(toLat * radian) * across * across)))
  );
}

/** Metres along a line. */
export const lengthOf = (points: readonly LinePoint[]): number =>
  points.reduce((sum, point, at) => (at === 0 ? 0 : sum + stepM(points[at - 1] as LinePoint, point)), 0);

export const geometryOf = (points: readonly LinePoint[]): LineGeometry => ({
  type: 'LineString',
  coordinates: points.map(([lat, lon]) => [lon, lat] as const),
});

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** A line as the history tells of it. */
export const lineWords = (points: readonly LinePoint[]): string =>
  `${whole.format(points.length)} points, ${whole.format(lengthOf(points))} m`;

/** A line that may be stored, and what is odd about it. */
export interface ReadLine {
  points: LinePoint[];
  lengthM: number;
  warnings: string[];
  /** Why it is not to be drawn, though it is a line; one that is there already may stay. */
  refusal: string | undefined;
}

const isPair = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length >= 2 && value.length <= 3 && value.every((one) => Number.isFinite(one));

/** Reads a GeoJSON LineString, or says in words what is wrong with it. Heights are left out, and points that repeat the one before. */
export function readLine(geometry: unknown): ReadLine | { message: string } {
  const given = geometry as Partial<LineGeometry> | null;
  if (typeof geometry !== 'object' || given?.type !== 'LineString' || !Array.isArray(given.coordinates))
    return { message: 'The line must be a GeoJSON LineString' };
  const pairs: readonly unknown[] = given.coordinates;
  if (pairs.length > lineLimits.maxPoints)
    return { message: `A line can have at most ${lineLimits.maxPoints.toLocaleString('en-IN')} points` };
  const wrong = pairs.findIndex((pair) => !isPair(pair));
  if (wrong >= 0) return { message: `Point ${wrong + 1} is not a longitude and a latitude` };
  const all = (pairs as [number, number][]).map(([lon, lat]): LinePoint => [tidyDegrees(lat), tidyDegrees(lon)]);
  if (all.length > 0 && all.every(([lat, lon]) => isInIndia([lon, lat])))
    return { message: 'Latitude and longitude are swapped: GeoJSON has the longitude first' };
  const off = all.findIndex(([lat, lon]) => Math.abs(lat) > 90 || Math.abs(lon) > 180);
  if (off >= 0)
    return { message: `Point ${off + 1} is not on the earth: the longitude comes first, then the latitude` };
  const points = all.filter(([lat, lon], at) => at === 0 || lat !== all[at - 1]?.[0] || lon !== all[at - 1]?.[1]);
  if (points.length < lineLimits.minPoints) return { message: 'A line needs at least two different points' };
  const lengthM = lengthOf(points);
  // Below it, points are all within the accuracy of their own digits.
  if (lengthM < 1) return { message: 'The line is shorter than 1 m' };
  if (lengthM > lineLimits.maxM) return { message: 'The line is longer than 500 km. Split it into several roads' };
  const outside = points.findIndex((point) => !isInIndia(point));
  const far = points.findIndex((point) => !isInIndia(point, nearBorderDegrees));
  const india = 'outside India (6 to 38° north, 68 to 98° east)';
  return {
    points,
    lengthM,
    warnings: outside >= 0 ? [`Point ${outside + 1} is ${india}`] : [],
    refusal: far >= 0 ? `Point ${far + 1} is ${india}. Check its coordinates` : undefined,
  };
}

const isInIndia = ([lat, lon]: LinePoint, beyond = 0): boolean =>
  lat >= indiaBox.south - beyond &&
  lat <= indiaBox.north + beyond &&
  lon >= indiaBox.west - beyond &&
  lon <= indiaBox.east + beyond;
