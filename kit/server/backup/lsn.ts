/** A place in PostgreSQL's log of writes (WAL), in bytes from its beginning. */
export type Lsn = bigint;

/** Reads PostgreSQL's own form, 0/3000028. */
export function parseLsn(text: string): Lsn {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (!high || !low) throw new Error(`'${text}' is no place in the log of writes`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const formatLsn = (lsn: Lsn): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase();

const hex8 = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0');

/** Name of the file that PostgreSQL keeps a place of its log in. */
export function segmentName(timeline: number, lsn: Lsn, segmentBytes: bigint): string {
  const number = lsn / segmentBytes;
  const each = 0x1_0000_0000n / segmentBytes;
  return `${hex8(BigInt(timeline))}${hex8(number / each)}${hex8(number % each)}`;
}
