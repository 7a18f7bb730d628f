import type { AlarmName } from '../alarms.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import type { Attributes, Fix, Reading } from '../protocol.ts';
import { addAlarm, type AlarmCodes } from './gt06-alarms.ts';

// The blocks that GT06 frames are put together from. Field layouts: the family's published protocol notes; every one is proven by real frames.

/** Date and time of six binary bytes, in the device's own clock, as UTC milliseconds. */
export function readClock(from: ByteCursor, offsetMs: number): number {
  const year = from.u8();
  const month = from.u8();
  const day = from.u8();
  const hour = from.u8();
  const minute = from.u8();
  return Date.UTC(2000 + year, month - 1, day, hour, minute, from.u8()) - offsetMs;
}

/** Latitude, longitude, [speed], course and flags. Without its own speed byte the speed is given as 0. */
function readPlace(
  from: ByteCursor,
  time: number,
  satellites: number | null,
  hasSpeed: boolean,
  attributes: Attributes,
) {
  const lat = from.u32() / 1_800_000;
  const lon = from.u32() / 1_800_000;
  const speedKmh = hasSpeed ? from.u8() : 0;
  const flags = from.u16();
  if (flags & 0x4000) attributes['ignition'] = (flags & 0x8000) !== 0;
  return fixOf(time, lat, lon, speedKmh, flags, satellites);
}

/** The flags word holds the hemispheres: bit 10 north, bit 11 west, bit 12 a fix, bits 0 to 9 the course. */
export function fixOf(
  time: number,
  lat: number,
  lon: number,
  speedKmh: number,
  flags: number,
  satellites: number | null,
  altitudeM: number | null = null,
): Fix {
  return {
    time,
    lat: flags & 0x0400 ? lat : -lat,
    lon: flags & 0x0800 ? -lon : lon,
    speedKmh,
    course: flags & 0x03ff,
    valid: (flags & 0x1000) !== 0,
    altitudeM,
    satellites,
    hdop: null,
    accuracyM: null,
  };
}

export function readLocation(from: ByteCursor, offsetMs: number, attributes: Attributes): Fix {
  const time = readClock(from, offsetMs);
  return readPlace(from, time, from.u8() & 0x0f, true, attributes);
}

/** The camera models' alarm: no satellites and no speed. */
export function readBarePlace(from: ByteCursor, time: number, attributes: Attributes): Fix {
  return readPlace(from, time, null, false, attributes);
}

const alarmsOfStatus: readonly (AlarmName | null)[] = [
  null,
  'VIBRATION',
  'POWER_CUT',
  'LOW_BATTERY',
  'SOS',
  null,
  'FENCE',
];

/** `seventh`: what a device cries about whose three bits of an alarm are all set. */
export function readStatusByte(
  from: ByteCursor,
  attributes: Attributes,
  alarms: AlarmName[],
  seventh: AlarmName = 'REMOVED',
): void {
  const status = from.u8();
  attributes['status'] = status;
  attributes['ignition'] = (status & 0x02) !== 0;
  attributes['charge'] = (status & 0x04) !== 0;
  attributes['blocked'] = (status & 0x80) !== 0;
  const code = (status >> 3) & 7;
  const alarm = code === 7 ? seventh : alarmsOfStatus[code];
  if (alarm) alarms.push(alarm);
}

/** Six steps on most models, percent on some. */
function setBatteryLevel(attributes: Attributes, level: number): void {
  if (level <= 6) attributes['batteryLevel'] = Math.trunc((level * 100) / 6);
  else if (level <= 100) attributes['batteryLevel'] = level;
}

/** Status, battery steps (or external volts), signal, alarm: the tail of heartbeats and alarms, but for the language. */
export function readStatus(
  from: ByteCursor,
  attributes: Attributes,
  alarms: AlarmName[],
  codes: AlarmCodes,
  volts: 'never' | 'if large' | 'always',
  seventh: AlarmName = 'REMOVED',
) {
  readStatusByte(from, attributes, alarms, seventh);
  if (volts === 'always' || (volts === 'if large' && from.peek() > 6)) attributes['power'] = from.u16() / 100;
  else setBatteryLevel(attributes, from.u8());
  attributes['rssi'] = from.u8();
  if (from.left === 0) return;
  // Models that speed by their status have other codes in the byte after it.
  const code = from.u8();
  if (seventh !== 'OVERSPEED') addAlarm(alarms, codes(code));
}

export function record(
  deviceTime: number | null,
  fix: Fix | null,
  attributes: Attributes = {},
  alarms: readonly AlarmName[] = [],
): Reading {
  return { deviceTime, fix, archived: attributes['archive'] === true, attributes, alarms };
}
