import { describe, expect, test } from 'vitest';
import { content, fix, framed, hex, location, narrow, read, wide } from '../testing/gt06-built.ts';
import { now } from '../testing/vectors.ts';

const cellsOf = (frame: Buffer, checksum: 'strict' | 'lenient' = 'strict') =>
  read(frame, checksum).readings[0]?.attributes['cells'];

describe('GT06, what it hears', () => {
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

  test('an alarm by tower keeps its tower, in every width and with its length before it', () => {
    const status = '46 06 04 01 02';
    const one = '404-10-10365-8049';
    for (const type of [0x19, 0xa5]) {
      const said = (tower: string) => {
        const [reading] = read(framed(type, content(tower, status))).readings;
        expect(reading).toMatchObject({
          fix: null,
          alarms: ['SOS'],
          attributes: { ignition: true, batteryLevel: 100 },
        });
        return reading?.attributes['cells'];
      };
      expect(said(narrow)).toBe(one);
      expect(said(`09 ${narrow}`)).toBe(one);
      expect(said('8194 000a 287d 001f71')).toBe(one);
      expect(said(wide)).toBe('404-10-10365-2060545');
      expect(said('')).toBeUndefined();
      expect(said('0194 0a 28')).toBeUndefined();
    }
  });

  test('scans of wrist trackers keep towers and access points, as many as they state and as there are', () => {
    const clock = '26 11 22 04 05 06';
    const scan = (type: number, points: string[], towers: string) =>
      content('7878', Buffer.from([points.length, type]), clock, ...points, towers, '0d0a');
    const two = '02 0194 0a 287d 1f71 46 287e 1f72 50';
    const said = '404-10-10365-8049@-70 404-10-10366-8050@-80';
    for (const type of [0x17, 0x69]) {
      const decoded = read(scan(type, ['aabbccddeeff 3c', '0a0b0c0d0e0f 41'], two), 'lenient');
      expect(decoded.readings).toMatchObject([
        { fix: null, deviceTime: now, attributes: { cells: said, wifi: 'aabbccddeeff@-60 0a0b0c0d0e0f@-65' } },
      ]);
      expect(decoded.reply?.toString('hex')).toBe(`787800${type.toString(16)}2611220405060d0a`);
      expect(cellsOf(scan(type, [], two), 'lenient')).toBe(said);
      // It states more than there is.
      expect(cellsOf(scan(type, [], '05 0194 0a 287d 1f71 46'), 'lenient')).toBe('404-10-10365-8049@-70');
      expect(cellsOf(scan(type, [], '00'), 'lenient')).toBeUndefined();
    }
  });

  test('asset trackers keep the tower that serves them, its neighbours and access points, with a place and without', () => {
    const clock = hex('1a0b16040506');
    const heard = `09 ${narrow} 46 0c 287d 001f72 50 0000 000000 00 0e aabbccddeeff 3c 000000000000 00`;
    for (const type of [0x32, 0x33])
      for (const placed of [false, true]) {
        const place = placed ? content(Buffer.from([12]), Buffer.from([9]), location.subarray(7)) : '00';
        const [reading] = read(framed(type, content(clock, place, heard, 'a0'), 'long')).readings;
        expect(reading?.fix ?? null).toEqual(placed ? expect.objectContaining(fix) : null);
        expect(reading?.attributes).toMatchObject({
          cells: '404-10-10365-8049@-70 404-10-10365-8050@-80',
          wifi: 'aabbccddeeff@-60',
          rssi: 70,
          status: 0xa0,
        });
      }
    // Nothing was heard.
    const [deaf] = read(framed(0x33, content(clock, '00 00 00 00 a0'), 'long')).readings;
    expect(deaf?.attributes).toEqual({ status: 0xa0, armed: true });
  });
});
