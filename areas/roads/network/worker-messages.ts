import type { MatchFix } from '#telematics/matching/lattice.ts';
import type { NetworkLines } from './network-lines.store.ts';

/** What the worker is asked. */
export type Asked =
  | { kind: 'network'; lines: Omit<NetworkLines, 'roadIds' | 'covered'> }
  | { kind: 'match'; number: number; fixes: readonly MatchFix[] };

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
  | { kind: 'failed'; number: number; message: string };
