import { apartM, type LonLat } from '../curve.ts';

/** Finds what of some ways is near a place. */
export interface WaysNear {
  /** The nearest place of the ways within so many metres, and how the way leads there. */
  at(place: LonLat, withinM: number): { apartM: number; way: number; bearing: number } | undefined;
}

const cellDegrees = 0.004;
/** Metres that a cell is wide at least, in India. */
const cellM = 350;
const cellOf = (degrees: number): number => Math.floor(degrees / cellDegrees);

/** Which way something leads, as an angle; a way back is the same. */
export const bearingOf = (from: LonLat, to: LonLat): number =>
  Math.atan2(to[1] - from[1], (to[0] - from[0]) * Math.cos((from[1] / 180) * Math.PI));

/** @param ways each with a place about every sixty metres */
export function waysNear(ways: readonly (readonly LonLat[])[]): WaysNear {
  const cells = new Map<string, { place: LonLat; way: number; bearing: number }[]>();
  for (const [way, path] of ways.entries())
    for (const [index, place] of path.entries()) {
      const [from, to] = [path[index - 1] ?? place, path[index + 1] ?? place];
      const key = `${cellOf(place[0])} ${cellOf(place[1])}`;
      const cell = cells.get(key);
      const one = { place, way, bearing: bearingOf(from, to) };
      if (cell) cell.push(one);
      else cells.set(key, [one]);
    }
  return {
    at(place, withinM) {
      let best: { apartM: number; way: number; bearing: number } | undefined;
      const [column, row] = [cellOf(place[0]), cellOf(place[1])];
      const reach = Math.ceil(withinM / cellM);
      for (let x = column - reach; x <= column + reach; x += 1)
        for (let y = row - reach; y <= row + reach; y += 1)
          for (const one of cells.get(`${x} ${y}`) ?? []) {
            const metres = apartM(one.place, place);
            if (metres < (best?.apartM ?? withinM)) best = { apartM: metres, way: one.way, bearing: one.bearing };
          }
      return best;
    },
  };
}

/** Whether two bearings lead nearly alongside each other, whichever way round. */
export const isAlongside = (one: number, other: number): boolean =>
  Math.abs(Math.sin(one - other)) < Math.sin((50 / 180) * Math.PI);
