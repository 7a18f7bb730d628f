import type { AlarmName } from '../alarms.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import { fixOf, readClock, record } from './gt06-blocks.ts';
import { readWatchScan } from './gt06-towers.ts';
import type { Attributes, Fix, Reading } from '../protocol.ts';

// GT06 messages with the 79 79 header: what did not fit into one byte of length. `body` ends before the serial number.

export function readExtended(type: number, body: ByteCursor, offsetMs: number): Reading | null {
  if (type === 0x21) return readText(body);
  if (type === 0x32 || type === 0x33) return readWatch(type, body, offsetMs);
  if (type === 0x70) return readModules(body);
  if (type === 0x8c) return readEngine(body, offsetMs);
  if (type === 0x94) return readInfo(body, offsetMs);
  if (type === 0x9b) return readSerialPort(body);
  if (type === 0xf1 || type === 0xf2) return readTimedState(type, body);
  return null;
}

const spokenPlace =
  /^Current position!Lat:([NS])(\d+\.\d+),Lon:([EW])(\d+\.\d+),Course:(\d+\.\d+),Speed:(\d+\.\d+),DateTime:(\d{4})-(\d\d)-(\d\d) +(\d\d):(\d\d):(\d\d)/;

/** The answer to a command, as a person would read it. Where it names the position, that is one. */
function readText(body: ByteCursor): Reading {
  body.skip(4);
  const wide = body.u8() !== 1;
  const bytes = body.bytes(body.left);
  const text = wide
    ? Buffer.from(bytes)
        .subarray(0, bytes.length & ~1)
        .swap16()
        .toString('utf16le')
    : bytes.toString('latin1');
  const place = spokenPlace.exec(text);
  if (!place) return record(null, null, { result: text });
  const [, north, lat, east, lon, course, speed, ...clock] = place;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = clock.map(Number);
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const flags = 0x1000 | (north === 'N' ? 0x0400 : 0) | (east === 'W' ? 0x0800 : 0);
  return record(time, { ...fixOf(time, Number(lat), Number(lon), Number(speed), flags, null), course: Number(course) });
}

/** Asset trackers: a location block that may be empty, towers, access points, a status. */
function readWatch(type: number, body: ByteCursor, offsetMs: number): Reading {
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  const placed = body.peek(6) > 0;
  let fix: Fix | null = null;
  const time = readClock(body, offsetMs);
  body.skip(1);
  if (placed) {
    const satellites = body.u8() & 0x0f;
    const lat = body.u32() / 1_800_000;
    const lon = body.u32() / 1_800_000;
    const speedKmh = body.u8();
    fix = fixOf(time, lat, lon, speedKmh, body.u16(), satellites);
  }
  readWatchScan(body, attributes);
  const status = body.u8();
  attributes['status'] = status;
  if (type === 0x33) {
    if (status === 0xa0 || status === 0xa1) attributes['armed'] = status === 0xa0;
    else if (status === 0xa2 || status === 0xa3) alarms.push('LOW_BATTERY');
    else if (status === 0xa4) alarms.push('GENERAL');
    else if (status === 0xa5) alarms.push('DOOR');
  }
  return record(time, fix, attributes, alarms);
}

const moduleAlarms: Readonly<Record<number, AlarmName>> = {
  0x11: 'LOW_BATTERY',
  0x12: 'LOW_POWER',
  0x13: 'POWER_CUT',
  0x14: 'REMOVED',
};

