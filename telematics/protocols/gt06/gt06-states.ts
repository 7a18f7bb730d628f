import type { AlarmName } from '../alarms.ts';
import { type ByteCursor, FrameError } from '../byte-cursor.ts';
import { readClock, readStatus, readStatusByte, record } from './gt06-blocks.ts';
import type { AlarmCodes } from './gt06-alarms.ts';
import { readShortModules } from './gt06-tails.ts';
import { isScan, readScanned, readTowerBefore } from './gt06-towers.ts';
import { hasOperator } from './gt06-layout.ts';
import { keepPlausible } from '../plausible.ts';
import type { Attributes, Reading } from '../protocol.ts';

// GT06 messages without a place: heartbeats, alarms by tower, answers to commands.

/** Status without a place: 13 is the heartbeat, 19 and A5 add a tower. */
const statusTypes = new Set([0x13, 0x19, 0xa5]);

/** Null for a message that says nothing that is kept. */
export function readUnlocated(type: number, body: ByteCursor, offsetMs: number, codes: AlarmCodes): Reading | null {
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  if (statusTypes.has(type)) {
    if (type === 0x13 && (body.left === 14 || body.left === 16)) return readTrackerState(body);
    if (type !== 0x13) readTowerBefore(body, 5, attributes);
    readStatus(body, attributes, alarms, codes, type === 0x13 ? 'if large' : 'never');
    if (!keepPlausible(attributes)) return record(null, null);
    return record(null, null, attributes, alarms);
  }
  if (type === 0x36 && body.left >= 5) {
    readStatus(body, attributes, alarms, codes, 'never');
    body.skip(1);
    readShortModules(body, attributes);
    return record(null, null, attributes, alarms);
  }
  if (type === 0x23) {
    const status = body.u8();
    Object.assign(attributes, { armed: (status & 1) !== 0, ignition: (status & 2) !== 0, charge: (status & 4) !== 0 });
    if (body.left >= 2) attributes['battery'] = body.u16() / 100;
    if (body.left >= 1) attributes['rssi'] = body.u8();
    return record(null, null, attributes, alarms);
  }
  if (type === 0xa3 && body.left === 7) {
    readStatus(body, attributes, alarms, codes, 'never');
    return record(null, null, attributes, alarms);
  }
  if (isScan(type)) {
    const time = readClock(body, offsetMs);
    // Types that are positions in other lengths: what has no country's code there is a layout that is not known.
    const isTold = type === 0x24 || type === 0x34 || type === 0xa2;
    if (isTold && body.left > 3 && !hasOperator(body, 0) && !hasOperator(body, 1)) throw new FrameError('No towers');
    readScanned(type, body, attributes);
    return record(time, null, attributes);
  }
  if (type === 0xf3) return record(readClock(body, 0), null);
  if (type === 0x15) return readAnswer(body);
  if (type === 0x94) return record(null, null, { power: body.i16() / 100 });
  return type === 0xa3 || type === 0xa7 ? record(null, null) : null;
}

/** Battery trackers: status, satellites and signal packed into one word, battery percent, volts. */
function readTrackerState(body: ByteCursor): Reading {
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  const longer = body.left === 16;
  if (longer) body.skip(1);
  else readStatusByte(body, attributes, alarms);
  const packed = body.u16();
  attributes['rssi'] = packed & 0x1f;
  body.skip(2);
  attributes['batteryLevel'] = body.u8();
  body.skip(1);
  const volts = body.u16() / 100;
  if (longer) {
    body.skip(5);
    const temperature = body.u16();
    attributes['temp1'] = ((temperature & 0x7fff) / 10) * (temperature & 0x8000 ? 1 : -1);
  } else {
    attributes['sat'] = ((packed >> 5) & 0x1f) + ((packed >> 10) & 0x1f);
    attributes['power'] = volts;
  }
  return record(null, null, attributes, alarms);
}

/** The text that answers a command. */
function readAnswer(body: ByteCursor): Reading {
  const size = body.left > 0 ? body.u8() : 0;
  if (size < 4) return record(null, null);
  body.skip(4);
  const text = body.ascii(Math.min(size - 4, body.left));
  const card = /^<ICCID:(.{20})/.exec(text)?.[1];
  return record(null, null, card ? { iccid: card } : { result: text });
}
