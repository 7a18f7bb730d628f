import { describe, expect, test } from 'vitest';
import { crc16X25 } from '../checksums.ts';
import type { Decoded } from '../protocol.ts';
import { now } from '../testing/vectors.ts';
import { gt06 } from './gt06.ts';

// Frames put together by the family's rules, in every length that its descriptions have and in those between them.

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** 22 November 2026, 04:05:06; 12 bytes, 9 satellites; 23.03 N 72.5 E; 41 km/h; fix, north, 270°. */
const location = hex('1a 0b 16 04 05 06 c9 027871b8 07c71930 29 150e');
const fix = {
  time: now,
  satellites: 9,
  lat: 0x027871b8 / 1_800_000,
  lon: 0x07c71930 / 1_800_000,
  speedKmh: 41,
  course: 270,
  valid: true,
}; // prettier-ignore
const imei = hex('08 66 12 34 05 00 12 34');

function framed(type: number, content: Buffer, head: 'short' | 'long' = 'short'): Buffer {
  const size = content.length + 5;
  const start = head === 'short' ? [0x78, 0x78, size, type] : [0x79, 0x79, size >> 8, size & 0xff, type];
  const frame = Buffer.concat([Buffer.from(start), content, hex('0007 0000 0d0a')]);
  frame.writeUInt16BE(crc16X25(frame, 2, frame.length - 4), frame.length - 4);
  return frame;
}

const read = (frame: Buffer, checksum: 'strict' | 'lenient' = 'strict'): Decoded =>
  gt06.open({ checksum, transport: 'stream' }).read(frame, { now });
const content = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((p) => (typeof p === 'string' ? hex(p) : p)));

const narrow = '0194 0a 287d 001f71';
const wide = '0194 0a 0000287d 00000000001f7101';
const report = '01 00 00';

/** Content that the descriptions have, and some of what it says besides the place. */
const described: readonly [string, number, Buffer, Record<string, unknown>][] = [
  ['GPS alone', 0x10, content(location), {}],
  ['GPS and 6-byte tower, short', 0x11, content(location), {}],
  ['GPS and 4-byte cell', 0x11, content(location, '0194 000a 287d 0001f710'), { cells: '404-10-10365-128784' }],
  ['GPS and tower', 0x12, content(location, narrow), { cells: '404-10-10365-8049' }],
  ['GPS, tower and report', 0x12, content(location, narrow, report), { ignition: true }],
  ['GPS, tower and mask', 0x12, content(location, narrow, '9015'), { ignition: true, temp1: 21 }],
  ['identity, GPS and tower', 0x12, content(imei, location, narrow), {}],
  [
    'identity, GPS, tower, report and odometer',
    0x12,
    content(imei, location, narrow, report, '0001e240'),
    { odometer: 123_456 },
  ], // prettier-ignore
  [
    'alarm',
    0x16,
    content(location, '08', '0194 0a 287d 001f71', '46 06 04 01 02'),
    { ignition: true, batteryLevel: 100 },
  ], // prettier-ignore
  [
    'GPS, tower and card',
    0x17,
    content(location, narrow, '1122334455667788 01'),
    { driverUniqueId: '1122334455667788' },
  ], // prettier-ignore
  ['phone query', 0x1a, content(location, Buffer.alloc(21, 0x31), '0001'), {}],
  ['GPS, tower, report', 0x22, content(location, narrow, report), { ignition: true, archive: false }],
  ['GPS, tower, report, odometer', 0x22, content(location, narrow, report, '0001e240'), { odometer: 123_456 }],
  [
    'cold chain',
    0x22,
    content(location, '0194 0a 287d 00001f71', report, '0001e240 00000e10 8064 1388'),
    { odometer: 123_456, temp1: -1, humidity: 50 },
  ], // prettier-ignore
  [
    'record number, identity, time of sending, GPS',
    0x22,
    content('01', imei, '1a0b16040510', location, '08 0194 0a 287d 001f', '00 46 04b0 29 04 01 02 0001e2 000010'),
    {},
  ], // prettier-ignore
  [
    'asset tracker',
    0x24,
    content(location, narrow, '01 04b0 019a', Buffer.alloc(10)),
    { ignition: true, power: 12, battery: 4.1 },
  ], // prettier-ignore
  ['reply wanted', 0x2d, content(location, narrow, report), { ignition: true }],
  ['with altitude', 0x31, content(location, '0194 000a 287d 00000000001f7101', report, '0230'), { ignition: true }],
  [
    'with altitude and odometer',
    0x31,
    content(location, '0194 000a 287d 00000000001f7101', report, '0001e240 0230'),
    { odometer: 123_456 },
  ], // prettier-ignore
  ['with modules', 0x37, content(location, narrow, report, '0027 02 04b0'), { power: 12 }],
  ['kind of tower, 2G', 0x38, content(location, '00 00 01', narrow, '46'), { archive: false }],
  ['kind of tower, 4G', 0x38, content(location, '00 01 03', wide, '0046'), { archive: true }],
  [
    'alarm with modules',
    0x39,
    content(location, '01', narrow, '46', '46 05 04 02 02', '0018 02 019a'),
    { battery: 4.1 },
  ], // prettier-ignore
  ['4G tower and report', 0xa0, content(location, wide, report), { ignition: true }],
  ['4G tower, report, odometer', 0xa0, content(location, wide, report, '0001e240'), { odometer: 123_456 }],
  [
    '4G status',
    0xa2,
    content(location, wide, '04 46 04b0 05 04 01 02 0001e240 00000e10 0866123405001234 0003'),
    { power: 12, odometer: 123_456, hours: 3_600_000, input: 3 },
  ], // prettier-ignore
  ['fence', 0xa3, content(location, wide, '01'), {}],
  ['fences', 0xa4, content(location, wide, '46 05 04 02 02 07'), { geofence: 7, batteryLevel: 83 }],
];

