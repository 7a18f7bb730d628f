import type { FaultCode } from '../fault.contract.ts';

/** Degrees in which India lies, its islands included. */
const india = { minLat: 6, maxLat: 38, minLon: 68, maxLon: 98 } as const;
const e7 = 1e7;
const inIndia = (lat: number, lon: number) =>
  lat >= india.minLat && lat <= india.maxLat && lon >= india.minLon && lon <= india.maxLon;
const onEarth = (lat: number, lon: number) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;

/** No road of the product is longer; one that is most likely jumps to a place that is not its own. */
export const mostKm = 500;
/** No road of the product has more; OpenStreetMap stops at 2,000. */
const mostPoints = 5_000;
/** Below it, points are all within the accuracy of their own digits. */
const leastM = 1;
const earthKm = 6371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** A line that can be a road, or why it cannot. `isOutside`: some of it is outside of India. */
export type Line =
  | { points: Int32Array; lengthM: number; isOutside: boolean }
  | { fault: FaultCode; detail: string | null };

const shown = (lat: number, lon: number) => `lat ${lat}, lon ${lon}`;

/**
 * Looks at the points of a line, leaves out those that repeat the one before, and rounds them to 1e-7 degrees.
 * @param count of points @param latOf and @param lonOf give degrees; NaN where there is no number
 */
export function lineOf(count: number, latOf: (at: number) => number, lonOf: (at: number) => number): Line {
  if (count < 2) return { fault: 'few-points', detail: String(count) };
  const points = new Int32Array(2 * count);
  let used = 0;
  let isOutside = false;
  let km = 0;
  for (let at = 0; at < count; at += 1) {
    const [lat, lon] = [latOf(at), lonOf(at)];
    if (!Number.isFinite(lat) || !Number.isFinite(lon)) return { fault: 'shape', detail: null };
    if (!inIndia(lat, lon)) {
      if (inIndia(lon, lat)) return { fault: 'swapped', detail: shown(lat, lon) };
      if (!onEarth(lat, lon)) return { fault: 'off-earth', detail: shown(lat, lon) };
      isOutside = true;
    }
    const [y, x] = [Math.round(lat * e7), Math.round(lon * e7)];
    if (used > 0) {
      const [beforeY, beforeX] = [points[used - 2] ?? 0, points[used - 1] ?? 0];
      if (beforeY === y && beforeX === x) continue;
      km += kmBetween(beforeY / e7, beforeX / e7, lat, lon);
      if (km > mostKm) return { fault: 'too-long', detail: `more than ${mostKm} km` };
    }
    points[used] = y;
    points[used + 1] = x;
    used += 2;
  }
  if (km * 1_000 < leastM) return { fault: 'no-length', detail: null };
  if (used > 2 * mostPoints) return { fault: 'too-many-points', detail: String(used / 2) };
  return { points: points.slice(0, used), lengthM: Math.round(km * 1_000), isOutside };
}

function kmBetween(lat: number, lon: number, toLat: number, toLon: number): number {
  const [north, east] = [radians(toLat - lat), radians(toLon - lon)];
  const half = Math.sin(north / 2) ** 2 + Math.cos(radians(lat)) * Math.cos(radians(toLat)) * Math.sin(east / 2) ** 2;
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The same line from its other end. */
export function turned(points: Int32Array): Int32Array {
  const other = new Int32Array(points.length);
  for (let at = 0; at < points.length; at += 2) {
    other[at] = points[points.length - 2 - at] ?? 0;
    other[at + 1] = points[points.length - 1 - at] ?? 0;
  }
  return other;
}

/** A number of 52 bits that lines share only if they are the same, whichever end they begin at. */
export function eitherWay(points: Int32Array): number {
  return Math.min(sumOf(points), sumOf(turned(points)));
}

/** Two rounds of FNV-1a over whole coordinates, put together. */
function sumOf(points: Int32Array): number {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (const value of points) {
    low = Math.imul(low ^ (value & 0xffff), 0x01000193);
    low = Math.imul(low ^ (value >>> 16), 0x01000193);
    high = Math.imul(high ^ value, 0x85ebca6b) ^ (high >>> 13);
  }
  return (low >>> 0) * 0x100000 + ((high >>> 0) & 0xfffff);
}
