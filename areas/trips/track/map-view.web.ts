/*
 * The geometry of a plain map: Web Mercator, the world a square of side 1. It never mirrors, whatever the direction of the page.
 */

export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
/** What is in the middle, and how many pixels wide the world is. */
export interface MapView {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const radian = Math.PI / 180;
export const worldX = (lon: number): number => (lon + 180) / 360;
export const worldY = (lat: number): number => {
  const sine = Math.sin(Math.max(-85.05, Math.min(85.05, lat)) * radian);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};
const lonOf = (x: number): number => x * 360 - 180;
const latOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** From a continent to a garden gate. */
const [minScale, maxScale] = [256 * 2 ** 2, 256 * 2 ** 20];
/** At the foot of a map stand its signs and its scale. */
const footPx = 36;
/** A place by itself is shown with its surroundings. */
export const nearScale = 256 * 2 ** 16;

/** All of the bounds, with room around them for markers. */
export function fit({ minX, minY, maxX, maxY }: Bounds, { width, height }: Size): MapView {
  const room = Math.min(56, width / 8, height / 8);
  const across = (width - 2 * room) / Math.max(maxX - minX, 1e-12);
  const down = (height - footPx - 2 * room) / Math.max(maxY - minY, 1e-12);
  const scale = Math.max(minScale, Math.min(across, down, nearScale * 2));
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2 + footPx / 2 / scale, scale };
}

/** Moved by pixels; what is under the pointer stays under it. */
export const panned = (view: MapView, right: number, down: number): MapView => ({
  ...view,
  x: view.x - right / view.scale,
  y: Math.max(0, Math.min(1, view.y - down / view.scale)),
});

/** Zoomed around a point, in pixels from the middle. */
export function zoomed(view: MapView, times: number, right = 0, down = 0): MapView {
  const scale = Math.max(minScale, Math.min(maxScale, view.scale * times));
  const shift = 1 / view.scale - 1 / scale;
  return { x: view.x + right * shift, y: view.y + down * shift, scale };
}

/** Where a place of the world is, in pixels from the top left. */
export const screenX = (view: MapView, size: Size, x: number): number => (x - view.x) * view.scale + size.width / 2;
export const screenY = (view: MapView, size: Size, y: number): number => (y - view.y) * view.scale + size.height / 2;

const equatorM = 40_075_016.7;
/** 1, 2 or 5 times a power of ten, at most `value`. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([5, 2].find((times) => times * power <= value) ?? 1);
}

/** The longest round distance that is at most `most` pixels long in the middle of the map. */
export function scaleBar(view: MapView, most = 110): { metres: number; width: number } {
  const metresPerPixel = (equatorM * Math.cos(latOf(view.y) * radian)) / view.scale;
  const metres = roundBelow(metresPerPixel * most);
  return { metres, width: metres / metresPerPixel };
}

/** Parts of a degree that people count in. */
const steps = [45, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001];

export interface Line {
  /** Pixels from the start of the axis. */
  at: number;
  label: string;
}

/** Lines of longitude and latitude, some 130 pixels apart. */
export function graticule(view: MapView, size: Size): { down: Line[]; across: Line[] } {
  const wanted = (130 / view.scale) * 360;
  const step = steps.findLast((one) => one >= wanted) ?? 45;
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const lines = (from: number, to: number, place: (degrees: number) => number, names: readonly [string, string]) => {
    const found: Line[] = [];
    for (let count = Math.ceil(from / step); count * step <= to && found.length < 60; count += 1) {
      const degrees = count * step;
      found.push({ at: place(degrees), label: `${Math.abs(degrees).toFixed(digits)}° ${names[degrees < 0 ? 1 : 0]}` });
    }
    return found;
  };
  const [left, right] = [view.x - size.width / 2 / view.scale, view.x + size.width / 2 / view.scale];
  const [top, bottom] = [view.y - size.height / 2 / view.scale, view.y + size.height / 2 / view.scale];
  return {
    down: lines(lonOf(left), lonOf(right), (lon) => screenX(view, size, worldX(lon)), ['E', 'W']),
    across: lines(latOf(bottom), latOf(top), (lat) => screenY(view, size, worldY(lat)), ['N', 'S']),
  };
}
