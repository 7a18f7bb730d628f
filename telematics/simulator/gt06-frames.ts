import { crc16X25 } from '../protocols/checksums.ts';
import type { Place } from './place.ts';

// Frames as a GT06 tracker sends them: 78 78 | length 1 | type | … | serial 2 | CRC-16/X.25 2 | 0D 0A.

function framed(type: number, content: Buffer, serial: number): Buffer {
  const frame = Buffer.alloc(content.length + 10);
  frame.set([0x78, 0x78, content.length + 5, type]);
  content.copy(frame, 4);
  frame.writeUInt16BE(serial & 0xffff, frame.length - 6);
  frame.writeUInt16BE(crc16X25(frame, 2, frame.length - 4), frame.length - 4);
  frame.writeUInt16BE(0x0d0a, frame.length - 2);
  return frame;
}

export const gt06Login = (imei: string, serial = 1): Buffer =>
  framed(0x01, Buffer.from(imei.padStart(16, '0'), 'hex'), serial);

const tower = [0x01, 0x94, 0x2d, 0x1f, 0x40, 0x00, 0x3a, 0x11];

/** Time, place and tower, with room for what follows them. */
function located({ time, lat, lon, speedKmh, course, ignition }: Place, more: number): Buffer {
  const clock = new Date(time);
  const content = Buffer.alloc(26 + more);
  content.set([clock.getUTCFullYear() - 2000, clock.getUTCMonth() + 1, clock.getUTCDate()]);
  content.set([clock.getUTCHours(), clock.getUTCMinutes(), clock.getUTCSeconds(), 0xc9], 3);
  content.writeUInt32BE(Math.round(Math.abs(lat) * 1_800_000), 7);
  content.writeUInt32BE(Math.round(Math.abs(lon) * 1_800_000), 11);
  content[15] = Math.min(255, Math.round(speedKmh ?? 0));
  const wire = ignition === undefined ? 0 : ignition ? 0xc000 : 0x4000;
  const hemispheres = (lat >= 0 ? 0x0400 : 0) | (lon < 0 ? 0x0800 : 0);
  content.writeUInt16BE(0x1000 | wire | hemispheres | (Math.round(course) % 360), 16);
  content.set(tower, 18);
  return content;
}

/** The plainest position, with a tower behind it. */
export const gt06Position = (place: Place, serial = 2): Buffer => framed(0x12, located(place, 0), serial);

const harshCodes = { ACCELERATION: 0x26, BRAKING: 0x27, CORNERING: 0x2a } as const;

/** A place with an alarm: the tower with its length, and the status. */
function gt06Alarm(place: Place, code: number, serial: number): Buffer {
  const content = Buffer.alloc(32);
  located(place, 0).copy(content, 0, 0, 18);
  content[18] = tower.length;
  content.set(tower, 19);
  content.set([place.ignition ? 0x46 : 0x44, 6, 4, code, 2], 27);
  return framed(0x26, content, serial);
}

/** Somebody pressed the emergency button. */
export const gt06Sos = (place: Place, serial: number): Buffer => gt06Alarm(place, 0x01, serial);

/** A heartbeat, which knows neither place nor time, with the alarm that its status has: 1 shock, 2 power cut, 3 low battery, 4 SOS. */
export const gt06Heartbeat = (alarm: 0 | 1 | 2 | 3 | 4, serial: number): Buffer =>
  framed(0x13, Buffer.from([0x42 | (alarm << 3), 6, 4, 0, 2]), serial);

/** What newer models send: ignition, odometer, and whether it was kept while the server was out of reach. */
export function gt06Report(place: Place, serial: number, archived: boolean): Buffer {
  if (place.harsh) return gt06Alarm(place, harshCodes[place.harsh], serial);
  const content = located(place, 7);
  content.set([place.ignition ? 1 : 0, 0, archived ? 1 : 0], 26);
  content.writeUInt32BE(Math.round(place.odometerM ?? 0), 29);
  return framed(0x22, content, serial);
}
