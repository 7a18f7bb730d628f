import { indexFences } from '../fence-index.ts';
import {
  type FenceEvent,
  type FenceFix,
  type FenceRule,
  feedFences,
  type Fences,
  fencesOf,
  newVehicle,
} from '../follow.ts';
import { degreeM, type Shape } from '../shapes.ts';

/** A place so many metres east and north of another. */
export function away(from: { lat: number; lon: number }, eastM: number, northM: number) {
  return {
    lat: from.lat + northM / degreeM,
    lon: from.lon + eastM / (degreeM * Math.cos((from.lat * Math.PI) / 180)),
  };
}
export const pune = { lat: 18.5204, lon: 73.8567 };

export const circle = (radiusM: number, at = pune): Shape => ({
  kind: 'CIRCLE',
  points: [at.lat, at.lon],
  widthM: radiusM,
});
/** A square with its middle in a place. */
export function square(sideM: number, at = pune): Shape {
  const half = sideM / 2;
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ] as const;
  return {
    kind: 'POLYGON',
    points: corners.flatMap(([east, north]) => {
      const { lat, lon } = away(at, east, north);
      return [lat, lon];
    }),
    widthM: 0,
  };
}

/** A corridor northwards through a place, so many metres to each side. */
export function corridor(halfM: number, at = pune): Shape {
  const [south, north] = [away(at, 0, -5_000), away(at, 0, 5_000)];
  return { kind: 'CORRIDOR', points: [south.lat, south.lon, north.lat, north.lon], widthM: halfM };
}

export const ruleOf = (more: Partial<FenceRule> = {}): FenceRule => ({
  id: 'fence',
  onEnter: true,
  onExit: true,
  dwellMs: null,
  capKmh: null,
  hysteresisM: null,
  minStayMs: 0,
  schedule: null,
  vehicles: null,
  since: 0,
  ...more,
});
export const oneFence = (shape: Shape, more: Partial<FenceRule> = {}): Fences =>
  fencesOf(indexFences([shape]), [ruleOf(more)]);

export const fixAt = (time: number, place: { lat: number; lon: number }, more: Partial<FenceFix> = {}): FenceFix => ({
  time,
  ...place,
  speedKmh: null,
  accuracyM: null,
  ignition: null,
  hdop: null,
  ...more,
});

/** What happens at fences to a vehicle that drives past these fixes, in the order of their times. */
export function follow(fixes: readonly FenceFix[], fences: Fences): FenceEvent[] {
  const state = newVehicle();
  return fixes.flatMap((fix) => feedFences(state, 'vehicle', fix, fences, 55));
}
