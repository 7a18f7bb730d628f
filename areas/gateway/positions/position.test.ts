import { expect, test } from 'vitest';
import type { Fix, Reading } from '#telematics/protocols/protocol.ts';
import { hasDay, unfitReasons } from '#telematics/pipeline/kept-fixes.ts';
import { flag, positionOf, trackFixOf } from './position.ts';

const now = Date.UTC(2026, 10, 22, 6);
const fix: Fix = {
  time: now - 1_234,
  lat: 23.0349126,
  lon: -72.4752554,
  speedKmh: 34.236,
  course: 359.96,
  valid: true,
  altitudeM: 53.4,
  satellites: 9,
  hdop: 0.9,
  accuracyM: 82.504,
};
const reading = (changes: Partial<Fix> = {}, more: Partial<Reading> = {}): Reading => ({
  deviceTime: now,
  fix: { ...fix, ...changes },
  archived: false,
  attributes: {},
  alarms: [],
  ...more,
});

test('a fix is stored with the precision that devices have, and cut from what is stored', () => {
  const position = positionOf(7, reading({}, { attributes: { ignition: true } }), now);
  expect(position).toMatchObject({
    device: 7,
    fixAt: now - 1_234,
    latE7: 230_349_126,
    lonE7: -724_752_554,
    speedCkmh: 3_424,
    accuracyCm: 8_250,
    courseDdeg: 3_600,
    altitudeM: 53,
    flags: flag.valid | flag.ignitionKnown | flag.ignitionOn,
    unfit: 0,
    attributes: '{"ignition":true}',
  });
  if (!position) throw new Error('none');
  expect(trackFixOf(position, 250)).toEqual({
    time: now - 1_234,
    lat: 23.0349126,
    lon: -72.4752554,
    speedKmh: 34.24,
    accuracyM: 82.5,
    ignition: true,
  });
});

test('what is no fix, or of a day that cannot be, is no position; what is odd says why it drives nothing', () => {
  expect(positionOf(7, { ...reading(), fix: null }, now)).toBeNull();
  expect(positionOf(7, reading({ time: Number.NaN }), now)).toBeNull();
  expect(positionOf(7, reading({ time: Date.UTC(2080, 1, 1) }), now)).toBeNull();
  expect(hasDay(Date.UTC(2000, 0, 1), now)).toBe(false);
  const why = (changes: Partial<Fix>) => unfitReasons[positionOf(7, reading(changes), now)?.unfit ?? 0];
  expect(why({ lat: 0, lon: 0 })).toBe('nowhere');
  expect(why({ time: now + 600_000 })).toBe('future');
  expect(why({ satellites: 2 })).toBe('few satellites');
  expect(why({})).toBeNull();
});

test('what is below zero is not known, whichever reader it comes from', () => {
  const unknown = positionOf(7, reading({ speedKmh: -0.1, course: -1, accuracyM: -5 }), now);
  expect(unknown).toMatchObject({ speedCkmh: null, courseDdeg: null, accuracyCm: null, unfit: 0 });
  expect(positionOf(7, reading({ speedKmh: 0, course: 0, accuracyM: 0 }), now)).toMatchObject({
    speedCkmh: 0,
    courseDdeg: 0,
    accuracyCm: 0,
  });
  // Unlike the height above the sea.
  expect(positionOf(7, reading({ altitudeM: -40 }), now)).toMatchObject({ altitudeM: -40 });
});

test('numbers beyond a column, endless attributes, NUL and half pairs are taken in', () => {
  const wild = positionOf(7, reading({ altitudeM: 1e12, speedKmh: 1e300, course: Number.NaN, accuracyM: null }), now);
  expect(wild).toMatchObject({ altitudeM: 32_767, speedCkmh: 2_147_483_647, courseDdeg: null, accuracyCm: null });
  const long = positionOf(7, reading({}, { attributes: { note: 'x'.repeat(5_000) }, alarms: ['SOS'] }), now);
  expect(long).toMatchObject({ attributes: '{"alarms":["SOS"]}', flags: flag.valid | flag.alarm });
  expect(positionOf(7, reading({}, { attributes: { note: 'a\u0000b' } }), now)?.attributes).toBe('{"note":"ab"}');
  const odd = positionOf(
    7,
    reading({}, { attributes: { note: '\\u0000\\', half: 'a\ud800b', pair: '\u{1f69a}' } }),
    now,
  );
  expect(JSON.parse(odd?.attributes ?? '')).toEqual({ note: '\\u0000\\', half: 'ab', pair: '\u{1f69a}' });
});
