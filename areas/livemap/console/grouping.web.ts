import type { FleetStore } from './fleet-store.web.ts';

/** Vehicles that stand too close to each other to be told apart. */
export interface Cluster {
  lat: number;
  lon: number;
  count: number;
}

/** From this zoom on every vehicle is drawn by itself. */
const apartFrom = 12.5;
/** Squares of so many pixels hold one group. */
const squarePx = 72;
const worldPx = 512;
/** Two are drawn beside each other. */
const fewest = 3;

/**
 * Puts vehicles of the same square together. Squares lie still on the world, so that groups do not dance while the map is moved.
 * @param slots those that are shown.
 * @returns the groups, and the slots that stand by themselves.
 */
export function groupSlots(
  store: FleetStore,
  slots: readonly number[],
  zoom: number,
): { clusters: Cluster[]; single: number[] } {
  if (zoom >= apartFrom) return { clusters: [], single: [...slots] };
  const side = (worldPx * 2 ** Math.round(zoom)) / squarePx;
  const squares = new Map<number, number[]>();
  for (const slot of slots) {
    const place = store.read(slot);
    if (!place) continue;
    const x = Math.floor(((place.lon + 180) / 360) * side);
    const sine = Math.sin((place.lat * Math.PI) / 180);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
    const key = y * Math.ceil(side) + x;
    const square = squares.get(key);
    if (square) square.push(slot);
    else squares.set(key, [slot]);
  }
  const clusters: Cluster[] = [];
  const single: number[] = [];
  for (const square of squares.values()) {
    if (square.length < fewest) {
      single.push(...square);
      continue;
    }
    let [lat, lon] = [0, 0];
    for (const slot of square) {
      const place = store.read(slot);
      lat += place?.lat ?? 0;
      lon += place?.lon ?? 0;
    }
    clusters.push({ lat: lat / square.length, lon: lon / square.length, count: square.length });
  }
  return { clusters: merged(clusters, worldPx * 2 ** zoom), single };
}

/** Pixels from the middle of a group to its edge. */
export const radiusOf = (count: number): number => Math.min(30, 15 + 2.4 * Math.log2(count));

/** Groups of neighbouring squares whose signs would lie over each other become one. */
function merged(clusters: readonly Cluster[], world: number): Cluster[] {
  const kept: Cluster[] = [];
  for (const one of clusters.toSorted((a, b) => b.count - a.count)) {
    const near = kept.find((other) => {
      const x = ((one.lon - other.lon) / 360) * world;
      const y = (((one.lat - other.lat) / 360) * world) / Math.max(0.05, Math.cos((one.lat * Math.PI) / 180));
      return Math.hypot(x, y) < radiusOf(one.count) + radiusOf(other.count);
    });
    if (!near) {
      kept.push({ ...one });
      continue;
    }
    const count = near.count + one.count;
    near.lat = (near.lat * near.count + one.lat * one.count) / count;
    near.lon = (near.lon * near.count + one.lon * one.count) / count;
    near.count = count;
  }
  return kept;
}
