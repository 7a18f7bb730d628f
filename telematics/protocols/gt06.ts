import type { AlarmName } from './alarms.ts';
import { ByteCursor, FrameError } from './byte-cursor.ts';
import { crc16X25 } from './checksums.ts';
import { readClock, readStatus, readStatusByte, record } from './gt06-blocks.ts';
import { readExtended } from './gt06-extended.ts';
import { hasLocation, readLocated, readShortModules } from './gt06-located.ts';
import type {
  Attributes,
  ConversationOptions,
  Conversation,
  Cut,
  Moment,
  Reading,
  SocketProtocol,
  Told,
} from './protocol.ts';
import { nothingTold, waitForMore } from './protocol.ts';

// GT06 (Concox and its many copies), TCP: 78 78 | length 1 | type | … | serial 2 | CRC-16/X.25 2 | 0D 0A; 79 79 has a 2-byte length.

const login = 0x01;

/** Status without a place: 13 is the heartbeat, 19 and A5 add a tower. */
const statusTypes = new Set([0x13, 0x19, 0xa5]);
/** Towers and access points after a binary clock. */
const towerTypes = new Set([0x18, 0x24, 0x28, 0x2c, 0x2e, 0x33, 0xa1, 0xa2]);
/** Messages that want no echo: answers to our own commands, and models that never asked for one. */
const unanswered = new Set([0x34, 0x80, 0x81, 0x82, 0x94, 0xf3]);

