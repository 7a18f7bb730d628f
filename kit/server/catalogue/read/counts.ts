import { createBoundedCache, textBytes } from '#kit/server/bounded/bounded-cache.ts';

/** Of a promise and the number in it. */
const countBytes = 128;

/** Remembers how many rows match while the state they were counted in lasts; many askers share one count. */
export interface Counts {
  give(key: string, version: string, read: () => Promise<number>): Promise<number>;
  /** Bytes that are kept. */
  readonly bytes: number;
}

/** @param mostBytes of all counts together, the questions included. */
export function createCounts(mostBytes: number): Counts {
  const known = createBoundedCache<{ version: string; count: Promise<number> }>(mostBytes);
  return {
    get bytes() {
      return known.bytes;
    },
    give(key, version, read) {
      const found = known.get(key);
      if (found?.version === version) return found.count;
      const count = read();
      known.set(key, { version, count }, textBytes(version) + countBytes);
      count.catch(() => known.delete(key));
      return count;
    },
  };
}
