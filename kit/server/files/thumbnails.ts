import { createBoundedCache } from '#kit/server/bounded/bounded-cache.ts';
import { Gathered } from '#kit/server/bounded/gather.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createIsolated, Ended, tooBusy } from '#kit/server/isolated/isolated.ts';
import { createLine } from '#kit/server/turns/line.ts';
import type { EncodedPicture, Picture } from './pictures/picture-process.ts';
import type { StoredFile } from './store.ts';

const full = () => refuse.tooMany('Many pictures are being made just now. Try again in a moment', 2);
/** In a process of its own that stands behind the product, and not behind the pictures that are handed in. */
const pictures = createIsolated<Picture, EncodedPicture>(
  new URL('./pictures/picture-process.ts', import.meta.url),
  { timeMs: 5_000, memoryBytes: 300 * 1024 * 1024, mostWaiting: 8 },
  { addons: true, full },
);

/** Small pictures of stored ones, which this product encoded itself. Those asked for last are remembered. */
export interface Thumbnails {
  /** @param size longest side in pixels. */
  of(file: StoredFile, size: number): Promise<Buffer>;
  /** Bytes that are kept. */
  readonly bytes: number;
}

/** @param mostBytes of all thumbnails together. */
export function createThumbnails(mostBytes: number): Thumbnails {
  const known = createBoundedCache<Buffer>(mostBytes);
  const making = new Map<string, Promise<Buffer>>();
  // One is made while the next is read; those that wait are not read yet.
  const inTurn = createLine({ atOnce: 2, mostWaiting: 200, full });
  const make = (file: StoredFile, size: number) =>
    inTurn(async () => {
      const content = new Gathered(file.ref.bytes);
      for await (const piece of file.pieces()) content.add(piece);
      const made = await pictures
        .run(content.take(), { side: size, quality: 82, effort: 4 })
        .catch((error: unknown) => {
          throw error instanceof Ended && error.why === 'late' ? tooBusy() : error;
        });
      if ('problem' in made) throw new Error(`A stored picture cannot be read: ${made.problem}`);
      return Buffer.from(made.content);
    });
  return {
    get bytes() {
      return known.bytes;
    },
    async of(file, size) {
      const key = `${file.ref.id}/${size}`;
      const found = known.get(key);
      if (found) return found;
      let pending = making.get(key);
      if (!pending) {
        pending = make(file, size).finally(() => making.delete(key));
        making.set(key, pending);
      }
      const made = await pending;
      known.set(key, made, made.length);
      return made;
    },
  };
}
