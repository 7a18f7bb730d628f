import { expect, test } from 'vitest';
import { isMoment, momentOf, readTime } from './moment-text.ts';

test('a time of day is read with its hour first, in 24 hours', () => {
  for (const typed of ['9:05', '09:05', '0905', '905', ' 09.05 '])
    expect([typed, readTime(typed)]).toEqual([typed, '09:05']);
  expect([readTime('00:00'), readTime('23:59')]).toEqual(['00:00', '23:59']);
  for (const typed of ['', '9', '24:00', '12:60', '2 pm', '14:5', '-1:00'])
    expect([typed, readTime(typed)]).toEqual([typed, undefined]);
});

test('a day and a time are a moment in India, and what is none stays as it was typed', () => {
  expect(momentOf('2026-11-21 14:30')).toBe('2026-11-21T09:00:00.000Z');
  expect(momentOf('2026-11-21 00:00')).toBe('2026-11-20T18:30:00.000Z');
  expect(['2026-11-21', '31/02/2026 10:00', '2026-11-21 25:00', ''].map(isMoment)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(momentOf('31/02/2026 10:00')).toBe('31/02/2026 10:00');
});
