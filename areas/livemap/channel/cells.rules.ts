import type { Fleet } from './fleet.ts';
import { motionOf, motions } from './live-frames.contract.ts';
import type { Visible } from './visible.ts';

/** Vehicles of a square of the map: the sum of their places, and how many there are in each motion. */
export interface Cell {
  latE7: number;
  lonE7: number;
  counts: readonly number[];
}

/** A device of which nobody says how often it reports is silent after so long. */
const silentAfterS = 300;
/** A view is about so many squares wide, by powers of two. */
const finer = 4;
/** Of the whole earth, likewise. */
const finest = 24;

/** West, south, east, north in degrees; west may be greater than east, over the date line. */
export type Bbox = readonly [number, number, number, number];

export function isWithin([west, south, east, north]: Bbox, latE7: number, lonE7: number): boolean {
  const [lat, lon] = [latE7 / 1e7, lonE7 / 1e7];
  if (lat < south || lat > north) return false;
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
}

/** Groups the vehicles of a view: into squares so large that there are at most so many. @param now the server's time, ms. */
export function cellsOf(
  fleet: Fleet,
  visible: Visible,
  { bbox, zoom }: { bbox: Bbox; zoom: number },
  now: number,
  most: number,
): Cell[] {
  for (let nearer = Math.min(zoom, finest - finer); ; ) {
    const cells = squaresOf(fleet, visible, { bbox, zoom: nearer }, now);
    if (cells.length <= most || nearer <= -finer) return cells;
    // A step of the zoom makes at best one square of four.
    nearer = Math.max(-finer, Math.round(nearer) - Math.ceil(Math.log(cells.length / most) / Math.log(4)));
  }
}

/** Groups the vehicles of a view into squares of the web map's grid. */
function squaresOf(fleet: Fleet, visible: Visible, { bbox, zoom }: { bbox: Bbox; zoom: number }, now: number): Cell[] {
  const side = 2 ** Math.min(finest, Math.round(zoom) + finer);
  const cells = new Map<number, { lat: number; lon: number; n: number; counts: number[] }>();
  for (let slot = 0; slot < fleet.size; slot += 1) {
    if (fleet.versionOf(slot) === 0 || !visible.sees(slot)) continue;
    const [latE7, lonE7] = [fleet.latE7(slot), fleet.lonE7(slot)];
    if (!isWithin(bbox, latE7, lonE7)) continue;
    const x = Math.floor(((lonE7 / 1e7 + 180) / 360) * side);
    const sine = Math.sin((latE7 / 1e7) * (Math.PI / 180));
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
    const key = y * side + x;
    const cell = cells.get(key) ?? { lat: 0, lon: 0, n: 0, counts: motions.map(() => 0) };
    cells.set(key, cell);
    cell.lat += latE7;
    cell.lon += lonE7;
    cell.n += 1;
    const motion = motionOf(fleet.bits(slot), (now - fleet.fixAt(slot)) / 1_000, silentAfterS);
    const at = motions.indexOf(motion);
    cell.counts[at] = (cell.counts[at] ?? 0) + 1;
  }
  return [...cells.values()].map(({ lat, lon, n, counts }) => ({
    latE7: Math.round(lat / n),
    lonE7: Math.round(lon / n),
    counts,
  }));
}
