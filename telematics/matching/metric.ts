/** Metres of 1e-7 degrees along a meridian, on a sphere of the mean radius of the earth (IUGG). */
export const metresPerUnit = (6_371_008.8 * Math.PI) / 180 / 1e7;
const radianPerUnit = Math.PI / 180 / 1e7;

/** Metres of 1e-7 degrees along a parallel, at a latitude in 1e-7 degrees. */
export const metresEast = (latE7: number): number => metresPerUnit * Math.cos(latE7 * radianPerUnit);

/** Metres between two places of a network, which are near each other: a plane at the latitude between them. */
export function planeMetres(latA: number, lonA: number, latB: number, lonB: number): number {
  const north = (latB - latA) * metresPerUnit;
  const east = (lonB - lonA) * metresEast((latA + latB) / 2);
  return Math.sqrt(north * north + east * east);
}

/** Degrees clockwise from north. */
export function bearing(latA: number, lonA: number, latB: number, lonB: number): number {
  const north = (latB - latA) * metresPerUnit;
  const east = (lonB - lonA) * metresEast((latA + latB) / 2);
  const degrees = (Math.atan2(east, north) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

/** The angle between two courses in degrees, 0 to 180. */
export function turnBetween(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return apart > 180 ? 360 - apart : apart;
}
