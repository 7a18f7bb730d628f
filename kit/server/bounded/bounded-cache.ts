import { Gauge, type Registry } from 'prom-client';

/** What is remembered by text keys, up to a number of bytes: what was not used for longest goes first. */
export interface BoundedCache<Value> {
  /** What is kept under a key; using it keeps it from going soon. */
  get(key: string): Value | undefined;
  /**
   * Keeps a value. One that would take more than a sixteenth of the room is not kept, and neither is what stood there before.
   * @param valueBytes what the value takes; the key and the entry itself are added here.
   */
  set(key: string, value: Value, valueBytes: number): void;
  delete(key: string): void;
  clear(): void;
  /** All that is kept takes so many bytes, keys included. */
  readonly bytes: number;
  readonly size: number;
}

/** Of an entry beside its key and its value: its place in the map, the objects around it, headers of texts and buffers. */
const entryBytes = 256;

/** Bytes of a text in memory: two for a letter at most. */
export const textBytes = (text: string): number => text.length * 2;

/** @param mostBytes of everything that is kept together. */
export function createBoundedCache<Value>(mostBytes: number): BoundedCache<Value> {
  const entries = new Map<string, { value: Value; bytes: number }>();
  let bytes = 0;
  const drop = (key: string) => {
    const found = entries.get(key);
    if (found && entries.delete(key)) bytes -= found.bytes;
  };
  return {
    get bytes() {
      return bytes;
    },
    get size() {
      return entries.size;
    },
    get(key) {
      const found = entries.get(key);
      if (!found) return undefined;
      // Back to the end of the line.
      entries.delete(key);
      entries.set(key, found);
      return found.value;
    },
    set(key, value, valueBytes) {
      drop(key);
      const added = valueBytes + textBytes(key) + entryBytes;
      if (added > mostBytes / 16) return;
      entries.set(key, { value, bytes: added });
      bytes += added;
      for (const oldest of entries.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
    delete: drop,
    clear() {
      entries.clear();
      bytes = 0;
    },
  };
}

/** Bytes that the product remembers at most, of each kind. */
export const cacheLimits = {
  /** Answers of lists; one may take a sixteenth of it. */
  answers: 64 * 1024 * 1024,
  /** How many rows match a question, which may be as long as an address may be. */
  counts: 8 * 1024 * 1024,
  /** Small pictures of stored ones. */
  thumbnails: 24 * 1024 * 1024,
};
export type CacheLimits = Readonly<typeof cacheLimits>;

/** Shows among the product's measurements what is kept, by the name of the cache. */
export function measureCaches(register: Registry, caches: Readonly<Record<string, () => number>>): void {
  const gauge = new Gauge({
    name: 'cache_bytes',
    help: 'Bytes that are remembered, keys included',
    labelNames: ['cache'],
    registers: [register],
    collect() {
      for (const [cache, bytes] of Object.entries(caches)) gauge.set({ cache }, bytes());
    },
  });
}
