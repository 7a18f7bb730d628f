/**
 * A PMTiles file (version 3) of one picture, the tile 0/0/0: a header of 127 bytes, a directory of one entry, metadata, the tile.
 * Nothing of it is compressed.
 */
export function onePictureTiles(picture: Buffer): Buffer {
  // One entry: tile id 0, once, its length, at the beginning of the data (offset + 1).
  const directory = Buffer.from([1, 0, 1, ...varint(picture.length), 1]);
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0, 'latin1');
  header[7] = 3;
  const [rootAt, metadataAt] = [127, 127 + directory.length];
  const dataAt = metadataAt + metadata.length;
  const parts = [rootAt, directory.length, metadataAt, metadata.length, dataAt, 0, dataAt, picture.length, 1, 1, 1];
  for (const [at, value] of parts.entries()) header.writeBigUInt64LE(BigInt(value), 8 + at * 8);
  // Clustered, neither directories nor tiles compressed, PNG, zoom 0 only.
  header.set([1, 1, 1, 2, 0, 0], 96);
  const bounds = [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000];
  for (const [at, value] of bounds.entries()) header.writeInt32LE(value, 102 + at * 4);
  return Buffer.concat([header, directory, metadata, picture]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
  return [...bytes, left];
}
