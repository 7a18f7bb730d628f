import sharp from 'sharp';
import { serveIsolated } from '#kit/server/isolated/child.ts';

/** More than cameras of telephones take. */
const maxPixels = 40_000_000;

/** How a picture is to be written anew: its longest side at most `side` pixels, and as WebP of what kind. */
export interface Picture {
  side: number;
  quality: number;
  effort: number;
}
/** What came of it: WebP, or why it cannot be read. */
export type EncodedPicture = { content: Uint8Array; width: number; height: number } | { problem: 'large' | 'damaged' };

sharp.concurrency(1);
sharp.cache(false);

serveIsolated(async (content, { side, quality, effort }: Picture): Promise<EncodedPicture> => {
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
    const facts = await picture.metadata();
    if ((facts.width ?? 0) * (facts.height ?? 0) > maxPixels) return { problem: 'large' };
    const resized = picture.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await resized.webp({ quality, effort }).toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  } catch (error) {
    return { problem: error instanceof Error && /pixel/i.test(error.message) ? 'large' : 'damaged' };
  }
});
