import { extent, margin, type Point } from './tile-lines.ts';

/** A corner so near to the straight line between those beside it is not seen: an eighth of a pixel. */
const nearUnits = 1;

/**
 * The part of an area that a tile and its margin show, as a ring that is not closed; undefined where there is none, or none that can be seen.
 * @param ring its corners in units of the tile
 */
export function areaInTile(ring: readonly Point[]): Point[] | undefined {
  // Sutherland and Hodgman: one border after another cuts what lies beyond it.
  let left: readonly Point[] = ring;
  for (const axis of [0, 1] as const)
    for (const [border, side] of [
      [-margin, 1],
      [extent + margin, -1],
    ] as const)
      left = cutAt(left, axis, border, side);
  return tidyRing(left);
}

function cutAt(ring: readonly Point[], axis: 0 | 1, border: number, side: 1 | -1): Point[] {
  const kept: Point[] = [];
  const depth = (point: Point) => (point[axis] - border) * side;
  let before = ring.at(-1);
  for (const point of ring) {
    if (before && depth(before) >= 0 !== depth(point) >= 0) {
      const share = depth(before) / (depth(before) - depth(point));
      kept.push([before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]);
    }
    if (depth(point) >= 0) kept.push(point);
    before = point;
  }
  return kept;
}

/** Whole units, and no corner that is not seen. */
function tidyRing(ring: readonly Point[]): Point[] | undefined {
  const kept: Point[] = [];
  for (const [n, point] of ring.entries()) {
    const whole: Point = [Math.round(point[0]), Math.round(point[1])];
    const before = kept.at(-1);
    const next = ring[(n + 1) % ring.length] as Point;
    if (before && (isSame(before, whole) || isStraight(before, whole, next))) continue;
    kept.push(whole);
  }
  if (kept.length > 1 && isSame(kept[0] as Point, kept.at(-1) as Point)) kept.pop();
  return kept.length > 2 && areaOf(kept) !== 0 ? kept : undefined;
}

const isSame = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1];
function isStraight(before: Point, point: Point, next: Point): boolean {
  const [right, down] = [next[0] - before[0], next[1] - before[1]];
  const [toX, toY] = [point[0] - before[0], point[1] - before[1]];
  const length = Math.hypot(right, down);
  const along = toX * right + toY * down;
  if (length === 0 || along < 0 || along > length * length) return false;
  return Math.abs(toX * down - toY * right) / length < nearUnits / 2;
}

/** Area of a ring; more than 0 where it turns to the right on the screen, as outer rings of tiles do. */
export const areaOf = (ring: readonly Point[]): number =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] as Point;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);

/** A piece of a line with as much on both sides, in units of the tile. */
export interface Band {
  from: Point;
  to: Point;
  half: number;
}

/** Bands thinner than this on each side are drawn as lines. */
export const leastBand = 32;
const steps = { least: 16, most: 128, ofHalf: 6 };

/**
 * What a tile shows of a line with as much on both sides, round at its ends and corners: areas, each its outer ring and then its holes.
 * How far the corners of a grid lie from the line is looked at, and the rings lead between those within and those beyond.
 * @param bands of at least `leastBand`
 */
export function bandsInTile(bands: readonly Band[]): Point[][][] {
  const half = Math.max(0, ...bands.map((band) => band.half));
  const step = Math.min(steps.most, Math.max(steps.least, 2 ** Math.floor(Math.log2(half / steps.ofHalf))));
  const around = Math.max(margin, 2 * step);
  const side = (extent + 2 * around) / step + 1;
  const reach = 2 * step;
  const field = new Float32Array(side * side).fill(reach);
  let isSeen = false;
  for (const { from, to, half } of bands) {
    const first = (axis: 0 | 1) =>
      Math.max(1, Math.floor((Math.min(from[axis], to[axis]) - half - reach + around) / step));
    const last = (axis: 0 | 1) =>
      Math.min(side - 2, Math.ceil((Math.max(from[axis], to[axis]) + half + reach + around) / step));
    // The outermost corners stay beyond: every ring closes.
    for (let row = first(1); row <= last(1); row += 1)
      for (let column = first(0); column <= last(0); column += 1) {
        const at = row * side + column;
        const beyond = toPiece(column * step - around, row * step - around, from, to) - half;
        if (beyond < (field[at] as number)) field[at] = beyond;
        if (beyond < 0) isSeen = true;
      }
  }
  return isSeen ? ringsOf(field, side, (n) => n * step - around) : [];
}

