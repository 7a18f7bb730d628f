import type { DeviceRegistry, StoredBatch } from '#areas/gateway/gateway.server.ts';

/** Follows what was stored, like the tracker, in the process that listens to devices. */
export interface Follower {
  /** Takes up where a stop left off. `lastReceivedAt`: of the newest that is stored, milliseconds. */
  restore(lastReceivedAt: number): Promise<void>;
  /** Takes a batch that was stored, after all that were received before it. */
  accept(batch: StoredBatch): void;
  /** A round every so often saves what is new. */
  start(everyMs: number): void;
  stop(): Promise<void>;
  /** Rounds until nothing is left to do. */
  catchUp(): Promise<void>;
}

/** Makes a follower, for which devices are known. */
export type FollowerOf = (registry: DeviceRegistry) => Follower;
