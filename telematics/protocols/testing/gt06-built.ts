import { crc16X25 } from '../checksums.ts';
import { gt06 } from '../gt06/gt06.ts';
import type { Decoded } from '../protocol.ts';
import { now } from './vectors.ts';

// GT06 frames put together by the family's rules.

export const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** 22 November 2026, 04:05:06; 12 bytes, 9 satellites; 23.03 N 72.5 E; 41 km/h; fix, north, 270°. */
export const location = hex('1a 0b 16 04 05 06 c9 027871b8 07c71930 29 150e');
export const fix = {
  time: now,
  satellites: 9,
  lat: 0x027871b8 / 1_800_000,
  lon: 0x07c71930 / 1_800_000,
  speedKmh: 41,
  course: 270,
  valid: true,
}; // prettier-ignore
export const imei = hex('08 66 12 34 05 00 12 34');

export function framed(type: number, content: Buffer, head: 'short' | 'long' = 'short'): Buffer {
  const size = content.length + 5;
  const start = head === 'short' ? [0x78, 0x78, size, type] : [0x79, 0x79, size >> 8, size & 0xff, type];
  const frame = Buffer.concat([Buffer.from(start), content, hex('0007 0000 0d0a')]);
  frame.writeUInt16BE(crc16X25(frame, 2, frame.length - 4), frame.length - 4);
  return frame;
}

export const read = (frame: Buffer, checksum: 'strict' | 'lenient' = 'strict'): Decoded =>
  gt06.open({ checksum, transport: 'stream' }).read(frame, { now });
export const content = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((p) => (typeof p === 'string' ? hex(p) : p)));

export const narrow = '0194 0a 287d 001f71';
export const wide = '0194 0a 0000287d 00000000001f7101';
