import { describe, expect, test } from 'vitest';
import { content, fix, framed, hex, imei, location, narrow, read, wide } from '../testing/gt06-built.ts';
import { now } from '../testing/vectors.ts';
import { gt06 } from './gt06.ts';

// Frames put together by the family's rules, in every length that its descriptions have and in those between them.

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

  test('a request for an address tells where the device is, and is answered that there is none', () => {
    const decoded = read(framed(0x2a, content(location, Buffer.alloc(21, 0x31), '0001')));
    expect(decoded.readings).toMatchObject([{ fix, attributes: {}, alarms: [] }]);
    expect(Object.keys(decoded.readings[0]?.attributes ?? {})).toEqual([]);
    expect([decoded.unread, decoded.reply?.[4]]).toEqual([undefined, 0x97]);
    const bare = read(framed(0x2a, Buffer.alloc(21, 0x31)));
    expect([bare.readings, bare.unread, bare.reply?.[4]]).toEqual([[], undefined, 0x97]);
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

  test('whatever follows the place, of any length, it is read: also in types that are a scan or a status in other lengths', () => {
    const whole = content(wide, report, '0001e240 00000e10 0866123405001234 0003', Buffer.alloc(40, 0xee));
    const always = [
      0x10, 0x11, 0x12, 0x16, 0x17, 0x1a, 0x1e, 0x22, 0x24, 0x25, 0x26, 0x27, 0x2d, 0x31, 0x32, 0x36, 0x37, 0x38, 0x39,
      0xa0, 0xa2, 0xa3, 0xa4,
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

  test('picture models, whose place stands behind their alarm, are read in any length too', () => {
    const rest = content('0000 0001e240', Buffer.alloc(9), '00000000 019a 04b0 00000000 01 00', Buffer.alloc(12));
    for (let length = 0; length <= rest.length; length += 1) {
      const body = content('00000001', location, rest.subarray(0, length));
      const [reading] = read(framed(0x34, body)).readings;
      expect(reading?.fix, `with ${length}`).toMatchObject(fix);
      if (length >= 29) expect(reading?.attributes).toMatchObject({ odometer: 123_456, battery: 4.1, power: 12 });
      else expect(reading?.attributes).toEqual({});
    }
  });

  test('4G statuses and asset trackers of another length than the described one give their place and their tower, and no more', () => {
    const rest = '04 46 04b0 05 04 01 02 0001e240 00000e10 0866123405001234';
    for (const [type, ...parts] of [
      [0xa2, wide, rest],
      [0xa2, wide, rest, '0003 0000'],
      [0x24, narrow, '01 04b0 019a'],
      [0x24, narrow, '01 04b0 019a', '00'.repeat(30)],
    ] as const) {
      const decoded = read(framed(type, content(location, ...parts)));
      expect(decoded.readings[0]?.fix).toMatchObject(fix);
      expect(Object.keys(decoded.readings[0]?.attributes ?? {})).toEqual(['cells']);
      expect([decoded.readings[0]?.alarms, decoded.unread]).toEqual([[], undefined]);
    }
  });

  test('what has a clock, and behind it neither a place nor the code of a country, is told of', () => {
    const clock = '1a0b16040506';
    for (const type of [0x24, 0x34, 0xa2]) {
      const decoded = read(framed(type, content(clock, Buffer.alloc(40, 0xee))));
      expect([decoded.readings, decoded.unread], type.toString(16)).toEqual([[], type.toString(16).toUpperCase()]);
    }
  });

  test('a frame that ends with its course, without serial and checksum, is read in every plain type', () => {
    for (const type of [0x10, 0x11, 0x12, 0x22, 0xa0]) {
      const bare = Buffer.concat([Buffer.from([0x78, 0x78, 18, type]), location, hex('0d0a')]);
      expect(read(bare, 'lenient').readings[0]?.fix, type.toString(16)).toMatchObject(fix);
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
