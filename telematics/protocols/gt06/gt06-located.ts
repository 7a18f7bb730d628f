import type { AlarmName } from '../alarms.ts';
import { type ByteCursor, FrameError } from '../byte-cursor.ts';
import { readBarePlace, readClock, readLocation, readStatus, record } from './gt06-blocks.ts';
import { addAlarm, type AlarmCodes } from './gt06-alarms.ts';
import { bytesBeforeLocation } from './gt06-layout.ts';
import { readPlainTail } from './gt06-tails.ts';
import { keepPlausible } from '../plausible.ts';
import type { Attributes, Reading } from '../protocol.ts';

// GT06 messages that carry a position. `body` is what lies between the message type and the serial number.

/** Types whose status stands at the end. */
const withStatus = new Set([0x16, 0x26, 0x27, 0x32, 0xa4]);

export function readLocated(type: number, body: ByteCursor, offsetMs: number, codes: AlarmCodes): Reading {
  if (type === 0x95) return readCameraAlarm(body, offsetMs);
  if (type === 0x34) return readPhotoModel(body, offsetMs, codes);
  const length = body.left;
  const before = bytesBeforeLocation(type, body);
  body.skip(before);
  const attributes: Attributes = {};
  const fix = readLocation(body, offsetMs, attributes);
  const tail: Attributes = {};
  const alarms: AlarmName[] = [];
  let altitudeM: number | null = null;
  try {
    if (before === 15) readFullTail(body, tail);
    else if (withStatus.has(type)) altitudeM = readStatusTail(type, body, tail, alarms, codes);
    else if (body.left > 0) altitudeM = readPlainTail(type, length, body, tail, alarms, codes);
  } catch (error) {
    // The place is known, and what follows is of a model that is not.
    if (!(error instanceof FrameError)) throw error;
  }
  const isAnother = !keepPlausible(tail);
  // Another layout says nothing but where it is; a cry for help is told all the same.
  const said = isAnother ? alarms.filter((name) => name === 'SOS') : alarms;
  return record(fix.time, { ...fix, altitudeM }, { ...attributes, ...tail }, said);
}

/**
 * Alarm frames: tower, status, and perhaps the odometer, or the altitude in metres, which is given. The tower states how long it is, with its length's own byte or without it;
 * where that does not come out, the status is what stands at the end.
 */
function readStatusTail(
  type: number,
  body: ByteCursor,
  attributes: Attributes,
  alarms: AlarmName[],
  codes: AlarmCodes,
): number | null {
  const fenced = type === 0x27 || type === 0xa4;
  const tail = fenced ? 6 : 5;
  if (body.left < tail) return null;
  // Of 31 bytes altogether no length is stated: the tower's eight, and a status with dialects of its own.
  const own = type === 0x16 && body.left === tail + 8;
  const stated = own ? 8 : body.peek();
  const more = stated < 8 ? 0 : body.left - tail - stated;
  // Counted from a length with its own byte in it, or without.
  const behind = more === 4 || more === 5 ? 4 : type === 0x32 && more === 3 ? 2 : 0;
  body.skip(body.left - tail - behind);
  readStatus(body, attributes, alarms, codes, 'never', own ? 'OVERSPEED' : 'REMOVED');
  body.skip(1);
  if (fenced) attributes['geofence'] = body.u8();
  if (behind === 4) attributes['odometer'] = body.u32();
  return behind === 2 ? body.i16() : null;
}

function readFullTail(body: ByteCursor, attributes: Attributes): void {
  body.skip(Math.max(0, body.u8() - 1));
  body.skip(1);
  readStatusByteAndVolts(body, attributes);
  body.skip(2);
  attributes['odometer'] = body.u24();
  attributes['hours'] = body.u24() * 60_000;
  if (body.left < 3) return;
  // The card's kind stands before its number.
  const card = Math.min(body.u8(), body.left);
  body.skip(1);
  attributes['driverUniqueId'] = body.hex(Math.max(0, card - 1));
}

function readStatusByteAndVolts(body: ByteCursor, attributes: Attributes): void {
  const status = body.u8();
  attributes['status'] = status;
  attributes['ignition'] = (status & 0x02) !== 0;
  attributes['charge'] = (status & 0x04) !== 0;
  attributes['blocked'] = (status & 0x80) !== 0;
  attributes['power'] = body.u16() / 100;
  attributes['battery'] = body.u8() / 10;
  attributes['rssi'] = body.u8();
}

const cameraAlarms: Readonly<Record<number, AlarmName>> = {
  0x0e: 'LOW_POWER',
  0x76: 'TEMPERATURE',
  0x80: 'VIBRATION',
  0x87: 'OVERSPEED',
  0x88: 'POWER_CUT',
  0x90: 'ACCELERATION',
  0x91: 'BRAKING',
  0x92: 'CORNERING',
  0x93: 'ACCIDENT',
};

/** Dash cameras: time, perhaps a place, the event, and the names of the clips that it made. */
function readCameraAlarm(body: ByteCursor, offsetMs: number): Reading {
  const attributes: Attributes = {};
  const newer = body.peek() === 0xff && body.peek(1) === 0xff;
  if (newer) body.skip(3);
  const time = readClock(body, offsetMs);
  const placed = body.left > 3;
  const satellites = newer ? body.u8() & 0x0f : null;
  let fix = placed ? readBarePlace(body, time, attributes) : null;
  if (newer && fix) {
    fix = { ...fix, satellites, speedKmh: body.u16() };
    attributes['power'] = body.u16() / 10;
  }
  const event = body.u8();
  attributes['event'] = event;
  const name = event === 0x01 ? (placed ? 'SOS' : 'GENERAL') : cameraAlarms[event];
  const files = placed && body.left > 2 ? body.ascii(body.left).slice(2) : '';
  if (files !== '') attributes['eventFiles'] = files;
  keepPlausible(attributes);
  return record(time, fix, attributes, name ? [name] : []);
}

/** Models that take pictures: meters and inputs instead of a status. */
function readPhotoModel(body: ByteCursor, offsetMs: number, codes: AlarmCodes): Reading {
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  body.skip(3);
  addAlarm(alarms, codes(body.u8()));
  const fix = readLocation(body, offsetMs, attributes);
  // Shorter ones are of a model that is not known: the place is taken.
  if (body.left < photoBytes) return record(fix.time, fix, {}, alarms);
  readPhotoTail(body, attributes);
  keepPlausible(attributes);
  return record(fix.time, fix, attributes, alarms);
}

const photoBytes = 29;

function readPhotoTail(body: ByteCursor, attributes: Attributes): void {
  body.skip(2);
  attributes['odometer'] = body.u32();
  body.skip(9);
  const driver = body.u32();
  if (driver > 0) attributes['driverUniqueId'] = String(driver);
  attributes['battery'] = body.u16() / 100;
  attributes['power'] = body.u16() / 100;
  const ports = body.u32();
  attributes['input'] = body.u8();
  attributes['output'] = body.u8();
  const analog = Math.min((ports >>> 20) & 0x0f, body.left >> 1);
  for (let at = 1; at <= analog; at += 1) attributes[`adc${at}`] = body.u16() / 100;
}
