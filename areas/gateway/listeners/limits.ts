/** Bounds of the doors for devices. */
export interface GatewayLimits {
  /**
   * Connections of all devices together, and from one address those that did not say who they are: a whole fleet may come through one
   * address of its SIM operator, or of a load balancer. Beyond that the oldest that did not say who it is makes room.
   */
  connections: number;
  connectionsPerAddress: number;
  /** Of one device that speaks HTTP, unless they come through a proxy: the oldest makes room. */
  connectionsPerDevice: number;
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
  /** Of a frame that is not complete, as long as nobody knows who sends it: whoever says so needs a few dozen. */
  strangersBytes: number;
  /** Bytes of all connections that wait until it is known who speaks: of each no more is read meanwhile than came in one piece. */
  heldBytesOfAll: number;
  /** Bodies of requests that are not read to their end: bytes from one address, and of all. */
  bodyBytesPerAddress: number;
  bodyBytes: number;
  /** A device that speaks HTTP is told to come again when its request was not stored by then. */
  requestMs: number;
}

export const usualLimits: GatewayLimits = {
  connections: 20_000,
  connectionsPerAddress: 5_000,
  connectionsPerDevice: 20,
  fixesPerSecond: 5_000,
  fixesAtOnce: 50_000,
  firstFrameMs: 30_000,
  idleMs: 30 * 60_000,
  idleItsMs: 10 * 60_000,
  halfClosedMs: 10_000,
  pendingReplies: 2_000,
  unsentBytes: 65_536,
  strangersBytes: 4_096,
  heldBytesOfAll: 16 * 1_048_576,
  bodyBytesPerAddress: 2 * 1_048_576,
  bodyBytes: 16 * 1_048_576,
  requestMs: 10_000,
};
