type Place = { readonly lat: number; readonly lon: number };

/** The mean radius of the earth (IUGG). */
const earthM = 6_371_008.8;
const radian = Math.PI / 180;

/** Metres between two places along the great circle (haversine). */
export function metresBetween(a: Place, b: Place): number {
  const up = Math.sin(((b.lat - a.lat) * radian) / 2);
  const across = Math.sin(((b.lon - a.lon) * radian) / 2);
  const half = up * up + Math.cos(a.lat * radian) * Math.cos(b.lat * radian) * across * across;
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(half)));
}
