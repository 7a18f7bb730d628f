import { crc32 } from 'node:zlib';

// Makers of AIS-140 trackers protect their frames in three ways that real frames prove; others keep theirs to themselves.

const afterStar = /^(.*\*)([0-9a-f]{2})\s*$/is;
const longField = /^(.*,)([0-9a-f]{8})[,*\s]*$/is;
const shortField = /^(.*,)([0-9a-f]{2})[,*\s]*$/is;

function xorOf(text: string): number {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) value ^= text.charCodeAt(at);
  return value;
}

/**
 * Two digits after '*': XOR of all before them. Eight digits in the last field: CRC-32 of all before it. Two digits there: XOR of all before it.
 * 'none' where nothing is known to be a checksum; a short last field may be anything, so that it is never 'wrong'.
 */
export function judgeChecksum(text: string): 'right' | 'wrong' | 'none' {
  const star = afterStar.exec(text);
  if (star) return xorOf(star[1] ?? '') === Number.parseInt(star[2] ?? '', 16) ? 'right' : 'wrong';
  const long = longField.exec(text);
  if (long)
    return crc32(Buffer.from(long[1] ?? '', 'latin1')) === Number.parseInt(long[2] ?? '', 16) ? 'right' : 'wrong';
  const short = shortField.exec(text);
  return short && xorOf(short[1] ?? '') === Number.parseInt(short[2] ?? '', 16) ? 'right' : 'none';
}

/** Whether the checksum stands before the '*' that ends these bytes, so that nothing more is to come after it. */
export const hasInnerChecksum = (text: string): boolean => /,(?:[0-9a-f]{8}|[0-9a-f]{2}),?\*?$/i.test(text);
