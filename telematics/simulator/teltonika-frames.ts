import { crc16Ibm } from '../protocols/checksums.ts';
import type { Place } from './place.ts';

// Packets as a Teltonika tracker sends them: 0000 0000 | length 4 | codec | count | records | count | CRC-16/IBM 4.

type Entry = Place & { readonly panic?: boolean };

/** Time, priority and place, which all codecs have in common, with room for what follows them. */
function located({ time, lat, lon, speedKmh, course, panic = false }: Entry, more: number): Buffer {
  const bytes = Buffer.alloc(24 + more);
  bytes.writeBigUInt64BE(BigInt(time));
  bytes[8] = panic ? 2 : 0;
  bytes.writeInt32BE(Math.round(lon * 1e7), 9);
  bytes.writeInt32BE(Math.round(lat * 1e7), 13);
  bytes.writeInt16BE(53, 17);
  bytes.writeUInt16BE(Math.round(course) % 360, 19);
  bytes[21] = 11;
  bytes.writeUInt16BE(Math.round(speedKmh ?? 0), 22);
  return bytes;
}

/** Codec 8 without elements. */
const plainRecord = (entry: Entry) => located(entry, 6);

/** Codec 8 extended with ignition, motion, volts of the vehicle, dilution of the satellites and odometer. */
function fullRecord(entry: Entry): Buffer {
  const harsh = entry.harsh && ['', 'ACCELERATION', 'BRAKING', 'CORNERING'].indexOf(entry.harsh);
  const bytes = located(entry, harsh ? 37 : 34);
  let at = 24;
  const words = (...values: readonly number[]) => {
    for (const value of values) at = bytes.writeUInt16BE(value, at);
  };
  // Harsh driving is the event that the record is about.
  words(harsh ? 253 : 0, harsh ? 6 : 5, harsh ? 3 : 2, 239);
  at = bytes.writeUInt8(entry.ignition ? 1 : 0, at);
  words(240);
  at = bytes.writeUInt8((entry.speedKmh ?? 0) > 0 ? 1 : 0, at);
  if (harsh) {
    words(253);
    at = bytes.writeUInt8(harsh, at);
  }
  words(2, 66, entry.ignition ? 13_900 : 12_600, 182, 9, 1, 16);
  bytes.writeUInt32BE(Math.round(entry.odometerM ?? 0), at);
  return bytes;
}

const counted = (codec: number, records: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([codec, records.length]), ...records, Buffer.from([records.length])]);

export const teltonikaLogin = (imei: string): Buffer =>
  Buffer.from(`\0${String.fromCharCode(imei.length)}${imei}`, 'latin1');

export const teltonikaPacket = (entries: readonly Entry[]): Buffer => packetOf(counted(0x08, entries.map(plainRecord)));

export const teltonikaFullPacket = (entries: readonly Entry[]): Buffer =>
  packetOf(counted(0x8e, entries.map(fullRecord)));

/** Preamble, length and checksum around a codec's data. */
export function packetOf(data: Buffer): Buffer {
  const packet = Buffer.alloc(data.length + 12);
  packet.writeUInt32BE(data.length, 4);
  data.copy(packet, 8);
  packet.writeUInt32BE(crc16Ibm(data, 0, data.length), packet.length - 4);
  return packet;
}

export function teltonikaDatagram(
  imei: string,
  entries: readonly Entry[],
  numbers: { packet: number; records: number },
): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16BE(numbers.packet, 2);
  head.set([1, numbers.records], 4);
  const datagram = Buffer.concat([head, teltonikaLogin(imei), counted(0x08, entries.map(plainRecord))]);
  datagram.writeUInt16BE(datagram.length - 2);
  return datagram;
}
