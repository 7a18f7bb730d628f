import { inflateSync, zstdDecompressSync } from 'node:zlib';
import { PbfReader } from 'pbf';
import { type ByteSource, FileFault } from './road-feature.ts';

/** A block of the file, unpacked; see wiki.openstreetmap.org/wiki/PBF_Format. */
export interface Block {
  /** Its number, from 0. */
  at: number;
  bytes: Uint8Array;
}

const mostHeader = 64 * 1024;
const mostBlock = 32 * 1024 * 1024;
/** What a file may ask of its readers. */
const known = new Set(['OsmSchema-V0.6', 'DenseNodes']);

/** @throws FileFault in place of whatever the reading of strangers’ bytes throws */
export function guarded<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileFault) throw error;
    throw new FileFault('broken', where);
  }
}

/**
 * Unpacks the blocks of an .osm.pbf file one after the other.
 * @param wanted leaves out those that it says no to, without unpacking them
 * @throws FileFault
 */
export function* blocksOf(source: ByteSource, wanted: (at: number) => boolean = () => true): Generator<Block> {
  let isFirst = true;
  for (let [from, at] = [0, 0]; from < source.length; ) {
    const lengthBytes = source.read(from, 4);
    const length = new DataView(lengthBytes.buffer, lengthBytes.byteOffset, lengthBytes.length);
    if (lengthBytes.length < 4) throw new FileFault('cut', `byte ${from}`);
    const headerLength = length.getUint32(0);
    if (headerLength === 0 || headerLength > mostHeader)
      throw new FileFault(isFirst ? 'not-roads' : 'broken', `byte ${from}`);
    const headerBytes = source.read(from + 4, headerLength);
    if (headerBytes.length < headerLength) throw new FileFault('cut', `byte ${from}`);
    const { type, size } = guarded(`byte ${from}`, () => headerOf(headerBytes));
    if (isFirst && type !== 'OSMHeader') throw new FileFault('not-roads');
    if (size < 0 || size > mostBlock) throw new FileFault('broken', `byte ${from}`);
    const blobFrom = from + 4 + headerLength;
    if (blobFrom + size > source.length) throw new FileFault('cut', `byte ${blobFrom}`);
    if (isFirst) guarded('its header', () => checkHeader(unpacked(source.read(blobFrom, size))));
    else if (type === 'OSMData') {
      if (wanted(at)) yield { at, bytes: guarded(`block ${at + 1}`, () => unpacked(source.read(blobFrom, size))) };
      at += 1;
    }
    isFirst = false;
    from = blobFrom + size;
  }
  if (isFirst) throw new FileFault('cut');
}

function headerOf(bytes: Uint8Array): { type: string; size: number } {
  const read = new PbfReader(bytes);
  const header = { type: '', size: -1 };
  for (let tag = read.nextField(); tag !== 0; tag = read.nextField()) {
    if (tag === 1) header.type = read.readString();
    else if (tag === 3) header.size = read.readVarint();
    else read.skip(read.type);
  }
  return header;
}

function unpacked(blob: Uint8Array): Uint8Array {
  const read = new PbfReader(blob);
  for (let tag = read.nextField(); tag !== 0; tag = read.nextField()) {
    if (tag === 1) return read.readBytes();
    if (tag === 3) return inflateSync(read.readBytes(), { maxOutputLength: mostBlock });
    if (tag === 7) return zstdDecompressSync(read.readBytes(), { maxOutputLength: mostBlock });
    if (tag === 4 || tag === 5 || tag === 6) throw new FileFault('broken', 'packed in a way that is not read');
    read.skip(read.type);
  }
  throw new FileFault('broken');
}

function checkHeader(bytes: Uint8Array): void {
  const read = new PbfReader(bytes);
  for (let tag = read.nextField(); tag !== 0; tag = read.nextField()) {
    if (tag !== 4) read.skip(read.type);
    else {
      const feature = read.readString();
      if (!known.has(feature)) throw new FileFault('not-roads', feature);
    }
  }
}
