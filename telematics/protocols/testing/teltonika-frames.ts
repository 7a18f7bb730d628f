import { crc16Ibm } from '../checksums.ts';

// Packets as a Teltonika tracker would send them (codec 8), for tests that need their own.

type Entry = { time: number; lat: number; lon: number; speedKmh: number; course: number; panic?: boolean };

function record({ time, lat, lon, speedKmh, course, panic = false }: Entry): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.writeBigUInt64BE(BigInt(time));
  bytes[8] = panic ? 2 : 0;
  bytes.writeInt32BE(Math.round(lon * 1e7), 9);
  bytes.writeInt32BE(Math.round(lat * 1e7), 13);
  bytes.writeInt16BE(53, 17);
  bytes.writeUInt16BE(course, 19);
  bytes[21] = 11;
  bytes.writeUInt16BE(speedKmh, 22);
  return bytes;
}

function counted(entries: readonly Entry[]): Buffer {
  return Buffer.concat([Buffer.from([0x08, entries.length]), ...entries.map(record), Buffer.from([entries.length])]);
}

export const teltonikaLogin = (imei: string): Buffer =>
  Buffer.from(`\0${String.fromCharCode(imei.length)}${imei}`, 'latin1');

export const teltonikaPacket = (entries: readonly Entry[]): Buffer => packetOf(counted(entries));

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
  const datagram = Buffer.concat([head, teltonikaLogin(imei), counted(entries)]);
  datagram.writeUInt16BE(datagram.length - 2);
  return datagram;
}
