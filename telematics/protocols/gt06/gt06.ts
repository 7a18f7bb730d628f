import { ByteCursor, FrameError } from '../byte-cursor.ts';
import { crc16X25 } from '../checksums.ts';
import { record } from './gt06-blocks.ts';
import { type AlarmCodes, alarmCodesOf } from './gt06-alarms.ts';
import { readExtended } from './gt06-extended.ts';
import { cutFrame, echo, endsAt, frameTo, login, maxFrameBytes } from './gt06-frame.ts';
import { hasLocation, isUndescribed, locationBytes, maybeLocation } from './gt06-layout.ts';
import { readLocated } from './gt06-located.ts';
import { readUnlocated } from './gt06-states.ts';
import { readWristScan } from './gt06-towers.ts';
import type {
  Attributes,
  Conversation,
  ConversationOptions,
  Cut,
  Moment,
  Reading,
  SocketProtocol,
  Decoded,
} from '../protocol.ts';
import { nothingDecoded } from '../protocol.ts';

// GT06 (Concox and its many copies), TCP: 78 78 | length 1 | type | … | serial 2 | CRC-16/X.25 2 | 0D 0A; 79 79 has a 2-byte length.

/** Messages that want no echo: answers to our own commands, and models that never asked for one. */
const unanswered = new Set([0x34, 0x80, 0x81, 0x82, 0x94, 0xf3]);

class Gt06Conversation implements Conversation {
  badChecksums = 0;
  readonly #strict: boolean;
  readonly #codes: AlarmCodes;
  #identity = '';
  /** Of the device's own clock from UTC, as its login states it. */
  #offsetMs = 0;
  #picture: Picture | null = null;

  constructor(options: ConversationOptions) {
    this.#strict = options.checksum === 'strict';
    this.#codes = alarmCodesOf(options.model ?? '');
  }

  cut(bytes: Buffer): Cut {
    return cutFrame(bytes);
  }

  read(frame: Buffer, at: Moment): Decoded {
    if (frame.length < 6) return { readings: [], refused: 'Too short' };
    const sum = frame.length >= 10 && endsAt(frame, frame.length) ? crc16X25(frame, 2, frame.length - 4) : -1;
    const trusted = sum === frame.readUInt16BE(frame.length - 4);
    if (!trusted) {
      if (this.#strict) return { readings: [], refused: 'Wrong checksum' };
      this.badChecksums += 1;
    }
    try {
      return frame[0] === 0x79 ? this.#readWide(frame, trusted) : this.#readBasic(frame, at, trusted);
    } catch (error) {
      if (error instanceof FrameError) return { readings: [], refused: error.message };
      throw error;
    }
  }

  #readBasic(frame: Buffer, at: Moment, trusted: boolean): Decoded {
    const type = frame[3] ?? 0;
    const serial = frame.readUInt16BE(frame.length - 6);
    const body = new ByteCursor(frame, 4, frame.length - 6);
    if (type === login) return this.#login(frame, serial);
    if ((type === 0x17 || type === 0x69) && frame.length > 5 + (frame[2] ?? 0) + 2) return readScan(type, frame);
    if (type === 0x8a) return { readings: [], reply: frameTo(type, clockBytes(at.now), serial) };
    if (type === 0x35) return this.#announcedPicture(body);
    // Some models end a plain position with its course: neither serial nor checksum.
    const bare = new ByteCursor(frame, 4, frame.length - 2);
    const isBare = !trusted && body.left < locationBytes && maybeLocation(bare, 0) && hasLocation(type, bare);
    const whole = isBare ? bare : body;
    const readings = this.#attempt(whole, trusted, () =>
      hasLocation(type, whole)
        ? readLocated(type, whole, this.#offsetMs, this.#codes)
        : readUnlocated(type, whole, this.#offsetMs, this.#codes),
    );
    const said = { readings: readings ?? [], ...unreadOf(type, '', readings) };
    if (unanswered.has(type)) return said;
    return { ...said, reply: type === 0x2a ? frameTo(0x97, noAddress, 0, true) : echo(type, serial) };
  }

  /**
   * A frame whose checksum is right and whose layout is not known is answered all the same: the device would send it for ever. Null: its
   * layout is not known.
   */
  #attempt(body: ByteCursor, trusted: boolean, read: () => Reading | null): Reading[] | null {
    const empty = body.left === 0;
    try {
      const reading = read();
      return reading ? [reading] : [];
    } catch (error) {
      if (error instanceof FrameError && trusted && !empty) return null;
      throw error;
    }
  }

