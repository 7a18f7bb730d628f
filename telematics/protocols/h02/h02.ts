import type { AlarmName } from '../alarms.ts';
import { ByteCursor, FrameError } from '../byte-cursor.ts';
import { readH02Status } from './h02-status.ts';
import { h02Text } from './h02-text.ts';
import type { Attributes, Conversation, Cut, Moment, SocketProtocol, Decoded } from '../protocol.ts';
import { nothingDecoded, waitForMore } from '../protocol.ts';
import { cutAfter, dropUntil, kmhOfKnots, plainFix, timeOf } from '../text-fields.ts';

// H02: text between * and #, or binary frames that begin with $ and have no length in them.

const star = 0x2a;
const hash = 0x23;
const dollar = 0x24;
const letterX = 0x58;
const starts = [star, dollar, letterX];
const short = 32;
const long = 45;
/** With an identity of 15 digits. */
const wide = 42;

const decimal = (byte: number) => (byte >> 4 < 10 && (byte & 15) < 10 ? (byte >> 4) * 10 + (byte & 15) : 99);

/** Whether a clock stands behind a 5-byte identity; behind one of 8 bytes it is elsewhere. */
function hasShortIdentity(bytes: Buffer): boolean {
  const [hour = 0, minute = 0, second = 0, day = 0, month = 0] = [...bytes.subarray(6, 11)].map(decimal);
  return hour < 24 && minute < 60 && second < 60 && day < 32 && month < 13;
}

/** Frames of these models have two lengths and nothing says which: what follows the shorter one does. */
class H02Conversation implements Conversation {
  readonly badChecksums = 0;
  #length: typeof short | typeof long | null = null;
  /** A frame was taken for a short one because nothing followed it yet. */
  #guessed = false;

  cut(bytes: Buffer): Cut {
    if (this.#guessed) {
      this.#guessed = false;
      if (!starts.includes(bytes[0] ?? 0)) return this.#restOfLong(bytes);
    }
    const noise = dropUntil(bytes, starts);
    if (noise) return noise;
    if (bytes[0] === star) return cutAfter(bytes, hash);
    if (bytes[0] === letterX) return bytes.length < short ? waitForMore : { kind: 'frame', start: 0, end: short };
    if (bytes.length < short) return waitForMore;
    if (!hasShortIdentity(bytes)) return bytes.length < wide ? waitForMore : { kind: 'frame', start: 0, end: wide };
    return this.#cutBinary(bytes);
  }

  #cutBinary(bytes: Buffer): Cut {
    if (this.#length === null && bytes.length === short) {
      this.#guessed = true;
      return { kind: 'frame', start: 0, end: short };
    }
    const length = this.#length ?? (starts.includes(bytes[short] ?? 0) ? short : long);
    if (bytes.length < length) return waitForMore;
    this.#length = length;
    return { kind: 'frame', start: 0, end: length };
  }

  /** It was a long one after all. What is left of it holds nothing that is read. */
  #restOfLong(bytes: Buffer): Cut {
    if (bytes.length >= long - short) {
      this.#length = long;
      return { kind: 'frame', start: long - short, end: long - short };
    }
    this.#guessed = true;
    return waitForMore;
  }

  read(frame: Buffer, at: Moment): Decoded {
    if (frame[0] === star) return h02Text(frame.toString('latin1').trim(), at.now);
    if (frame[0] !== dollar) return nothingDecoded;
    try {
      return readBinary(frame);
    } catch (error) {
      if (error instanceof FrameError) return { readings: [], refused: error.message };
      throw error;
    }
  }
}

function readBinary(frame: Buffer): Decoded {
  const from = new ByteCursor(frame, 1);
  const identity = hasShortIdentity(frame) ? from.hex(5) : from.hex(8).slice(0, 15);
  const clock = from.hex(3);
  const time = timeOf(from.hex(3), clock);
  const lat = from.hex(4);
  const battery = batteryOf(from.u8());
  const lon = from.hex(5);
  const flags = Number.parseInt(lon.slice(9), 16);
  const motion = from.hex(3);
  if (!/^\d+$/.test(clock + lat + lon.slice(0, 9) + motion)) throw new FrameError('Digits that are none');
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  if (battery !== null) attributes['batteryLevel'] = battery;
  readH02Status(from.u32(), attributes, alarms);
  const north = Number(lat.slice(0, 2)) + Number(lat.slice(2)) / 10_000 / 60;
  const east = Number(lon.slice(0, 3)) + Number(lon.slice(3, 9)) / 10_000 / 60;
  const fix = plainFix({
    time,
    lat: flags & 4 ? north : -north,
    lon: flags & 8 ? east : -east,
    valid: (flags & 2) !== 0,
    speedKmh: kmhOfKnots(Number(motion.slice(0, 3))),
    course: Number(motion.slice(3)),
  });
  return { identity, readings: [{ deviceTime: time, fix, archived: false, attributes, alarms }] };
}

/** Steps of 1 to 6 on most models, percent on some. */
function batteryOf(value: number): number | null {
  if (value === 0 || value > 100) return null;
  if (value <= 3) return (value - 1) * 10;
  return value <= 6 ? (value - 1) * 20 : value;
}

export const h02: SocketProtocol = {
  name: 'h02',
  writes: 'text',
  maxFrameBytes: 1_024,
  open: () => new H02Conversation(),
};
