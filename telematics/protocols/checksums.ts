// The checksums that trackers use; each is proven by frames of real devices in the readers' tests.

/** Table of a reflected 16-bit polynomial. */
function reflected16(polynomial: number): Uint16Array {
  const table = new Uint16Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    table[byte] = value;
  }
  return table;
}

const x25 = reflected16(0x8408);
const ibm = reflected16(0xa001);

/** CRC-16/X.25 of bytes[from, to): polynomial 1021, begins with FFFF, inverted at the end (GT06). */
export function crc16X25(bytes: Buffer, from: number, to: number): number {
  let crc = 0xffff;
  for (let at = from; at < to; at += 1) crc = (crc >>> 8) ^ (x25[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~crc & 0xffff;
}

/** CRC-16/IBM of bytes[from, to): polynomial 8005, begins with 0 (Teltonika). */
export function crc16Ibm(bytes: Buffer, from: number, to: number): number {
  let crc = 0;
  for (let at = from; at < to; at += 1) crc = (crc >>> 8) ^ (ibm[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return crc;
}
