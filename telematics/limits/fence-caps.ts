import { indexFences } from '../geofences/fence-index.ts';
import { isWithin, type Schedule } from '../geofences/schedule.ts';
import type { Shape } from '../geofences/shapes.ts';
import type { Cap } from './resolve.ts';

/** A geofence with a speed limit. */
export interface CapFence extends Cap {
  readonly shape: Shape;
  /** Null: at any time. */
  readonly schedule: Schedule | null;
  /** From when on it holds, milliseconds. */
  readonly since: number;
}

/** Which speed limits of geofences hold at a place (degrees) and a time (milliseconds, UTC). */
export function capsOfFences(fences: readonly CapFence[]): (lat: number, lon: number, at: number) => readonly Cap[] {
  const index = indexFences(fences.map(({ shape }) => shape));
  return (lat, lon, at) =>
    index.near(lat, lon).flatMap((place) => {
      const fence = fences[place];
      if (!fence || at < fence.since || index.distance(place, lat, lon) > 0) return [];
      if (fence.schedule && !isWithin(fence.schedule, at)) return [];
      return [{ id: fence.id, version: fence.version, limitKmh: fence.limitKmh }];
    });
}