/** Fields of 2-byte name and 2-byte length, in any order. */
function readModules(body: ByteCursor): Reading {
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  let fix: Fix | null = null;
  let satellites: number | null = null;
  let hdop: number | null = null;
  while (body.left >= 4) {
    const name = body.u16();
    const size = body.u16();
    if (body.left < size) break;
    const end = body.left - size;
    if (name === 0x03 && size === 10) attributes['iccid'] = body.hex(10);
    else if (name === 0x09 && size >= 1) satellites = body.u8();
    else if (name === 0x0a && size >= 1) attributes['satVisible'] = body.u8();
    else if (name === 0x18 && size >= 2) attributes['battery'] = body.u16() / 100;
    else if (name === 0x28 && size >= 1) hdop = body.u8() / 10;
    else if (name === 0x29 && size >= 4) attributes['index'] = body.u32();
    else if (name === 0x2a && size >= 1) {
      const input = body.u8();
      attributes['door'] = (input & 0x0f) > 0;
      attributes['tamper'] = input >> 4 > 0;
    } else if (name === 0x2b && size >= 1) {
      const event = body.u8();
      attributes['bootReason'] = event;
      const alarm = moduleAlarms[event];
      if (alarm) alarms.push(alarm);
    } else if (name === 0x2e && size >= 4) attributes['odometer'] = body.u32le();
    else if (name === 0x34 && size >= 1) attributes['event'] = body.u8();
    else if (name === 0x33 && size >= 18) {
      const time = body.u32() * 1000;
      satellites = body.u8();
      const altitudeM = body.i16();
      const lat = body.u32() / 1_800_000;
      const lon = body.u32() / 1_800_000;
      const speedKmh = body.u8();
      fix = fixOf(time, lat, lon, speedKmh, body.u16(), satellites, altitudeM);
    }
    body.skip(Math.max(0, body.left - end));
  }
  if (hdop !== null) attributes['hdop'] = hdop;
  if (fix) fix = { ...fix, satellites, hdop };
  return record(fix?.time ?? null, fix, attributes, alarms);
}

/** On-board diagnostics: the ignition of the car itself. The codes after it are not read. */
function readEngine(body: ByteCursor, offsetMs: number): Reading {
  const time = readClock(body, offsetMs);
  return record(time, null, { ignition: body.u8() > 0 });
}

function readInfo(body: ByteCursor, offsetMs: number): Reading | null {
  const kind = body.u8();
  if (kind === 0x00) return record(null, null, { adc1: body.u16() / 100 });
  if (kind === 0x0b && body.left === 2) return record(null, null, { power: body.u16() / 100 });
  if (kind === 0x05) {
    const time = body.left >= 7 ? readClock(body, offsetMs) : null;
    const flags = body.u8();
    return record(time, null, { door: (flags & 1) !== 0, io1: (flags & 4) !== 0 });
  }
  if (kind === 0x0a) {
    body.skip(16);
    return record(null, null, { iccid: body.hex(10).replaceAll('f', '') });
  }
  if (kind === 0x0d) return readFuelProbe(body.ascii(body.left));
  if (kind === 0x1b) {
    body.skip(2);
    return record(null, null, { driverUniqueId: body.hex(4) });
  }
  return record(null, null);
}

/** '!AIOIL,address,output,temperature,version,states,level,…' */
function readFuelProbe(text: string): Reading | null {
  const [head, , , temperature, , , level] = text.slice(Math.max(0, text.indexOf('!'))).split(',');
  if (head !== '!AIOIL' || !temperature || !level) return null;
  return record(null, null, { temp1: Number(temperature), fuel: Number(level) });
}

function readSerialPort(body: ByteCursor): Reading {
  const kind = body.u8();
  if (kind === 0x1b) return record(null, null, { serial: body.ascii(body.left).trim() });
  return record(null, null, { result: body.hex(body.left) });
}

/** Its time, then fields of 2-byte name and 1-byte length; of them only the volts are sure. */
function readTimedState(type: number, body: ByteCursor): Reading {
  const time = body.u32() * 1000;
  const attributes: Attributes = {};
  if (type !== 0xf1) return record(time, null);
  while (body.left >= 3) {
    const name = body.u16();
    const size = Math.min(body.u8(), body.left);
    if (name === 0x0005 && size === 2) attributes['power'] = body.u16() / 100;
    else body.skip(size);
  }
  return record(time, null, attributes);
}
