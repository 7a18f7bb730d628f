import { zipSync } from 'fflate';
import { fromBufferPromise } from 'yauzl';

/** The parts of a bundle by their names. */
export type Parts = ReadonlyMap<string, Buffer>;

/** What is read of a file that says it is a bundle: no more of it than a bundle can have. */
export const zipLimits = {
  fileBytes: 24 * 1024 * 1024,
  parts: 40,
  partBytes: 24 * 1024 * 1024,
  bytes: 64 * 1024 * 1024,
};

/** The file is no zip that is read here; the message says why in words. */
export class BadZip extends Error {}

/** Names of parts: small letters, digits and hyphens, no folders. */
const partName = /^[a-z0-9][a-z0-9-]{0,40}\.(json|svg|pdf|txt)$/;

/** A zip with its parts in the order of their names, under one fixed moment: the same parts give the same bytes. */
export function writeZip(parts: Parts): Buffer {
  // Written by the clock of the machine: the parts of the date are what counts.
  const mtime = new Date(1980, 0, 1, 0, 0, 0);
  const sorted = [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(zipSync(Object.fromEntries(sorted.map(([name, bytes]) => [name, [bytes, { mtime, level: 6 }]]))));
}

/** Unpacks a bundle. @throws BadZip where it is damaged, larger than any bundle, or names what no bundle has. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  if (bytes.length > zipLimits.fileBytes) throw new BadZip('The file is larger than any bundle');
  try {
    return await unpack(bytes);
  } catch (error) {
    if (error instanceof BadZip) throw error;
    throw new BadZip(`The file is not a sound zip: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  if (zip.entryCount > zipLimits.parts) throw new BadZip('The file holds more parts than any bundle');
  const parts = new Map<string, Buffer>();
  const taken: { from: number; to: number }[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, uncompressedSize, compressedSize, relativeOffsetOfLocalHeader: from } = entry;
    if (!partName.test(name))
      throw new BadZip(`The file holds a part under the name ${JSON.stringify(name)}, which no bundle has`);
    if (parts.has(name)) throw new BadZip(`The file holds ${name} twice`);
    total += uncompressedSize;
    if (uncompressedSize > zipLimits.partBytes || total > zipLimits.bytes)
      throw new BadZip(`${name} unpacks to more than any bundle holds`);
    // Parts that share their bytes unpack to many times what is there.
    const to = from + compressedSize;
    if (taken.some((other) => from < other.to && other.from < to))
      throw new BadZip(`${name} shares its bytes with another part`);
    taken.push({ from, to });
    const pieces: Buffer[] = [];
    const stream = await zip.openReadStreamPromise(entry);
    // The library ends a stream that gives more or less than the part says of itself, and checks nothing else: hashes do.
    for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
    parts.set(name, Buffer.concat(pieces));
  }
  return parts;
}
