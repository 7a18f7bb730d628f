import { crc16X25 } from '../checksums.ts';

// Frames as a GT06 tracker would send them, for tests that need their own.

function framed(type: number, content: Buffer, serial: number): Buffer {
  const frame = Buffer.alloc(content.length + 10);
  frame.set([0x78, 0x78, content.length + 5, type]);
  content.copy(frame, 4);
  frame.writeUInt16BE(serial, frame.length - 6);
  frame.writeUInt16BE(crc16X25(frame, 2, frame.length - 4), frame.length - 4);
  frame.writeUInt16BE(0x0d0a, frame.length - 2);
  return frame;
}

export const gt06Login = (imei: string, serial = 1): Buffer =>
  framed(0x01, Buffer.from(imei.padStart(16, '0'), 'hex'), serial);

export type Place = { time: number; lat: number; lon: number; speedKmh: number; course: number; ignition?: boolean };

/** A position with a tower behind it, north and east. */
export function gt06Position({ time, lat, lon, speedKmh, course, ignition = true }: Place, serial = 2): Buffer {
  const clock = new Date(time);
  const content = Buffer.alloc(26);
  content.set([clock.getUTCFullYear() - 2000, clock.getUTCMonth() + 1, clock.getUTCDate()]);
  content.set([clock.getUTCHours(), clock.getUTCMinutes(), clock.getUTCSeconds(), 0xc9], 3);
  content.writeUInt32BE(Math.round(lat * 1_800_000), 7);
  content.writeUInt32BE(Math.round(lon * 1_800_000), 11);
  content[15] = speedKmh;
  content.writeUInt16BE(0x5400 | (ignition ? 0x8000 : 0) | course, 16);
  content.set([0x01, 0x94, 0x2d, 0x1f, 0x40, 0x00, 0x3a, 0x11], 18);
  return framed(0x12, content, serial);
}
