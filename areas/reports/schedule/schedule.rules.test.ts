import { expect, test } from 'vitest';
import { dueAfter, nextDue, periodBefore, type Rhythm } from './schedule.rules.ts';

const daily: Rhythm = { frequency: 'DAILY', weekday: null, atTime: '06:30' };
const weekly: Rhythm = { frequency: 'WEEKLY', weekday: 'MON', atTime: '00:00' };
const monthly: Rhythm = { frequency: 'MONTHLY', weekday: null, atTime: '23:59' };
const at = (text: string) => new Date(`${text}:00+05:30`);

test('a schedule is due at its time of India, after the moment and never at it', () => {
  expect(nextDue(daily, at('2026-11-21T06:29'))).toEqual(at('2026-11-21T06:30'));
  expect(nextDue(daily, at('2026-11-21T06:30'))).toEqual(at('2026-11-22T06:30'));
  // Saturday; in UTC it is still Sunday when Monday begins.
  expect(nextDue(weekly, at('2026-11-21T12:00'))).toEqual(at('2026-11-23T00:00'));
  expect(nextDue(monthly, at('2026-11-21T12:00'))).toEqual(at('2026-12-01T23:59'));
  expect(nextDue(monthly, at('2026-12-31T12:00'))).toEqual(at('2027-01-01T23:59'));
});

test('an email is about whole days before it', () => {
  expect(periodBefore('DAILY', at('2026-11-21T00:00'))).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  expect(periodBefore('WEEKLY', at('2026-11-23T06:00'))).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(periodBefore('MONTHLY', at('2027-03-01T06:00'))).toEqual({ from: '2027-02-01', to: '2027-02-28' });
});

test('what was missed is caught up in its order, of many the last seven', () => {
  expect(dueAfter(daily, at('2026-11-20T06:30'), at('2026-11-20T06:31'))).toEqual(at('2026-11-21T06:30'));
  expect(dueAfter(daily, at('2026-11-20T06:30'), at('2026-11-23T12:00'))).toEqual(at('2026-11-21T06:30'));
  expect(dueAfter(daily, at('2026-10-01T06:30'), at('2026-11-23T12:00'))).toEqual(at('2026-11-17T06:30'));
});
