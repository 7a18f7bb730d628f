import type { AlarmName } from '../alarms.ts';
import { type ByteCursor, FrameError } from '../byte-cursor.ts';
import { addAlarm, readBarePlace, readClock, readLocation, readStatus, record, skipTower } from './gt06-blocks.ts';
import type { Attributes, Reading } from '../protocol.ts';

// GT06 messages that carry a position. `body` is what lies between the message type and the serial number.

/** Types with a location block at the front, by what follows it. */
const plain = new Set([0x10, 0x11, 0x12, 0x1a, 0x1e, 0x22, 0x2d, 0x31, 0x32, 0x37, 0x38, 0xa0, 0xa3]);
const withStatus = new Set([0x16, 0x26, 0x27, 0xa4]);

export const hasLocation = (type: number, length: number): boolean =>
  (plain.has(type) && !(type === 0xa3 && length < 33)) ||
  (withStatus.has(type) && length >= 18) ||
  (type === 0x17 && length >= 26) ||
  (type === 0x36 && length >= 40) ||
  (type === 0x25 && length >= 40) ||
  type === 0x61 ||
  type === 0x34 ||
  type === 0x95;

export function readLocated(type: number, body: ByteCursor, offsetMs: number): Reading {
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  const length = body.left;
  if (type === 0x95) return readCameraAlarm(body, offsetMs);
  if (type === 0x34) return readPhotoModel(body, offsetMs);
  // Some models repeat their identity in every position.
  if (type === 0x61 || (type === 0x12 && length === 34)) body.skip(8);
  // Models with a card reader put a record number, the identity and the time of sending before the time of the fix.
  const fuller = (type === 0x22 || type === 0x25) && length >= 54 && body.peek() === 1;
  if (fuller) body.skip(1 + 8 + 6);
  const fix = readLocation(body, offsetMs, attributes);
  try {
    if (fuller) readFullTail(body, attributes);
    else if (withStatus.has(type)) readStatusTail(type, body, attributes, alarms);
    else if (body.left > 0) readPlainTail(type, length, body, attributes, alarms);
  } catch (error) {
    // The place is known, and what follows is of a model that is not.
    if (!(error instanceof FrameError)) throw error;
  }
  return record(fix.time, fix, attributes, alarms);
}

/** Alarm frames: the status stands a fixed way from the end, whatever the tower block before it claims of its length. */
function readStatusTail(type: number, body: ByteCursor, attributes: Attributes, alarms: AlarmName[]): void {
  const tenantSql = type === 0x27 || type === 0xa4;
  const tail = tenantSql ? 6 : 5;
  if (body.left < tail) return;
  body.skip(body.left - tail);
  readStatus(body, attributes, alarms, 'never');
  if (!tenantSql) return;
  body.skip(1);
  attributes['geofence'] = body.u8();
}

function readPlainTail(
  type: number,
  length: number,
  body: ByteCursor,
  attributes: Attributes,
  alarms: AlarmName[],
): void {
  if (type === 0x61) return readCardTail(body, attributes);
  if (type === 0x36) return readMeterTail(body, attributes);
  if (type === 0x32 || body.left < 8) return;
  skipTower(body, type === 0xa0 || type === 0xa3);
  if (type === 0x12) return read12Tail(length, body, attributes, alarms);
  if (type === 0x17) {
    if (body.left >= 8) attributes['driverUniqueId'] = body.hex(8);
  } else if (type === 0xa0) {
    if (body.left >= 1) attributes['ignition'] = body.u8() > 0;
  } else if ((type === 0x22 || type === 0x2d || type === 0x37) && body.left >= 3) {
    attributes['ignition'] = body.u8() > 0;
    attributes['event'] = body.u8();
    attributes['archive'] = body.u8() > 0;
    if (type === 0x37) readShortModules(body, attributes);
  }
  if (type !== 0x37 && body.left === 4) attributes['odometer'] = body.u32();
}

/** The plainest type has the most dialects; only its length tells them apart. */
function read12Tail(length: number, body: ByteCursor, attributes: Attributes, alarms: AlarmName[]): void {
  if (length === 31) readStatus(body, attributes, alarms, 'always');
  else if (length === 38) {
    readStatus(body, attributes, alarms, 'always');
    attributes['oil'] = body.u16();
    const temperature = body.u8();
    attributes['temp1'] = temperature & 0x80 ? -(temperature & 0x7f) : temperature;
    attributes['odometer'] = body.u32() * 10;
  } else if (body.left >= 4) {
    attributes['odometer'] = body.u32();
    if (body.left < 1) return;
    // A swiped licence follows: its length, its text, the alarm, whether the card was taken.
    const card = body.ascii(Math.min(body.u8(), body.left)).trim();
    if (card !== '') attributes['card'] = card;
    if (body.left > 0 && body.u8() === 1) alarms.push('GENERAL');
  }
}

function readCardTail(body: ByteCursor, attributes: Attributes): void {
  if (body.left < 12) return;
  body.skip(body.left - 4);
  const card = body.u32();
  if (card > 0) attributes['driverUniqueId'] = String(card);
}

/** Odometer, volts and engine minutes after a tower with a 4-byte cell. */
function readMeterTail(body: ByteCursor, attributes: Attributes): void {
  body.skip(9);
  attributes['ignition'] = body.u8() > 0;
  attributes['uploadMode'] = body.u8();
  attributes['archive'] = body.u8() > 0;
  attributes['odometer'] = body.u32();
  attributes['power'] = body.u16() / 100;
  attributes['battery'] = body.u8() / 10;
  attributes['hours'] = body.u24() * 60_000;
  if (body.left < 8) return;
  const card = body.hex(8);
  if (/[^0]/.test(card)) attributes['driverUniqueId'] = card;
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

/** Fields of 2-byte name and 1-byte length, as later models append them. */
export function readShortModules(body: ByteCursor, attributes: Attributes): void {
  while (body.left >= 3) {
    const name = body.u16();
    const size = body.u8();
    if (body.left < size) return;
    if (name === 0x0018 && size === 2) attributes['battery'] = body.u16() / 100;
    else if (name === 0x0027 && size === 2) attributes['power'] = body.u16() / 100;
    else if (name === 0x002e && size === 4) attributes['odometer'] = body.u32();
    else if (name === 0x006a && size === 1) attributes['batteryLevel'] = body.u8();
    else if (name === 0x0032 && size === 1) attributes['startupStatus'] = body.u8();
    else body.skip(size);
  }
}

const cameraAlarms: Readonly<Record<number, AlarmName>> = {
  0x80: 'VIBRATION',
  0x87: 'OVERSPEED',
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
  const name = event === 0x01 && placed ? 'SOS' : (cameraAlarms[event] ?? 'GENERAL');
  const files = placed && body.left > 2 ? body.ascii(body.left).slice(2) : '';
  if (files !== '') attributes['eventFiles'] = files;
  return record(time, fix, attributes, [name]);
}

/** Models that take pictures: meters and inputs instead of a status. */
function readPhotoModel(body: ByteCursor, offsetMs: number): Reading {
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  body.skip(3);
  addAlarm(alarms, body.u8());
  const fix = readLocation(body, offsetMs, attributes);
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
  return record(fix.time, fix, attributes, alarms);
}
