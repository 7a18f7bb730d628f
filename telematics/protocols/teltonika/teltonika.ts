import type { AlarmName } from '../alarms.ts';
import { ByteCursor, FrameError } from '../byte-cursor.ts';
import { crc16Ibm } from '../checksums.ts';
import type {
  Attributes,
  Conversation,
  ConversationOptions,
  Cut,
  Reading,
  SocketProtocol,
  Decoded,
} from '../protocol.ts';
import { nothingDecoded, waitForMore } from '../protocol.ts';
import { dropImpossible } from '../plausible.ts';
import { readGh3000Record } from './teltonika-gh3000.ts';
import { addElement, addLongElement, addPriority, addTextElement, addTower } from './teltonika-elements.ts';

// Teltonika. TCP: a login (2-byte length, identity), then 0000 0000 | length 4 | codec | count | records | count | CRC-16/IBM 4.
// UDP: length 2 | packet 2 | 01 | record packet 1 | identity | codec | count | records | count. Codecs: 07, 08, 8E, 10 records; 0C, 0D, 0E, 0F texts.

const maxFrameBytes = 32_768;
const maxIdentity = 64;
const ping = 0xff;

/** Widths of the fields that differ between the codecs: element ids, and the counts of elements. */
type Codec = {
  readonly wideIds: boolean;
  readonly wideCounts: boolean;
  readonly generation: boolean;
  readonly sixteens?: true;
};
const codecs: Readonly<Record<number, Codec>> = {
  0x08: { wideIds: false, wideCounts: false, generation: false },
  0x8e: { wideIds: true, wideCounts: true, generation: false },
  0x10: { wideIds: true, wideCounts: false, generation: true },
};

function cutStream(bytes: Buffer): Cut {
  if (bytes[0] === ping) return { kind: 'frame', start: 0, end: 1 };
  if (bytes.length < 2) return waitForMore;
  const identity = bytes.readUInt16BE(0);
  if (identity > maxIdentity) return { kind: 'refuse', why: 'Neither a login nor records' };
  if (identity > 0) return bytes.length < 2 + identity ? waitForMore : { kind: 'frame', start: 0, end: 2 + identity };
  if (bytes.length < 8) return waitForMore;
  if (bytes.readUInt16BE(2) !== 0) return { kind: 'refuse', why: 'Records without their preamble' };
  const end = 12 + bytes.readUInt32BE(4);
  if (end > maxFrameBytes) return { kind: 'refuse', why: `A frame of ${end} bytes` };
  return bytes.length < end ? waitForMore : { kind: 'frame', start: 0, end };
}

class TeltonikaConversation implements Conversation {
  badChecksums = 0;
  readonly #strict: boolean;
  readonly #datagrams: boolean;
  readonly #model: string;

  constructor({ checksum, transport, model = '' }: ConversationOptions) {
    this.#strict = checksum === 'strict';
    this.#model = model;
    this.#datagrams = transport === 'datagram';
  }

  cut(bytes: Buffer): Cut {
    return this.#datagrams ? { kind: 'frame', start: 0, end: bytes.length } : cutStream(bytes);
  }