describe('GT06, by its descriptions', () => {
  test('every described location is read, with the short head and the long one, and answered', () => {
    for (const head of ['short', 'long'] as const)
      for (const [name, type, body, said] of described) {
        const what = `${name}, ${type.toString(16)}, ${head}`;
        const decoded = read(framed(type, body, head));
        expect(decoded.readings[0]?.fix, what).toMatchObject(fix);
        expect(decoded.readings[0]?.attributes, what).toMatchObject(said);
        expect([decoded.unread, decoded.reply?.length], what).toEqual([undefined, 10]);
      }
  });

  test('a cry for help is told with the place in every type that has a status', () => {
    for (const [type, body] of [
      [0x16, content(location, '08 0194 0a 287d 001f71', '66 06 04 01 02')],
      [0x39, content(location, '01', narrow, '46', '66 05 04 00 02')],
      [0xa2, content(location, wide, '04 66 04b0 05 04 00 02 0001e240 00000e10 0866123405001234 0003')],
    ] as const)
      expect(read(framed(type, body)).readings[0]?.alarms, type.toString(16)).toContain('SOS');
  });

  test('the status of an alarm frame is found whatever the tower before it says of its length, and whether the odometer follows', () => {
    const status = '46 06 04 01 02';
    const said = { ignition: true, charge: true, batteryLevel: 100, rssi: 4 };
    const towers = [`09 ${narrow}`, `08 ${narrow}`, `0a 8194 000a 287d 001f71`, `10 ${wide}`, `0f ${wide}`];
    const read1 = (type: number, ...parts: (Buffer | string)[]) =>
      read(framed(type, content(location, ...parts))).readings[0];
    for (const tower of towers) {
      for (const type of [0x16, 0x26, 0x32]) {
        const what = `${type.toString(16)} ${tower}`;
        expect(read1(type, tower, status), what).toMatchObject({ fix, attributes: said, alarms: ['SOS'] });
        const metered = read1(type, tower, status, '0001e240');
        expect(metered, what).toMatchObject({ fix, attributes: { ...said, odometer: 123_456 }, alarms: ['SOS'] });
      }
      for (const type of [0x27, 0xa4]) {
        const what = `${type.toString(16)} ${tower}`;
        const fenced = { ...said, geofence: 3 };
        expect(read1(type, tower, status, '03'), what).toMatchObject({ attributes: fenced, alarms: ['SOS'] });
        const metered = read1(type, tower, status, '03', '0001e240');
        expect(metered, what).toMatchObject({ attributes: { ...fenced, odometer: 123_456 }, alarms: ['SOS'] });
      }
    }
    // 4G models: the length leaves its own byte out, and the altitude may follow.
    expect(read1(0x32, '0a 0194 000a 287d 0001f710', '52 06 04 02 02', '00e6')).toMatchObject({
      fix: { altitudeM: 230 },
      attributes: { ignition: true, charge: false },
      alarms: ['POWER_CUT'],
    });
  });

  test('what three set bits of a status cry about depends on the model: its frames are 31 bytes long', () => {
    const alarms = (type: number, ...parts: string[]) =>
      read(framed(type, content(location, ...parts))).readings[0]?.alarms;
    expect(alarms(0x12, narrow, '7a 04b0 04 01')).toEqual(['OVERSPEED']);
    expect(alarms(0x16, narrow, '7a 05 04 01 02')).toEqual(['OVERSPEED']);
    expect(alarms(0x16, `09 ${narrow}`, '7a 05 04 00 02')).toEqual(['REMOVED']);
  });

  test('alarm codes of later models, and those that mean something else on some', () => {
    const code = (byte: string, model = '') => {
      const frame = framed(0x26, content(location, `09 ${narrow}`, '46 06 04', byte, '02'));
      return gt06.open({ checksum: 'strict', transport: 'stream', model }).read(frame, { now }).readings[0]?.alarms;
    };
    const names = {
      '1a': 'BRAKING',
      '1b': 'CORNERING',
      '26': 'ACCELERATION',
      '27': 'BRAKING',
      '28': 'BRAKING',
      '2e': 'CORNERING',
    };
    for (const [byte, name] of Object.entries(names)) expect(code(byte), byte).toEqual([name]);
    expect(code('7d')).toEqual([]);
    expect([code('18'), code('18', 'LW4G-6')]).toEqual([['REMOVED'], ['ACCIDENT']]);
    expect([code('19'), code('19', 'lw2f')]).toEqual([['LOW_BATTERY'], ['ACCELERATION']]);
    expect([code('09'), code('09', 'VL103M'), code('09', 'JM-VL103')]).toEqual([['VIBRATION'], ['TOW'], ['TOW']]);
    expect([code('29'), code('29', 'Seeworld S102'), code('28', 'SEEWORLD')]).toEqual([
      ['ACCELERATION'],
      ['ACCIDENT'],
      ['CORNERING'],
    ]);
    expect(code('01', 'LW4G-6')).toEqual(['SOS']);
  });

  test('a position without a tower may end with a report; a swiped licence is one only where its length comes out', () => {
    for (const type of [0x10, 0x1a, 0x1e]) {
      expect(read(framed(type, content(location, report))).readings[0]?.attributes).toMatchObject({ ignition: true });
      expect(read(framed(type, content(location, Buffer.alloc(23, 0x39)))).readings[0]?.attributes).toEqual({});
    }
    const swiped = (...parts: string[]) =>
      read(framed(0x12, content(location, narrow, '0001e240', ...parts))).readings[0];
    const card = '04 41423132';
    expect(swiped(card, '01 01')).toMatchObject({
      attributes: { card: 'AB12', odometer: 123_456 },
      alarms: ['GENERAL'],
    });
    expect(swiped(card, '00 01')?.alarms).toEqual([]);
    expect(swiped(card, '03 01 0040')).toMatchObject({ attributes: { card: 'AB12' }, alarms: ['GENERAL'] });
    expect(swiped('01 01 01')?.attributes).not.toHaveProperty('card');
  });

  test('dash cameras: what they cry about, and an event without a name', () => {
    const clock = '1a0b16040506';
    const place = '027871b8 07c71930 150e';
    const event = (byte: string, placed = true) =>
      read(framed(0x95, content(clock, placed ? place : '', byte, '0000', placed ? '' : ''))).readings[0];
    expect(event('88')).toMatchObject({ fix: { valid: true, course: 270 }, alarms: ['POWER_CUT'] });
    expect([event('0e')?.alarms, event('76')?.alarms, event('01')?.alarms]).toEqual([
      ['LOW_POWER'],
      ['TEMPERATURE'],
      ['SOS'],
    ]);
    expect(event('c4')).toMatchObject({ attributes: { event: 0xc4 }, alarms: [] });
  });

  test('whatever follows the place, of any length, it is read: in types whose place does not depend on the length', () => {
    const whole = content(wide, report, '0001e240 00000e10 0866123405001234 0003', Buffer.alloc(40, 0xee));
    const always = [
      0x10, 0x11, 0x12, 0x16, 0x1a, 0x1e, 0x22, 0x26, 0x27, 0x2d, 0x31, 0x32, 0x37, 0x38, 0x39, 0xa0, 0xa4,
    ];
    for (const type of always)
      for (let length = 0; length <= whole.length; length += 1) {
        const body = content(location, whole.subarray(0, length));
        const what = `${type.toString(16)} with ${length}`;
        const [reading] = read(framed(type, body)).readings;
        expect(reading?.fix, what).toMatchObject(fix);
        for (const [name, low, high] of [
          ['power', 0, 100],
          ['battery', 0, 30],
          ['batteryLevel', 0, 100],
        ] as const) {
          const value = reading?.attributes[name];
          if (typeof value === 'number')
            expect([what, name, value >= low && value <= high]).toEqual([what, name, true]);
        }
      }
  });

  test('a frame that ends with its course, without serial and checksum, is read in every plain type', () => {
    for (const type of [0x10, 0x11, 0x12, 0x22, 0xa0]) {
      const bare = Buffer.concat([Buffer.from([0x78, 0x78, 18, type]), location, hex('0d0a')]);
      expect(read(bare, 'lenient').readings[0]?.fix, type.toString(16)).toMatchObject(fix);
    }
  });

  test('towers and access points are kept, and are no place', () => {
    const seven = (shape: string) => Array.from({ length: 7 }, () => shape).join('');
    const clock = '1a0b16040506';
    const frames: readonly [number, string, RegExp][] = [
      [0x28, `${clock} 0194 0a ${seven('287d 001f71 46')} 00 0002`, /^404-10-10365-8049@-70( 404-\S+){6}$/],
      [
        0x24,
        `${clock} 00 0194 0a 05 ${seven('287d 001f71 46').slice(0, 70)} 000000`,
        /^404-10-10365-8049@-70( 404-\S+){4}$/,
      ],
      [0xa1, `${clock} 0194 0a ${seven('0000287d 00000000001f7101 46')} 00`, /^404-10-10365-2060545@-70/],
      [
        0xa2,
        `${clock} 0194 0a ${seven('0000287d 00000000001f7101 46')} 00 01 aabbccddeeff 3c`,
        /^404-10-10365-2060545/,
      ],
    ];
    for (const [type, body, cells] of frames) {
      const [reading] = read(framed(type, hex(body))).readings;
      expect([type.toString(16), reading?.fix, reading?.deviceTime]).toEqual([type.toString(16), null, now]);
      expect(reading?.attributes['cells'], type.toString(16)).toMatch(cells);
      if (type === 0xa2) expect(reading?.attributes['wifi']).toBe('aabbccddeeff@-60');
    }
  });

  test('a type that nobody described is answered and told of; its place is read where it can be nothing else', () => {
    const decoded = read(framed(0x5a, content(location, Buffer.alloc(7, 0xee))));
    expect(decoded.readings[0]?.fix).toMatchObject(fix);
    expect([decoded.unread, decoded.reply?.length]).toEqual(['5A', 10]);
    const other = read(framed(0x5b, Buffer.alloc(30, 0x33)));
    expect([other.readings, other.unread, other.reply?.length]).toEqual([[], '5B', 10]);
    expect(read(framed(0x5c, location, 'long')).unread).toBe('long 5C');
    // A described type that ends within its place.
    const cut = read(framed(0x12, location.subarray(0, 9)));
    expect([cut.readings, cut.unread, cut.reply?.length]).toEqual([[], '12', 10]);
  });

  test('impossible volts and an ignition that is neither on nor off mean another layout: only the place is taken', () => {
    const volts = read(framed(0x24, content(location, narrow, '01 ffff 019a', Buffer.alloc(10))));
    expect(volts.readings[0]).toMatchObject({ fix, attributes: { cells: '404-10-10365-8049' } });
    expect(Object.keys(volts.readings[0]?.attributes ?? {})).toEqual(['cells']);
    const ignition = read(framed(0x22, content(location, narrow, '7f 00 00')));
    expect(Object.keys(ignition.readings[0]?.attributes ?? {})).toEqual(['cells']);
    const help = read(framed(0x39, content(location, '01', narrow, '46', '66 c8 04 00 02', '0018 02 ffff')));
    expect([help.readings[0]?.attributes['ignition'], help.readings[0]?.alarms]).toEqual([undefined, ['SOS']]);
  });
});
