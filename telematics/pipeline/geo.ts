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

/** Degrees clockwise from north, as the crow flies over short ways. */
export function courseBetween(from: Place, to: Place): number {
  const east = (to.lon - from.lon) * Math.cos(((from.lat + to.lat) / 2) * radian);
  return (Math.atan2(east, to.lat - from.lat) / radian + 360) % 360;
}
