import { createIsolated, Ended, tooBusy } from '#kit/server/isolated/isolated.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { EncodedPicture, Picture } from './picture-process.ts';

/** Decoded, a picture may take 160 MB. */
const pictures = createIsolated<Picture, EncodedPicture>(
  new URL('./picture-process.ts', import.meta.url),
  { timeMs: 10_000, memoryBytes: 500 * 1024 * 1024, mostWaiting: 8 },
  { addons: true, full: () => refuse.tooMany('Many pictures are being read just now. Try again in a moment', 3) },
);

/**
 * Decodes a picture and writes it anew, which drops whatever else the file carried, in a process of its own, one at a time:
 * decoders are large, and what is wrong with one of them must not be wrong with the product.
 * @throws 429 when many are waiting, 503 when the machine has no time for it.
 */
export async function encodePicture(content: Buffer, side: number): Promise<EncodedPicture> {
  try {
    return await pictures.run(content, { side, quality: 88, effort: 3 });
  } catch (error) {
    if (error instanceof Ended && error.why === 'late') throw tooBusy();
    if (error instanceof Ended) return { problem: error.why === 'memory' ? 'large' : 'damaged' };
    throw error;
  }
}
