import type { FaultCode } from '../fault.contract.ts';

export interface Fault {
  code: FaultCode;
  /** The feature’s number in the file, from 1; null where it is the file’s. */
  no: number | null;
  /** Its line in a text, from 1. */
  line: number | null;
  /** Its id in the file, as `way/4400154`. */
  id: string | null;
  /** What was found: a place, a value, the other feature. */
  detail: string | null;
}

/** A road as a file says it, before it is known whether the product has it. */
export interface ReadRoad {
  no: number;
  line: number | null;
  /** Names the road in all files of its kind, as `osm:way/4400154`. */
  key: string;
  /** The value of the highway tag. */
  highway: string;
  name: string | null;
  ref: string | null;
  oneWay: boolean;
  isDivided: boolean;
  isRoundabout: boolean;
  lanes: number | null;
  maxKmh: number | null;
  layer: number;
  structure: 'BRIDGE' | 'TUNNEL' | null;
  osmWayIds: readonly string[];
  /** Tags that say limits, as they are: `maxspeed:hgv`, `maxspeed:conditional` and the like. */
  limits: Readonly<Record<string, string>>;
  /** Pairs of lat, lon in 1e-7 degrees, in the direction of travel where the road is one-way. */
  points: Int32Array;
  lengthM: number;
}

/** What a reader finds, one after the other. `passed`: something that is no road for vehicles, and no fault. */
export type Found = { road: ReadRoad } | { fault: Fault } | { passed: 1 };

/** Bytes that may be read from anywhere. */
export interface ByteSource {
  readonly length: number;
  /** As many bytes as asked for, fewer at the end only. What was given before may be overwritten. */
  read(from: number, most: number): Uint8Array;
}

/** Thrown by a reader when it can go no further. */
export class FileFault extends Error {
  readonly code: FaultCode;
  readonly detail: string | null;
  constructor(code: FaultCode, detail: string | null = null) {
    super(`${code}: ${detail ?? ''}`);
    this.code = code;
    this.detail = detail;
  }
}

/** Where a feature stands. */
export type At = Pick<Fault, 'no' | 'line' | 'id'>;

export const faultOf = (code: FaultCode, { no, line, id }: At, detail: string | null = null): { fault: Fault } => ({
  // What strangers wrote, in bounds.
  fault: { code, no, line, id: id?.slice(0, 80) ?? null, detail: detail?.slice(0, 200) ?? null },
});

export const bytesOf = (bytes: Uint8Array): ByteSource => ({
  length: bytes.length,
  read: (from, most) => bytes.subarray(from, from + most),
});