function frameTo(type: number, content: Buffer | null, serial: number, wide = false): Buffer {
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
function echo(type: number, serial: number): Buffer {
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

const endsAt = (bytes: Buffer, end: number) => bytes[end - 2] === 0x0d && bytes[end - 1] === 0x0a;

/** Trusts the length; where no 0D 0A stands there, the frame ends at the next one. Some models leave the checksum out of the length. */
function cutFrame(bytes: Buffer): Cut {
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

class Gt06Conversation implements Conversation {
  badChecksums = 0;
  readonly #strict: boolean;
  #identity = '';
  /** Of the device's own clock from UTC, as its login states it. */
  #offsetMs = 0;
  #picture: Picture | null = null;

  constructor(options: ConversationOptions) {
    this.#strict = options.checksum === 'strict';
  }

  cut(bytes: Buffer): Cut {
    return cutFrame(bytes);
  }

  read(frame: Buffer, at: Moment): Told {
    if (frame.length < 6) return { readings: [], refused: 'Too short' };
    const sum = frame.length >= 10 && endsAt(frame, frame.length) ? crc16X25(frame, 2, frame.length - 4) : -1;
    if (sum !== frame.readUInt16BE(frame.length - 4)) {
      if (this.#strict) return { readings: [], refused: 'Wrong checksum' };
      this.badChecksums += 1;
    }
    try {
      return frame[0] === 0x79 ? this.#readWide(frame) : this.#readBasic(frame, at);
    } catch (error) {
      if (error instanceof FrameError) return { readings: [], refused: error.message };
      throw error;
    }
  }

  #readBasic(frame: Buffer, at: Moment): Told {
    const type = frame[3] ?? 0;
    const serial = frame.readUInt16BE(frame.length - 6);
    const body = new ByteCursor(frame, 4, frame.length - 6);
    if (type === login) return this.#login(frame, serial);
    if ((type === 0x17 || type === 0x69) && frame.length > 5 + (frame[2] ?? 0) + 2) return readScan(type, frame);
    if (type === 0x8a) return { readings: [], reply: frameTo(type, clockBytes(at.now), serial) };
    if (type === 0x2a) return { readings: [], reply: frameTo(0x97, noAddress, 0, true) };
    if (type === 0x35) return this.#announcedPicture(body);
    const reading = hasLocation(type, body.left)
      ? readLocated(type, body, this.#offsetMs)
      : readUnlocated(type, body, this.#offsetMs);
    const readings = reading ? [reading] : [];
    return unanswered.has(type) ? { readings } : { readings, reply: echo(type, serial) };
  }

  #readWide(frame: Buffer): Told {
    const type = frame[4] ?? 0;
    const serial = frame.readUInt16BE(frame.length - 6);
    if (type === 0x36) return this.#pieceOfPicture(new ByteCursor(frame, 5, frame.length - 6));
    const reading = readExtended(type, new ByteCursor(frame, 5, frame.length - 6), this.#offsetMs);
    const readings = reading ? [reading] : [];
    if (type === 0x32 || type === 0x33 || type === 0x41) return { readings, reply: frameTo(type, null, serial, true) };
    if (type === 0x70 || type === 0xf1 || type === 0xf2) return { readings, reply: echo(type, serial) };
    return { readings };
  }

  /** A picture is asked for piece by piece, so that the device goes on with its work. What comes is not kept. */
  #announcedPicture(body: ByteCursor): Told {
    body.skip(18);
    const bytes = body.u32();
    this.#picture = { id: body.u32(), bytes };
    return { readings: [], reply: askForPicture(this.#picture, 0) };
  }

  #pieceOfPicture(body: ByteCursor): Told {
    const id = body.u32();
    const next = body.u32() + body.u16();
    if (this.#picture?.id !== id || next >= this.#picture.bytes) return nothingTold;
    return { readings: [], reply: askForPicture(this.#picture, next) };
  }

  /** Eight bytes of decimal digits, then perhaps the model and the time zone: hundreds of hours and minutes, bit 3 west. */
  #login(frame: Buffer, serial: number): Told {
    if (frame.length < 14) return { readings: [], refused: 'A login without an identity' };
    const identity = frame.toString('hex', 4, 12).slice(1);
    if (!/^\d+$/.test(identity)) return { readings: [], refused: 'A login whose identity is no number' };
    if (identity !== this.#identity) this.#offsetMs = 0;
    this.#identity = identity;
    if (frame.length >= 22) {
      const zone = frame.readUInt16BE(14);
      const minutes = Math.trunc((zone >> 4) / 100) * 60 + ((zone >> 4) % 100);
      const offsetMs = minutes * 60_000 * (zone & 0x08 ? -1 : 1);
      if (Math.abs(minutes) <= 14 * 60) this.#offsetMs = offsetMs;
    }
    return { identity, readings: [], reply: echo(login, serial) };
  }
}

type Picture = { readonly id: number; readonly bytes: number };

function askForPicture({ id, bytes }: Picture, from: number): Buffer {
  const content = Buffer.alloc(10);
  content.writeUInt32BE(id, 0);
  content.writeUInt32BE(from, 4);
  content.writeUInt16BE(Math.min(bytes - from, 1024), 8);
  return frameTo(0x36, content, 0);
}

const noAddress = Buffer.concat([Buffer.from([11, 0, 0, 0, 0]), Buffer.from('NA&&NA&&0##', 'latin1')]);

function clockBytes(now: number): Buffer {
  const time = new Date(now);
  return Buffer.from([
    time.getUTCFullYear() - 2000,
    time.getUTCMonth() + 1,
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
  ]);
}

function readUnlocated(type: number, body: ByteCursor, offsetMs: number): Reading | null {
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  if (statusTypes.has(type)) {
    if (type === 0x13 && (body.left === 14 || body.left === 16)) return readTrackerState(body);
    if (type !== 0x13) body.skip(Math.max(0, body.left - 5));
    readStatus(body, attributes, alarms, type === 0x13 ? 'if large' : 'never');
    return record(null, null, attributes, alarms);
  }
  if (type === 0x36 && body.left >= 5) {
    readStatus(body, attributes, alarms, 'never');
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
    readStatus(body, attributes, alarms, 'never');
    return record(null, null, attributes, alarms);
  }
  if (towerTypes.has(type) || type === 0xf3) return record(readClock(body, type === 0xf3 ? 0 : offsetMs), null);
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

const decimal = (byte: number) => (byte >> 4) * 10 + (byte & 0x0f);

/** Towers and access points of wrist trackers: no serial, no checksum, a length of its own kind, and the time as decimal digits. */
function readScan(type: number, frame: Buffer): Told {
  const clock = frame.subarray(4, 10);
  if (clock.length < 6) throw new FrameError('A scan without its time');
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [...clock].map(decimal);
  const time = Date.UTC(2000 + year, month - 1, day, hour, minute, second);
  const reply = Buffer.concat([Buffer.from([0x78, 0x78, 0, type]), clock, Buffer.from([0x0d, 0x0a])]);
  return { readings: [record(time, null)], reply };
}

const maxFrameBytes = 10_240;

export const gt06: SocketProtocol = {
  name: 'gt06',
  writes: 'bytes',
  maxFrameBytes,
  open: (options) => new Gt06Conversation(options),
};
