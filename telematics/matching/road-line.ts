/** Which way traffic runs on a line: both ways, only as it is drawn, or only against it. */
export type OneWay = 'both' | 'forward' | 'backward';

/** A road as the matcher takes it. */
export interface RoadLine {
  /** Latitude and longitude in turns, in 1e-7 degrees, in the order in which the road is drawn. */
  readonly points: Int32Array;
  readonly oneWay: OneWay;
  /** Bridges stand above 0, tunnels below: lines that only cross at different levels do not meet. */
  readonly level: number;
}