  #readWide(frame: Buffer, trusted: boolean): Decoded {
    const type = frame[4] ?? 0;
    const serial = frame.readUInt16BE(frame.length - 6);
    const body = new ByteCursor(frame, 5, frame.length - 6);
    if (type === 0x36) return this.#pieceOfPicture(body);
    // The long head is also put before types that have the short one elsewhere.
    const isLocated = !longOnly.has(type) && type !== 0x2a && hasLocation(type, body);
    const readings = this.#attempt(body, trusted, () =>
      isLocated ? readLocated(type, body, this.#offsetMs, this.#codes) : readExtended(type, body, this.#offsetMs),
    );
    const said = { readings: readings ?? [], ...unreadOf(type, 'long ', readings) };
    if (isLocated) return { ...said, reply: echo(type, serial) };
    if (type === 0x32 || type === 0x33 || type === 0x41) return { ...said, reply: frameTo(type, null, serial, true) };
    if (type === 0x70 || type === 0xf1 || type === 0xf2) return { ...said, reply: echo(type, serial) };
    return said;
  }

  /** A picture is asked for piece by piece, so that the device goes on with its work. What comes is not kept. */
  #announcedPicture(body: ByteCursor): Decoded {
    body.skip(18);
    const bytes = body.u32();
    this.#picture = { id: body.u32(), bytes };
    return { readings: [], reply: askForPicture(this.#picture, 0) };
  }

  #pieceOfPicture(body: ByteCursor): Decoded {
    const id = body.u32();
    const next = body.u32() + body.u16();
    if (this.#picture?.id !== id || next >= this.#picture.bytes) return nothingDecoded;
    return { readings: [], reply: askForPicture(this.#picture, next) };
  }

  /** Eight bytes of decimal digits, then perhaps the model and the time zone: hundreds of hours and minutes, bit 3 west. */
  #login(frame: Buffer, serial: number): Decoded {
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

/** Types that have another layout behind the long head. */
const longOnly = new Set([0x32, 0x33, 0x36]);

/** Says of a type that nobody described, or of a layout that is not known, that there was one: it may carry more than was read. */
const unreadOf = (type: number, head: string, readings: readonly Reading[] | null) =>
  readings === null || isUndescribed(type)
    ? { unread: `${head}${type.toString(16).padStart(2, '0').toUpperCase()}` }
    : {};

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

const decimal = (byte: number) => (byte >> 4) * 10 + (byte & 0x0f);

/** Towers and access points of wrist trackers: no serial, no checksum, a length of its own kind, and the time as decimal digits. */
function readScan(type: number, frame: Buffer): Decoded {
  const clock = frame.subarray(4, 10);
  if (clock.length < 6) throw new FrameError('A scan without its time');
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [...clock].map(decimal);
  const time = Date.UTC(2000 + year, month - 1, day, hour, minute, second);
  const reply = Buffer.concat([Buffer.from([0x78, 0x78, 0, type]), clock, Buffer.from([0x0d, 0x0a])]);
  const attributes: Attributes = {};
  readWristScan(frame[2] ?? 0, new ByteCursor(frame, 10, Math.max(10, frame.length - 2)), attributes);
  return { readings: [record(time, null, attributes)], reply };
}

export const gt06: SocketProtocol = {
  name: 'gt06',
  writes: 'bytes',
  maxFrameBytes,
  open: (options) => new Gt06Conversation(options),
};
