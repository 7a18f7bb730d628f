import { type Entry, fromBufferPromise } from 'yauzl';
import { workbookLimits } from './limits.ts';

/** The workbook cannot be read; nothing of what is wrong with it is of use to whoever sent it. */
export class Damaged extends Error {}
/** It is sound as far as one can see, and more than is read. */
export class TooLarge extends Error {}

/** The files of a workbook, unpacked as they are asked for. */
export interface Archive {
  has(path: string): boolean;
  /**
   * The text of a file, piece by piece. To be asked for one after the other.
   * @throws Damaged where sizes, texts or places are not what they are said to be, TooLarge beyond the limits.
   */
  text(path: string): AsyncIterable<string>;
}

/** @throws Damaged, TooLarge */
export async function openArchive(content: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(content);
  if (zip.entryCount > workbookLimits.files) throw new TooLarge('files');
  const entries = new Map<string, Entry>();
  const doubled = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) doubled.add(entry.fileName);
    entries.set(entry.fileName, entry);
  }
  const read: { from: number; to: number }[] = [];
  let left: number = workbookLimits.unpacked;

  /** Files that share their bytes unpack to many times what is there. */
  const claim = ({ relativeOffsetOfLocalHeader: from, compressedSize }: Entry) => {
    const to = from + compressedSize;
    if (read.some((other) => from < other.to && other.from < to)) throw new Damaged('overlapping files');
    read.push({ from, to });
  };
  /** By what a file says of itself: the library ends it where that is wrong. */
  const spend = ({ compressedSize, uncompressedSize }: Entry) => {
    left -= uncompressedSize;
    const isTight =
      uncompressedSize > workbookLimits.ratioFrom && uncompressedSize > compressedSize * workbookLimits.ratio;
    if (left < 0 || isTight) throw new TooLarge('unpacked');
  };
  return {
    has: (path) => entries.has(path),
    async *text(path) {
      const entry = entries.get(path);
      if (!entry || doubled.has(path)) throw new Damaged(`no ${path}`);
      claim(entry);
      spend(entry);
      const decoder = new TextDecoder('utf-8', { fatal: true });
      const stream = await zip.openReadStreamPromise(entry);
      for await (const piece of stream as AsyncIterable<Buffer>) yield decoder.decode(piece, { stream: true });
      yield decoder.decode();
    },
  };
}
