import type { AlarmName } from '../alarms.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import { readFlag } from '../plausible.ts';
import type { Attributes } from '../protocol.ts';
import { addAlarm, type AlarmCodes } from './gt06-alarms.ts';
import { readStatus, readStatusByte } from './gt06-blocks.ts';
import { isDescribedLength } from './gt06-layout.ts';
import { narrowTower, readKindOfTower, readTower, wideTower } from './gt06-towers.ts';

// What follows the location in GT06 frames that have no status at their end.

/** `length`: of all that lies between type and serial number. Gives the altitude in metres where it is stated. */
export function readPlainTail(
  type: number,
  length: number,
  body: ByteCursor,
  attributes: Attributes,
  alarms: AlarmName[],
  codes: AlarmCodes,
): number | null {
  const own = tails[type];
  if (own) return own(body, attributes, alarms, codes, length);
  if (body.left < 8) return null;
  readTower(body, type === 0xa0 || type === 0xa3 ? wideTower : narrowTower, attributes);
  readReport(body, attributes);
  return null;
}

type Tail = (
  body: ByteCursor,
  attributes: Attributes,
  alarms: AlarmName[],
  codes: AlarmCodes,
  length: number,
) => number | null;

/** Behind a position without a tower: a phone number, or a report. */
const noTower: Tail = (body, attributes) => {
  readReport(body, attributes);
  return null;
};

const tails: Readonly<Record<number, Tail>> = {
  0x10: noTower,
  0x1a: noTower,
  0x2a: noTower,
  0x1e: noTower,
  0x11: (body, attributes) => {
    if (body.left < 8) return null;
    readTower(body, { mnc: 2, lac: 2, cell: 4 }, attributes);
    readReport(body, attributes);
    return null;
  },
  0x12: (body, attributes, alarms, codes, length) => {
    if (body.left >= 8) {
      readTower(body, narrowTower, attributes);
      read12(length, body, attributes, alarms, codes);
    }
    return null;
  },
  0x17: (body, attributes) => {
    readTower(body, narrowTower, attributes);
    if (body.left >= 8) attributes['driverUniqueId'] = body.hex(8);
    return null;
  },
  // An asset tracker: the ignition, and both voltages.
  0x24: (body, attributes, _alarms, _codes, length) => {
    if (body.left < 8) return null;
    readTower(body, narrowTower, attributes);
    if (!isDescribedLength(0x24, length)) return null;
    readFlag(body, 'ignition', attributes);
    attributes['power'] = body.u16() / 100;
    attributes['battery'] = body.u16() / 100;
    return null;
  },
  0x22: (body, attributes, _alarms, _codes, length) => {
    if (body.left < 8) return null;
    readTower(body, length === 42 ? { mnc: 1, lac: 2, cell: 4 } : narrowTower, attributes);
    readReport(body, attributes, true);
    if (length !== 42) return null;
    attributes['odometer'] = body.u32();
    body.skip(4);
    attributes['temp1'] = signedHundredths(body.u16());
    attributes['humidity'] = body.u16() / 100;
    return null;
  },
  0x2d: (body, attributes) => {
    if (body.left < 8) return null;
    readTower(body, narrowTower, attributes);
    readReport(body, attributes, true);
    return null;
  },
  0x31: (body, attributes, _alarms, _codes, length) => {
    if (body.left < 8) return null;
    const newer = length >= 37;
    readTower(body, newer ? { mnc: 2, lac: 2, cell: 8 } : narrowTower, attributes);
    readReport(body, attributes, newer);
    if (!newer) return null;
    if (body.left > 2) attributes['odometer'] = body.u32();
    return body.i16();
  },
  0x36: (body, attributes) => {
    readMeters(body, attributes);
    return null;
  },
  0x37: (body, attributes) => {
    if (body.left < 8) return null;
    readTower(body, narrowTower, attributes);
    if (body.left < 3) return null;
    readReport(body, attributes, true);
    readShortModules(body, attributes);
    return null;
  },
  0x38: (body, attributes) => {
    if (body.left < 2) return null;
    attributes['event'] = body.u8();
    readFlag(body, 'archive', attributes);
    if (body.left > 0) readKindOfTower(body, attributes);
    return null;
  },
  0x39: (body, attributes, alarms, codes) => {
    if (body.left === 0) return null;
    readKindOfTower(body, attributes);
    readStatus(body, attributes, alarms, codes, 'never');
    body.skip(1);
    readShortModules(body, attributes);
    return null;
  },
  0x61: (body, attributes) => {
    if (body.left < 12) return null;
    body.skip(body.left - 4);
    const card = body.u32();
    if (card > 0) attributes['driverUniqueId'] = String(card);
    return null;
  },
  // A 4G tower, a status with both voltages, meters and inputs.
  0xa2: (body, attributes, alarms, codes, length) => {
    if (body.left < 15) return null;
    readTower(body, wideTower, attributes);
    if (!isDescribedLength(0xa2, length)) return null;
    body.skip(1);
    readStatusByte(body, attributes, alarms);
    attributes['power'] = body.u16() / 100;
    readBatteryLevel(body, attributes);
    attributes['rssi'] = body.u8();
    addAlarm(alarms, codes(body.u8()));
    body.skip(1);
    attributes['odometer'] = body.u32();
    attributes['hours'] = body.u32() * 1_000;
    body.skip(8);
    attributes['input'] = body.u16();
    return null;
  },
};

