/** Where a simulated tracker says it is. */
export type Place = {
  /** Milliseconds, UTC. */
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  /** Null where a recorded trace does not know it. */
  readonly speedKmh: number | null;
  /** Degrees clockwise from north. */
  readonly course: number;
  /** Left out: without a wire to the ignition. */
  readonly ignition?: boolean;
  readonly odometerM?: number;
  readonly accuracyM?: number | null;
  /** What the tracker feels there. */
  readonly harsh?: 'BRAKING' | 'ACCELERATION' | 'CORNERING';
};

/** Places one after the other, each later than the one before; null when there are no more. */
export type Journey = { next(): Place | null };
