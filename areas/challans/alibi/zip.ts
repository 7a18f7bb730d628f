import { crc32, deflateRawSync } from 'node:zlib';

/** A day before 1980 cannot be written in a zip; this one stands in all of them, so that the same parts make the same bytes. */
const day = (1 << 5) | 1;

/** Files as one zip, small ones: all of it is in memory. Names are UTF-8. */
export function zipOf(files: readonly { name: string; bytes: Buffer }[]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const named = Buffer.from(name, 'utf8');
    const facts = Buffer.alloc(26);
    // Version 2.0, names are UTF-8, deflated.
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(day, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(named.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), facts, named, packed);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    const madeBy = Buffer.from([20, 0]);
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), madeBy, facts, entry.subarray(2), named);
    offset += 30 + named.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}
