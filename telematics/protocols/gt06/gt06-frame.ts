import { crc16X25 } from '../checksums.ts';
import type { Cut } from '../protocol.ts';
import { waitForMore } from '../protocol.ts';

// Frames of GT06: where they end, and those that the server sends.

export const maxFrameBytes = 10_240;
export const login = 0x01;

export const endsAt = (bytes: Buffer, end: number) => bytes[end - 2] === 0x0d && bytes[end - 1] === 0x0a;

/** Trusts the length; where no 0D 0A stands there, the frame ends at the next one. Some models leave the checksum out of the length. */
export function cutFrame(bytes: Buffer): Cut {
  if (bytes.length < 3) return waitForMore;
  const wide = bytes[0] === 0x79 && bytes[1] === 0x79;
  if (!wide && !(bytes[0] === 0x78 && bytes[1] === 0x78)) return skipNoise(bytes);
  if (wide && bytes.length < 4) return waitForMore;
  const stated = wide ? 6 + bytes.readUInt16BE(2) : 5 + (bytes[2] ?? 0);
  if (stated > maxFrameBytes) return { kind: 'refuse', why: `A frame of ${stated} bytes` };
  if (bytes.length < stated) return isShortLogin(bytes) ? { kind: 'frame', start: 0, end: bytes.length } : waitForMore;
  if (endsAt(bytes, stated)) return { kind: 'frame', start: 0, end: stated };
  if (bytes.length >= stated + 2 && endsAt(bytes, stated + 2)) return { kind: 'frame', start: 0, end: stated + 2 };
  for (let at = wide ? 5 : 4; at + 1 < bytes.length; at += 1)
    if (endsAt(bytes, at + 2)) return { kind: 'frame', start: 0, end: at + 2 };
  return waitForMore;
}

/** Some logins lack serial and checksum but state their length in full: the bytes that are missing would never come. */
const isShortLogin = (bytes: Buffer) =>
  bytes.length === 15 && bytes[0] === 0x78 && bytes[2] === 0x0d && bytes[3] === login && endsAt(bytes, 15);

/** Noise before a frame, as after a broken one, is dropped up to what may be its head. */
function skipNoise(bytes: Buffer): Cut {
  for (let at = 1; at < bytes.length; at += 1) {
    const head = bytes[at];
    if ((head === 0x78 || head === 0x79) && (at + 1 === bytes.length || bytes[at + 1] === head))
      return { kind: 'frame', start: at, end: at };
  }
  return { kind: 'frame', start: bytes.length, end: bytes.length };
}

/** A frame to the device; `wide` with a length of two bytes. */
export function frameTo(type: number, content: Buffer | null, serial: number, wide = false): Buffer {
  const size = 5 + (content?.length ?? 0);
  const head = wide ? Buffer.from([0x79, 0x79, size >> 8, size & 0xff, type]) : Buffer.from([0x78, 0x78, size, type]);
  const frame = Buffer.alloc(head.length + (content?.length ?? 0) + 6);
  head.copy(frame);
  content?.copy(frame, head.length);
  frame.writeUInt16BE(serial, frame.length - 6);
  frame.writeUInt16BE(crc16X25(frame, 2, frame.length - 4), frame.length - 4);
  frame.writeUInt16BE(0x0d0a, frame.length - 2);
  return frame;
}

/** The reply to nearly everything; written out because it is sent for every position. */
export function echo(type: number, serial: number): Buffer {
  const frame = Buffer.allocUnsafe(10);
  frame[0] = 0x78;
  frame[1] = 0x78;
  frame[2] = 5;
  frame[3] = type;
  frame[4] = serial >> 8;
  frame[5] = serial & 0xff;
  const crc = crc16X25(frame, 2, 6);
  frame[6] = crc >> 8;
  frame[7] = crc & 0xff;
  frame[8] = 0x0d;
  frame[9] = 0x0a;
  return frame;
}
