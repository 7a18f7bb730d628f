/** Units of a tile's side, as MapLibre expects them. */
export const extent = 4_096;
/** Lines go on so far beyond a tile, so that neither their ends nor those of wide lines are seen at its border. */
export const margin = 128;
const [low, high] = [-margin, extent + margin];
/** A point so near to the one before is not seen: a quarter of a pixel. */
const nearUnits = 2;

export interface TileAt {
  z: number;
  x: number;
  y: number;
}

const degreesOf = (radians: number) => (radians * 180) / Math.PI;
const latAt = (share: number) => degreesOf(Math.atan(Math.sinh(Math.PI * (1 - 2 * share))));

/** What lies in a tile and its margin, as PostgreSQL reads a box: longitude, then latitude, degrees. */
export function tileBox({ z, x, y }: TileAt): string {
  const side = 2 ** z;
  const beyond = margin / extent;
  const [west, east] = [x - beyond, x + 1 + beyond].map((at) => (at / side) * 360 - 180);
  const [north, south] = [y - beyond, y + 1 + beyond].map((at) => latAt(Math.min(1, Math.max(0, at / side))));
  return `(${west},${south}),(${east},${north})`;
}

/** Metres of a pixel in the middle of a tile, of which a screen shows 512 a side. */
export const metresPerPixel = ({ z, y }: TileAt): number =>
  (40_075_016.7 * Math.cos((latAt((y + 0.5) / 2 ** z) * Math.PI) / 180)) / 2 ** z / 512;

export type Point = [x: number, y: number];

/** Where a place lies, in units of a tile: right and down from its corner. */
export function inTile({ z, x, y }: TileAt, lat: number, lon: number): Point {
  const units = 2 ** z * extent;
  const sine = Math.sin((Math.min(85.05, Math.max(-85.05, lat)) * Math.PI) / 180);
  const [right, down] = [lon / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
  return [right * units - x * extent, down * units - y * extent];
}

/** Units of a tile that a metre takes at a latitude. */
export const unitsPerMetre = ({ z }: TileAt, lat: number): number =>
  (2 ** z * extent) / (40_075_016.7 * Math.max(0.05, Math.cos((lat * Math.PI) / 180)));

/**
 * The parts of a line that a tile shows, in its units.
 * @param bytes pairs of little-endian int32: latitude and longitude in 1e-7 degrees
 */
export function lineInTile(bytes: Buffer, at: TileAt): Point[][] {
  const points: Point[] = [];
  for (let byte = 0; byte + 8 <= bytes.length; byte += 8)
    points.push(inTile(at, bytes.readInt32LE(byte) / 1e7, bytes.readInt32LE(byte + 4) / 1e7));
  return partsInTile(points);
}

/** The parts of a line that a tile shows. @param points in units of the tile */
export function partsInTile(points: readonly Point[]): Point[][] {
  const parts: Point[][] = [];
  let part: Point[] | undefined;
  let [fromX, fromY] = [0, 0];
  for (const [n, [toX, toY]] of points.entries()) {
    if (n > 0) {
      const cut = clip(fromX, fromY, toX, toY);
      if (!cut) part = undefined;
      else {
        const [x0, y0, x1, y1] = cut;
        if (!part || x0 !== fromX || y0 !== fromY) parts.push((part = [[Math.round(x0), Math.round(y0)]]));
        append(part, Math.round(x1), Math.round(y1), n + 1 >= points.length || x1 !== toX || y1 !== toY);
      }
    }
    [fromX, fromY] = [toX, toY];
  }
  return parts.filter((one) => one.length > 1);
}

/** Adds a point that is seen; the last of a part is always kept. */
function append(part: Point[], x: number, y: number, isLast: boolean): void {
  const before = part.at(-1) as Point;
  const isNear = Math.abs(before[0] - x) < nearUnits && Math.abs(before[1] - y) < nearUnits;
  if (!isNear) part.push([x, y]);
  else if (isLast && part.length > 1) part[part.length - 1] = [x, y];
  else if (isLast && (before[0] !== x || before[1] !== y)) part.push([x, y]);
}

/** What of a piece of a line lies within the tile and its margin (Liang and Barsky). */
function clip(fromX: number, fromY: number, toX: number, toY: number): [number, number, number, number] | undefined {
  let [begin, end] = [0, 1];
  const [right, down] = [toX - fromX, toY - fromY];
  for (const [towards, room] of [
    [-right, fromX - low],
    [right, high - fromX],
    [-down, fromY - low],
    [down, high - fromY],
  ] as const) {
    if (towards === 0) {
      if (room < 0) return undefined;
      continue;
    }
    const share = room / towards;
    if (towards < 0) begin = Math.max(begin, share);
    else end = Math.min(end, share);
    if (begin > end) return undefined;
  }
  return [
    begin === 0 ? fromX : fromX + begin * right,
    begin === 0 ? fromY : fromY + begin * down,
    end === 1 ? toX : fromX + end * right,
    end === 1 ? toY : fromY + end * down,
  ];
}
