import { expect, test } from 'vitest';
import { unfitReasons } from '#telematics/pipeline/kept-fixes.ts';
import type { Reading } from '#telematics/protocols/protocol.ts';
import type { Position } from '../positions/position.ts';
import { alarmsOf } from './device-alarm.ts';

const now = Date.parse('2026-11-23T06:00:00Z');
const minuteMs = 60_000;
const reading = (over: Partial<Reading> = {}): Reading => ({
  deviceTime: null,
  fix: null,
  archived: false,
  attributes: {},
  alarms: ['SOS'],
  ...over,
});
const position = (fixAt: number, unfit: (typeof unfitReasons)[number]) =>
  ({ fixAt, latE7: 188_700_000, lonE7: 738_900_000, speedCkmh: 4_000, unfit: unfitReasons.indexOf(unfit) }) as Position;
const said = (given: Reading, place: Position | null = null) =>
  alarmsOf(7, given, place, now).map(({ name, at, latE7 }) => [name, (at - now) / minuteMs, latE7]);

test('an alarm is of the time of its fix, of the clock of its device, or of its arrival', () => {
  expect(said(reading(), position(now - 2 * minuteMs, null))).toEqual([['SOS', -2, 188_700_000]]);
  expect(said(reading({ deviceTime: now - 3 * minuteMs }))).toEqual([['SOS', -3, null]]);
  expect(said(reading())).toEqual([['SOS', 0, null]]);
});

test('of a clock that is far ahead the time is not believed, and the place is', () => {
  expect(said(reading(), position(now + 330 * minuteMs, 'future'))).toEqual([['SOS', 0, 188_700_000]]);
  expect(said(reading({ deviceTime: now + 330 * minuteMs }))).toEqual([['SOS', 0, null]]);
  expect(said(reading(), position(now + minuteMs, null))).toEqual([['SOS', 1, 188_700_000]]);
});

test('a place that cannot be is none; what is said twice is one alarm, and a record without any has none', () => {
  expect(said(reading(), position(now, 'nowhere'))).toEqual([['SOS', 0, null]]);
  expect(said(reading({ alarms: ['SOS', 'TAMPER', 'SOS'] })).map(([name]) => name)).toEqual(['SOS', 'TAMPER']);
  expect(said(reading({ alarms: [] }))).toEqual([]);
});
