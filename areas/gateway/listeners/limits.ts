/** Bounds of the doors for devices. */
export interface GatewayLimits {
  /** Connections of all devices together, and from one address: a whole fleet may come through one address of its SIM operator. */
  connections: number;
  connectionsPerAddress: number;
  /** Fixes of one device: so many in a second, and so many at once when it was away. What is beyond that waits. */
  fixesPerSecond: number;
  fixesAtOnce: number;
  /** How long a connection may take to say who it is. */
  firstFrameMs: number;
  /** Silence after which a connection is taken for dead. AIS-140 devices say something at least every ten minutes. */
  idleMs: number;
  idleItsMs: number;
  /** After its end sent its last, what waits for COMMIT is still answered so long. */
  halfClosedMs: number;
  /** Answers that wait on one connection before it is no longer listened to, and bytes that nobody fetches before it is closed. */
  pendingReplies: number;
  unsentBytes: number;
  /** A device that speaks HTTP is told to come again when its request was not stored by then. */
  requestMs: number;
}

export const usualLimits: GatewayLimits = {
  connections: 20_000,
  connectionsPerAddress: 5_000,
  fixesPerSecond: 5_000,
  fixesAtOnce: 50_000,
  firstFrameMs: 30_000,
  idleMs: 30 * 60_000,
  idleItsMs: 10 * 60_000,
  halfClosedMs: 10_000,
  pendingReplies: 10_000,
  unsentBytes: 262_144,
  requestMs: 10_000,
};
