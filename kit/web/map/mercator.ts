/*
 * Web Mercator: the world is a square of side 1, its corner in the north-west.
 */

export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

const radian = Math.PI / 180;
/** Degrees; beyond them the square ends. */
const mostLat = 85.05;

export const worldX = (lon: number): number => (lon + 180) / 360;
export const worldY = (lat: number): number => {
  const sine = Math.sin(Math.max(-mostLat, Math.min(mostLat, lat)) * radian);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};
export const lonOf = (x: number): number => x * 360 - 180;
export const latOf = (y: number): number => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / radian;
