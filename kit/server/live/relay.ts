/** Tells the other processes of this product what happens in this one, for what does not wait for the database. */
export interface Relay {
  /** Whether there are others to be told. */
  readonly isShared: boolean;
  /** Tells all others; whoever is not there misses it. */
  tell(subject: string, bytes: Uint8Array): void;
  /** Hears what others tell. @returns what ends it. */
  hear(subject: string, listener: (bytes: Uint8Array) => void): () => void;
  close(): Promise<void>;
}

/** For a process by itself. */
export const noRelay: Relay = {
  isShared: false,
  tell: () => undefined,
  hear: () => () => undefined,
  close: () => Promise.resolve(),
};
