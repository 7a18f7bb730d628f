import type { MatchFix } from '#telematics/matching/lattice.ts';
import type { NetworkLines } from './network-lines.store.ts';

/** What the worker is asked. */
export type Asked =
  | { kind: 'network'; lines: Omit<NetworkLines, 'roadIds' | 'covered'> }
  | { kind: 'match'; number: number; fixes: readonly MatchFix[] }
  | { kind: 'follow'; number: number; fixes: Float64Array; count: number };

/** A place on a road: its line by number, metres along it, and whether it is driven as it is drawn. */
export interface LinePlace {
  line: number;
  offsetM: number;
  forward: boolean;
}

/** A fix that was matched. */
export interface PlacedFix extends LinePlace {
  piece: number;
  alongM: number;
  latE7: number;
  lonE7: number;
  distanceM: number;
  confidence: number;
  /** Other roads within reach that run the same way: it may have been on one of them. */
  others: LinePlace[];
}

export interface PlacedRoute {
  /** Latitude and longitude in turns, in 1e-7 degrees. */
  points: number[];
  lengthM: number;
  firstFix: number;
  lastFix: number;
  /** Roads in their order, with metres along each of them. */
  roads: { line: number; fromM: number; toM: number }[];
}

export interface PlacedTrip {
  fixes: (PlacedFix | null)[];
  pieces: PlacedRoute[];
}

export type Answered =
  | { kind: 'ready'; bytes: number; sections: number }
  | { kind: 'placed'; number: number; trip: PlacedTrip }
  | { kind: 'followed'; number: number; places: Float64Array }
  | { kind: 'failed'; number: number; message: string };

/*
 * Fixes of vehicles under way come by the thousand: they go to the worker and back as plain numbers. What is not known is NaN.
 */

const fixNumbers = 7;
export const livePlaceNumbers = 8;
const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** A fix of one of many vehicles, each of which has a number. */
export interface LiveFix {
  vehicle: number;
  fix: MatchFix;
}

export function packLiveFixes(fixes: readonly LiveFix[]): Float64Array {
  const packed = new Float64Array(fixes.length * fixNumbers);
  fixes.forEach(({ vehicle, fix: { time, lat, lon, speedKmh, courseDeg, sigmaM } }, at) => {
    packed.set(
      [vehicle, time, lat, lon, speedKmh ?? Number.NaN, courseDeg ?? Number.NaN, sigmaM ?? Number.NaN],
      at * fixNumbers,
    );
  });
  return packed;
}

export function readLiveFix(packed: Float64Array, at: number): LiveFix {
  const of = (number: number): number => packed[at * fixNumbers + number] ?? Number.NaN;
  return {
    vehicle: of(0),
    fix: { time: of(1), lat: of(2), lon: of(3), speedKmh: known(of(4)), courseDeg: known(of(5)), sigmaM: known(of(6)) },
  };
}

/** Where a vehicle was, as the worker says it. */
export interface LivePlaceRecord extends LinePlace {
  /** Of the fix itself. */
  time: number;
  lat: number;
  lon: number;
  /** NaN where the device did not say it. */
  speedKmh: number;
  confidence: number;
}

export function writeLivePlace(packed: Float64Array, at: number, found: LivePlaceRecord | null): void {
  if (!found) {
    packed[at * livePlaceNumbers + 4] = -1;
    return;
  }
  const { time, lat, lon, speedKmh, line, offsetM, forward, confidence } = found;
  packed.set([time, lat, lon, speedKmh, line, offsetM, Number(forward), confidence], at * livePlaceNumbers);
}

export function readLivePlace(packed: Float64Array, at: number): LivePlaceRecord | null {
  const of = (number: number): number => packed[at * livePlaceNumbers + number] ?? Number.NaN;
  // NaN as well: nothing was said of it.
  if (!(of(4) >= 0)) return null;
  return {
    time: of(0),
    lat: of(1),
    lon: of(2),
    speedKmh: of(3),
    line: of(4),
    offsetM: of(5),
    forward: of(6) === 1,
    confidence: of(7),
  };
}
