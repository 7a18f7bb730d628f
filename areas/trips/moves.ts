import type { CurrentRecord } from './engine/current-positions.store.ts';

/** Tells at once where vehicles are, in the process that listens to devices: after what they sent is stored. */
export interface Moves {
  /** @returns what ends it. */
  listen(listener: (records: readonly CurrentRecord[]) => void): () => void;
  tell(records: readonly CurrentRecord[]): void;
  readonly isHeard: boolean;
}

/** What the product provides to areas that follow vehicles as they move. */
export interface WithMoves {
  moves: Moves;
  /** Days that positions are kept; null where nothing listens to devices. */
  positionDays: number | null;
}

export function createMoves(): Moves {
  const listeners = new Set<(records: readonly CurrentRecord[]) => void>();
  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(records) {
      for (const listener of listeners) listener(records);
    },
    get isHeard() {
      return listeners.size > 0;
    },
  };
}
