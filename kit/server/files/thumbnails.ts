import { createBoundedCache } from '#kit/server/bounded/bounded-cache.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createLine } from '#kit/server/turns/line.ts';
import type { StoredFile } from './store.ts';

/** Fetched for the first picture: whoever starts the product need not wait for it. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

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
  // Decoded, a picture takes sixteen megabytes; those that wait are not read yet.
  const inTurn = createLine({
    atOnce: 2,
    mostWaiting: 200,
    full: () => refuse.tooMany('Many pictures are being made just now. Try again in a moment', 2),
  });
  const make = (file: StoredFile, size: number) =>
    inTurn(async () => {
      const sharp = await loadSharp();
      const content: Buffer[] = [];
      for await (const piece of file.pieces()) content.push(piece);
      return sharp(Buffer.concat(content))
        .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer();
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
