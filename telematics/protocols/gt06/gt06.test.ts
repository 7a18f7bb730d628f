import { describe, expect, test } from 'vitest';
import { crc16X25 } from '../checksums.ts';
import { FrameStream } from '../frame-stream.ts';
import { gt06 } from './gt06.ts';
import { gt06Login, gt06Position } from '../../simulator/gt06-frames.ts';
import { testHostile } from '../testing/hostile.ts';
import { bytesOf, now, testVectors, vectorsOf } from '../testing/vectors.ts';

const vectors = vectorsOf('gt06');

/** What these models say besides their positions is told apart by the model's name only, or not known: docs/decisions/0012. */
const decided = {
  'gt06-0a155bcb68': ['ignition'],
  'gt06-cb23a5c18f': ['archive'],
  'gt06-8be48cbb16': ['ignition', 'charge', 'blocked', 'power', 'batteryLevel', 'rssi', 'status'],
  'gt06-e744b9b2b3': ['ignition', 'charge', 'blocked', 'batteryLevel', 'rssi', 'status', 'alarms'],
  'gt06-2598a4ea36': ['odometer', 'hours'],
  'gt06-b57a177bbb': ['batteryLevel', 'rssi', 'status', 'alarms'],
  'gt06-6865b44f36': ['power'],
  'gt06-59f8ba2731': ['power'],
};

describe('GT06', () => {
  testVectors({
    protocol: gt06,
    vectors,
    decided,
    attributes:
      'ignition charge blocked alarm archive odometer power battery batteryLevel rssi sat driverUniqueId status iccid event hours',
  });
  testHostile(gt06, vectors.map(bytesOf));

  test('a model that ends a plain position with its course, without serial and checksum, is read and answered', () => {
    const frame = Buffer.from('7878121019091e0b0a0999027a6e5807c8fa9024145a0d0a', 'hex');
    const decoded = gt06.open({ checksum: 'lenient', transport: 'stream' }).read(frame, { now });
    expect(decoded.readings[0]?.fix).toMatchObject({
      time: Date.UTC(2025, 8, 30, 11, 10, 9),
      speedKmh: 36,
      course: 90,
      satellites: 9,
    });
    expect(decoded.readings[0]?.fix?.lat).toBeCloseTo(0x027a6e58 / 1_800_000, 6);
    expect(decoded.readings[0]?.fix?.lon).toBeCloseTo(0x07c8fa90 / 1_800_000, 6);
    expect(decoded.reply?.subarray(0, 4).toString('hex')).toBe('78780510');
  });

  test('a report of the inputs names the door and the first input', () => {
    const frame = Buffer.from('797900079405050001ffff0d0a', 'hex');
    const read = gt06.open({ checksum: 'lenient', transport: 'stream' }).read(frame, { now });
    expect(read.readings[0]?.attributes).toEqual({ door: true, io1: true });
  });

  test('a wrong checksum is refused in strict mode and counted in lenient mode', () => {
    const frame = gt06Position({ time: now, lat: 23.03, lon: 72.5, speedKmh: 41, course: 270 });
    frame[frame.length - 3] = (frame.at(-3) ?? 0) ^ 1;
    const strict = gt06.open({ checksum: 'strict', transport: 'stream' });
    expect(strict.read(frame, { now })).toEqual({ readings: [], refused: 'Wrong checksum' });
    const lenient = gt06.open({ checksum: 'lenient', transport: 'stream' });
    expect(lenient.read(frame, { now }).readings[0]?.fix?.lat).toBeCloseTo(23.03, 5);
    expect(lenient.badChecksums).toBe(1);
  });

  test('noise between frames is dropped, and a frame that would never end closes the connection', () => {
    const open = () => new FrameStream(gt06.open({ checksum: 'strict', transport: 'stream' }), gt06.maxFrameBytes);
    const login = gt06Login('356307042441013');
    const stream = open();
    const frames = stream.push(Buffer.concat([Buffer.from('noise'), login, Buffer.from([0x00, 0x0d]), login]));
    expect(frames).toEqual([login, login]);
    expect(stream.refused).toBeNull();
    const endless = open();
    expect(endless.push(Buffer.from([0x79, 0x79, 0xff, 0xff, 0x21]))).toEqual([]);
    expect(endless.refused).toBe('A frame of 65541 bytes');
  });

  test('the time zone of a login holds for its connection', () => {
    const zoned = Buffer.from('78781101035630704244101336080c800001', 'hex');
    const login = Buffer.concat([zoned, Buffer.alloc(4)]);
    login.writeUInt16BE(crc16X25(login, 2, login.length - 4), login.length - 4);
    login.writeUInt16BE(0x0d0a, login.length - 2);
    const conversation = gt06.open({ checksum: 'strict', transport: 'stream' });
    expect(conversation.read(login, { now }).identity).toBe('356307042441013');
    const [reading] = conversation.read(gt06Position({ time: now, lat: 1, lon: 1, speedKmh: 0, course: 0 }), {
      now,
    }).readings;
    expect(reading?.fix?.time).toBe(now - 2 * 3_600_000);
  });

  test('a place is kept though what follows it is not understood, and an unknown layout is answered', () => {
    const whole = gt06Position({ time: now, lat: 23.03, lon: 72.5, speedKmh: 41, course: 270 }, 7);
    const conversation = gt06.open({ checksum: 'strict', transport: 'stream' });
    // As type 37 the same bytes lack what is to follow the tower; as 16 they lack a status; as 2D they end within their flags.
    for (const type of [0x37, 0x2d, 0x16]) {
      const decoded = conversation.read(retyped(whole, type, type === 0x16 ? 18 : 26), { now });
      expect(decoded.readings[0]?.fix).toMatchObject({ speedKmh: 41, course: 270, time: now });
      expect(decoded.reply?.subarray(0, 6).toString('hex')).toBe(`787805${type.toString(16)}0007`);
    }
    const cut = conversation.read(retyped(whole, 0x12, 9), { now });
    expect([cut.readings, cut.refused, cut.reply?.length]).toEqual([[], undefined, 10]);
  });
});

/** The frame with another type and fewer bytes in it. */
function retyped(frame: Buffer, type: number, bytes: number): Buffer {
  const head = Buffer.from([0x78, 0x78, bytes + 5, type]);
  const other = Buffer.concat([head, frame.subarray(4, 4 + bytes), frame.subarray(frame.length - 6)]);
  other.writeUInt16BE(crc16X25(other, 2, other.length - 4), other.length - 4);
  return other;
}