  read(frame: Buffer): Decoded {
    if (frame.length === 1 && frame[0] === ping) return nothingDecoded;
    try {
      if (this.#datagrams) return readDatagram(frame, this.#model);
      const from = new ByteCursor(frame);
      const identity = from.u16();
      if (identity > 0) return readLogin(from.ascii(identity));
      from.skip(6);
      return this.#readRecords(frame, from);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      return { readings: [], refused: error.message, ...(this.#datagrams ? {} : { reply: countOf(0) }) };
    }
  }

  /** None accepted is the answer to a broken packet: the device sends it again. */
  #readRecords(frame: Buffer, from: ByteCursor): Decoded {
    const sum = crc16Ibm(frame, 8, frame.length - 4);
    if (frame.length < 15 || sum !== frame.readUInt32BE(frame.length - 4)) {
      if (this.#strict) return { readings: [], refused: 'Wrong checksum', reply: countOf(0) };
      this.badChecksums += 1;
    }
    const codec = from.u8();
    if (codec >= 0x0c && codec <= 0x0f) return readTexts(codec, from);
    const readings = readCounted(codec, from.bytes(from.left - 4), this.#model);
    return { readings, reply: countOf(readings.length) };
  }
}

function countOf(accepted: number): Buffer {
  const reply = Buffer.alloc(4);
  reply.writeUInt32BE(accepted);
  return reply;
}

function readLogin(identity: string): Decoded {
  if (!/^[\w.:-]+$/.test(identity))
    return { readings: [], refused: 'A login without an identity', reply: Buffer.from([0]) };
  return { identity, readings: [], reply: Buffer.from([1]), rejection: Buffer.from([0]) };
}

function readDatagram(frame: Buffer, model: string): Decoded {
  const from = new ByteCursor(frame);
  from.skip(2);
  const packet = from.u16();
  from.skip(1);
  const records = from.u8();
  const identity = from.ascii(Math.min(from.u16(), from.left));
  if (!/^[\w.:-]{1,64}$/.test(identity)) throw new FrameError('A datagram without an identity');
  const readings = readCounted(from.u8(), from.bytes(from.left), model);
  return { identity, readings, reply: Buffer.from([0, 5, packet >> 8, packet & 0xff, 1, records, readings.length]) };
}

/** Some firmware adds a group of 16-byte elements and says so nowhere: tried when the packet does not come out even without it. */
function readCounted(id: number, bytes: Buffer, model: string): Reading[] {
  if (id === 0x07) return readLayout(readGh3000Record, new ByteCursor(bytes));
  const codec = codecs[id];
  if (!codec) throw new FrameError(`Codec ${id} is not known`);
  try {
    return readLayout((from) => readRecord(codec, model, from), new ByteCursor(bytes));
  } catch (error) {
    if (!(error instanceof FrameError) || id !== 0x08) throw error;
    try {
      return readLayout((from) => readRecord({ ...codec, sixteens: true }, model, from), new ByteCursor(bytes));
    } catch {
      throw error;
    }
  }
}

/** Count, records, and the count again: one without the other is a broken packet. */
function readLayout(read: (from: ByteCursor) => Reading, from: ByteCursor): Reading[] {
  const count = from.u8();
  const readings: Reading[] = [];
  for (let at = 0; at < count; at += 1) readings.push(read(from));
  if (from.u8() !== count) throw new FrameError('The two counts of records differ');
  if (from.left > 0) throw new FrameError('More bytes than records');
  return readings;
}

function readRecord(codec: Codec, model: string, from: ByteCursor): Reading {
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  const time = from.i64();
  addPriority(from.u8(), attributes, alarms);
  const lon = from.i32() / 1e7;
  const lat = from.i32() / 1e7;
  const altitudeM = from.i16();
  const course = from.u16();
  const satellites = from.u8();
  const speedKmh = from.u16();
  attributes['event'] = codec.wideIds ? from.u16() : from.u8();
  if (codec.generation) from.skip(1);
  from.skip(codec.wideCounts ? 2 : 1);
  readElements(codec, model, from, attributes, alarms);
  addTower(attributes);
  dropImpossible(attributes);
  const hdop = attributes['hdop'];
  // Without satellites the coordinates are the last ones known.
  const valid = satellites !== 0;
  const dilution = typeof hdop === 'number' ? hdop : null;
  const fix = { time, lat, lon, speedKmh, course, valid, altitudeM, satellites, hdop: dilution, accuracyM: null };
  return { deviceTime: time, fix, archived: false, attributes, alarms };
}

function readElements(
  codec: Codec,
  model: string,
  from: ByteCursor,
  attributes: Attributes,
  alarms: AlarmName[],
): void {
  const count = () => (codec.wideCounts ? from.u16() : from.u8());
  const id = () => (codec.wideIds ? from.u16() : from.u8());
  for (let left = count(); left > 0; left -= 1) addElement(id(), from.u8(), 1, model, attributes, alarms);
  for (let left = count(); left > 0; left -= 1) addElement(id(), from.u16(), 2, model, attributes, alarms);
  for (let left = count(); left > 0; left -= 1) addElement(id(), from.u32(), 4, model, attributes, alarms);
  for (let left = count(); left > 0; left -= 1) addLongElement(id(), from.hex(8), attributes);
  if (codec.sixteens) for (let left = count(); left > 0; left -= 1) addTextElement(id(), from.bytes(16), attributes);
  if (!codec.wideCounts) return;
  for (let left = from.u16(); left > 0; left -= 1) addTextElement(from.u16(), from.bytes(from.u16()), attributes);
}

const picture = 0x0d;

/** Answers to commands and what a device's serial port said. Nobody answers these, but for pictures. */
function readTexts(codec: number, from: ByteCursor): Decoded {
  const readings: Reading[] = [];
  const count = from.u8();
  for (let at = 0; at < count; at += 1) {
    const kind = from.u8();
    if (codec === 0x0c && kind === picture) return askForPicture(from);
    let size = from.u32();
    let time: number | null = null;
    if ((codec === 0x0d || codec === 0x0f) && size >= 4) {
      time = from.u32() * 1000;
      size -= 4;
    }
    // Its identity once more.
    if ((codec === 0x0e || codec === 0x0f) && size >= 8) {
      from.skip(8);
      size -= 8;
    }
    readings.push({
      deviceTime: time,
      fix: null,
      archived: false,
      attributes: { type: kind, ...textOf(from.bytes(size)) },
      alarms: [],
    });
  }
  return { readings };
}

/** A driver's card read over the serial port, a text, or bytes. */
function textOf(bytes: Buffer): Attributes {
  if (!bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0d || byte === 0x0a))
    return { result: bytes.toString('hex') };
  const text = bytes.toString('latin1').trim();
  const driver = /^GTSL\|(?:[^|]*\|){3}([^|]+)\|/.exec(text)?.[1];
  return driver ? { driverUniqueId: driver } : { result: text };
}

const piece = 2048;

/** A picture is announced (01) or a piece of it has come (02): the next is asked for, so that the device goes on. It is not kept. */
function askForPicture(from: ByteCursor): Decoded {
  from.skip(4);
  const kind = from.u8();
  if (kind !== 1 && kind !== 2) return nothingDecoded;
  const id = from.u32();
  let next = 0;
  if (kind === 2) {
    const at = from.u32();
    const size = from.u16();
    next = at + size;
    if (size < piece || next > 0xffff_ffff) return nothingDecoded;
  }
  const reply = Buffer.alloc(31);
  reply.set([0, 0, 0, 0, 0, 0, 0, 19, 0x0c, 1, picture, 0, 0, 0, 11, 2]);
  reply.writeUInt32BE(id, 16);
  reply.writeUInt32BE(next, 20);
  reply.writeUInt16BE(piece, 24);
  reply[26] = 1;
  reply.writeUInt32BE(crc16Ibm(reply, 8, 27), 27);
  return { readings: [], reply };
}

export const teltonika: SocketProtocol = {
  name: 'teltonika',
  writes: 'bytes',
  maxFrameBytes,
  open: (options) => new TeltonikaConversation(options),
};