const signedHundredths = (value: number) => ((value & 0x8000 ? -1 : 1) * (value & 0x7fff)) / 100;

function readBatteryLevel(body: ByteCursor, attributes: Attributes): void {
  const level = body.u8();
  attributes['batteryLevel'] = level <= 6 ? Math.trunc((level * 100) / 6) : level;
}

/** Ignition, why it reports, whether late; then perhaps the odometer. `more`: what follows is another block, or nothing that is read. */
function readReport(body: ByteCursor, attributes: Attributes, more = false): void {
  if (body.left === 3 || body.left === 7 || (more && body.left >= 3)) {
    readFlag(body, 'ignition', attributes);
    attributes['event'] = body.u8();
    readFlag(body, 'archive', attributes);
  } else if (body.left === 1) readFlag(body, 'ignition', attributes);
  if (body.left === 4) attributes['odometer'] = body.u32();
}

/** The plainest type has the most dialects; only its length tells them apart. */
function read12(
  length: number,
  body: ByteCursor,
  attributes: Attributes,
  alarms: AlarmName[],
  codes: AlarmCodes,
): void {
  if (length === 31) readStatus(body, attributes, alarms, codes, 'always', 'OVERSPEED');
  else if (length === 38) {
    readStatus(body, attributes, alarms, codes, 'always');
    attributes['oil'] = body.u16();
    const temperature = body.u8();
    attributes['temp1'] = temperature & 0x80 ? -(temperature & 0x7f) : temperature;
    attributes['odometer'] = body.u32() * 10;
  } else if (length === 28) readMask(body, attributes);
  else if (body.left === 3 || body.left === 7) readReport(body, attributes);
  else if (body.left >= 4) {
    attributes['odometer'] = body.u32();
    readSwipe(body, attributes, alarms);
  }
}

/** A swiped licence: its length, its text, the alarm, whether the card was taken, in some dialects how long was driven. */
function readSwipe(body: ByteCursor, attributes: Attributes, alarms: AlarmName[]): void {
  const size = body.peek();
  const rest = body.left - 1 - size;
  if (size < 0 || (rest !== 2 && rest !== 4)) return;
  body.skip(1);
  const card = body.ascii(size).trim();
  if (card !== '') attributes['card'] = card;
  const alarm = body.u8();
  if (rest === 4 ? alarm > 0 : alarm === 1) alarms.push('GENERAL');
}

/** Bit 15 the ignition, 14 the second input; bit 12 says that a temperature follows, else it is an analogue input. */
function readMask(body: ByteCursor, attributes: Attributes): void {
  const mask = body.u16();
  attributes['ignition'] = (mask & 0x8000) !== 0;
  attributes['in2'] = (mask & 0x4000) !== 0;
  if (mask & 0x1000) attributes['temp1'] = (mask & 0x01ff) * (mask & 0x0200 ? -1 : 1);
  else attributes['adc1'] = (mask & 0x03ff) * (mask & 0x2000 ? 1 : 0.1);
}

/** Odometer, volts and engine minutes after a tower with a 4-byte cell. */
function readMeters(body: ByteCursor, attributes: Attributes): void {
  readTower(body, { mnc: 1, lac: 2, cell: 4 }, attributes);
  readFlag(body, 'ignition', attributes);
  attributes['uploadMode'] = body.u8();
  readFlag(body, 'archive', attributes);
  attributes['odometer'] = body.u32();
  attributes['power'] = body.u16() / 100;
  attributes['battery'] = body.u8() / 10;
  attributes['hours'] = body.u24() * 60_000;
  if (body.left < 8) return;
  const card = body.hex(8);
  if (/[^0]/.test(card)) attributes['driverUniqueId'] = card;
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
