import { courseBetween, metresBetween } from '../pipeline/geo.ts';

/** A way to drive, as GeoJSON has it: longitude first. */
export type Line = {
  readonly name: string;
  readonly kmh: number;
  readonly path: readonly (readonly [number, number])[];
  /** Metres left of the line where traffic runs, whichever way it goes. Left out: on the line. */
  readonly leftM?: number;
  /** Where one goes slower, metres from the beginning. */
  readonly zones?: readonly Zone[];
};

export type Zone = { readonly fromM: number; readonly toM: number; readonly kmh: number };

export type Spot = { readonly lat: number; readonly lon: number; readonly course: number };

type Leg = { readonly from: number; readonly metres: number; readonly start: Spot; readonly end: Spot };

export type Road = {
  readonly lengthM: number;
  readonly kmh: number;
  /** Where it bends so that one has to slow down, metres from its beginning. */
  readonly bends: readonly { readonly at: number; readonly kmh: number }[];
  /** Metres left of the line where traffic runs, whichever way it goes. */
  readonly leftM: number;
  readonly zones: readonly Zone[];
  /** The spot so many metres from its beginning; the course is that from the beginning to the end. */
  at(metres: number): Spot;
};

/** What a driver dares at a bend: little at a corner, everything where it hardly bends. */
function bendKmh(turn: number): number {
  if (turn > 100) return 8;
  if (turn > 60) return 15;
  return turn > 30 ? 28 : Number.POSITIVE_INFINITY;
}

/** @throws Error when the line is shorter than 200 m: nobody could drive there. */
export function roadOf({ name, kmh, path, leftM = 0, zones = [] }: Line): Road {
  const legs: Leg[] = [];
  let lengthM = 0;
  for (const [at, [lon, lat]] of path.entries()) {
    const [toLon, toLat] = path[at + 1] ?? [lon, lat];
    const metres = metresBetween({ lat, lon }, { lat: toLat, lon: toLon });
    if (metres < 1) continue;
    const course = courseBetween({ lat, lon }, { lat: toLat, lon: toLon });
    legs.push({ from: lengthM, metres, start: { lat, lon, course }, end: { lat: toLat, lon: toLon, course } });
    lengthM += metres;
  }
  if (lengthM < 200) throw new Error(`The line ${name} is ${Math.round(lengthM)} m long; it takes 200 m to drive`);
  const bends = legs.flatMap(({ from, start }, at) => {
    const before = legs[at - 1];
    if (!before) return [];
    const turn = Math.abs(((start.course - before.start.course + 540) % 360) - 180);
    return Number.isFinite(bendKmh(turn)) ? [{ at: from, kmh: bendKmh(turn) }] : [];
  });
  return { lengthM, kmh, leftM, zones, bends, at: (metres) => spotOf(legs, metres) };
}

function spotOf(legs: readonly Leg[], metres: number): Spot {
  let [low, high] = [0, legs.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((legs[middle]?.from ?? 0) <= metres) low = middle;
    else high = middle - 1;
  }
  const leg = legs[low];
  if (!leg) throw new Error('A road has a leg');
  const share = Math.max(0, Math.min(1, (metres - leg.from) / leg.metres));
  const { start, end } = leg;
  return {
    lat: start.lat + (end.lat - start.lat) * share,
    lon: start.lon + (end.lon - start.lon) * share,
    course: start.course,
  };
}