function toPiece(x: number, y: number, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [right, down] = [toX - fromX, toY - fromY];
  const length = right * right + down * down;
  const share = length > 0 ? Math.min(1, Math.max(0, ((x - fromX) * right + (y - fromY) * down) / length)) : 0;
  return Math.hypot(x - fromX - share * right, y - fromY - share * down);
}

/** Sides of a square of the grid: where its ring comes in and where it leaves, by which of its corners lie within. What lies within is on the right. */
const [north, east, south, west] = [0, 1, 2, 3] as const;
type Side = typeof north | typeof east | typeof south | typeof west;
const ways: readonly (readonly (readonly [Side, Side])[])[] = [
  [],
  [[north, west]],
  [[east, north]],
  [[east, west]],
  [[south, east]],
  [
    [north, west],
    [south, east],
  ],
  [[south, north]],
  [[south, west]],
  [[west, south]],
  [[north, south]],
  [
    [east, north],
    [west, south],
  ],
  [[east, south]],
  [[west, east]],
  [[north, east]],
  [[west, north]],
  [],
];

/** Marching squares. Corners below 0 lie within. @param unit where a row or column of the grid lies */
function ringsOf(field: Float32Array, side: number, unit: (n: number) => number): Point[][][] {
  const value = (row: number, column: number) => field[row * side + column] as number;
  /** Where a ring goes on, by where it crosses a line of the grid: that below a corner, or that on its right. */
  const next = new Map<number, number>();
  const places = new Map<number, Point>();
  const cross = (row: number, column: number, isDown: boolean): number => {
    const key = (row * side + column) * 2 + (isDown ? 1 : 0);
    if (!places.has(key)) {
      const from = value(row, column);
      const to = isDown ? value(row + 1, column) : value(row, column + 1);
      const share = from / (from - to);
      places.set(key, [
        unit(column) + (isDown ? 0 : share * (unit(1) - unit(0))),
        unit(row) + (isDown ? share * (unit(1) - unit(0)) : 0),
      ]);
    }
    return key;
  };
  const sideOf = (row: number, column: number, one: Side) =>
    one === north
      ? cross(row, column, false)
      : one === south
        ? cross(row + 1, column, false)
        : one === west
          ? cross(row, column, true)
          : cross(row, column + 1, true);
  for (let row = 0; row + 1 < side; row += 1)
    for (let column = 0; column + 1 < side; column += 1) {
      const kind =
        (value(row, column) < 0 ? 1 : 0) +
        (value(row, column + 1) < 0 ? 2 : 0) +
        (value(row + 1, column + 1) < 0 ? 4 : 0) +
        (value(row + 1, column) < 0 ? 8 : 0);
      for (const [from, to] of ways[kind] as (typeof ways)[number])
        next.set(sideOf(row, column, from), sideOf(row, column, to));
    }
  const rings: Point[][] = [];
  for (const begin of next.keys()) {
    const ring: Point[] = [];
    for (let at: number | undefined = begin; at !== undefined && next.has(at); ) {
      ring.push(places.get(at) as Point);
      const after: number | undefined = next.get(at);
      next.delete(at);
      at = after;
    }
    const tidy = tidyRing(ring);
    if (tidy) rings.push(tidy);
  }
  return withHoles(rings);
}

function withHoles(rings: readonly Point[][]): Point[][][] {
  const areas = rings.filter((ring) => areaOf(ring) > 0).map((ring) => [ring]);
  for (const hole of rings.filter((ring) => areaOf(ring) < 0)) {
    const around = areas.filter(([outer]) => isIn(hole[0] as Point, outer as Point[]));
    // Of several the smallest: an island may lie in a hole.
    around.sort(([a], [b]) => areaOf(a as Point[]) - areaOf(b as Point[]))[0]?.push(hole);
  }
  return areas;
}

function isIn([x, y]: Point, ring: readonly Point[]): boolean {
  let isWithin = false;
  let [beforeX, beforeY] = ring.at(-1) as Point;
  for (const [atX, atY] of ring) {
    if (atY > y !== beforeY > y && x < ((beforeX - atX) * (y - atY)) / (beforeY - atY) + atX) isWithin = !isWithin;
    [beforeX, beforeY] = [atX, atY];
  }
  return isWithin;
}
