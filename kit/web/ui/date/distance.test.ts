import { expect, test } from 'vitest';
import { distance } from './distance.ts';

/** 11:30 in India. */
const now = Date.parse('2026-11-21T06:00:00Z');
const told = (value: string) => distance(value, now);

test('a day is told in days of the calendar, in full months, and in years from two on', () => {
  const expected: Record<string, string> = {
    '2026-11-21': 'today',
    '2026-11-22': 'tomorrow',
    '2026-11-20': 'yesterday',
    '2026-11-30': 'in 9 days',
    '2026-12-20': 'in 29 days',
    '2026-12-21': 'in 1 month',
    '2027-10-20': 'in 10 months',
    // Not "next year": that would be said of the first of January too.
    '2027-01-01': 'in 1 month',
    '2027-11-21': 'in 12 months',
    '2028-10-31': 'in 23 months',
    '2028-11-21': 'in 2 years',
    '2029-05-21': 'in 2 years',
    '2029-11-20': 'in 2 years',
    '2029-11-21': 'in 3 years',
    '2025-06-01': '17 months ago',
    '2026-10-21': '1 month ago',
    '2024-11-21': '2 years ago',
    '2016-11-22': '9 years ago',
  };
  expect(Object.fromEntries(Object.keys(expected).map((value) => [value, told(value)]))).toEqual(expected);
  expect(distance('2027-02-28', Date.parse('2027-01-31T06:00:00Z'))).toBe('in 1 month');
});

test('a time is told in seconds, minutes and full hours within a day, and in days of India beyond', () => {
  expect(told('2026-11-21T06:00:20Z')).toBe('in 20 seconds');
  expect(told('2026-11-21T05:58:30Z')).toBe('1 minute ago');
  expect(told('2026-11-21T06:59:40Z')).toBe('in 1 hour');
  expect(told('2026-11-20T12:30:00Z')).toBe('17 hours ago');
  // 31 hours on, and the day after tomorrow in India by then.
  expect(told('2026-11-22T19:00:00Z')).toBe('in 2 days');
  expect(told('2026-11-20T05:00:00Z')).toBe('yesterday');
  expect(told('2027-11-01T00:00:00Z')).toBe('in 11 months');
});
