import { expect, test } from 'vitest';
import { addMonths, readDay, showDay, weeksOf } from './date-text.ts';

test('days are typed and shown with the day first, and what is no day is none', () => {
  for (const typed of ['21/11/2026', '21-11-2026', '21.11.2026', ' 21 11 2026 ', '21112026', '2026-11-21'])
    expect([typed, readDay(typed)]).toEqual([typed, '2026-11-21']);
  expect(readDay('1/2/2027')).toBe('2027-02-01');
  for (const typed of ['', '21/11', '21/11/26', '11/21/2026', '31/02/2027', '2026/11/21', 'today'])
    expect([typed, readDay(typed)]).toEqual([typed, undefined]);
  expect([showDay('2026-11-21'), showDay(''), showDay('21/1')]).toEqual(['21/11/2026', '', '21/1']);
});

test('a month is laid out in weeks that begin on Monday', () => {
  const weeks = weeksOf('2027-02');
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7]);
  expect([weeks[0]?.[0], weeks[3]?.[6]]).toEqual(['2027-02-01', '2027-02-28']);
  expect(weeksOf('2026-11')[0]).toEqual([...Array<undefined>(6), '2026-11-01']);
  expect(weeksOf('2026-11').flat().filter(Boolean)).toHaveLength(30);
  expect([addMonths('2027-01-31', 1), addMonths('2026-11-21', -12), addMonths('2026-12-31', 2)]).toEqual([
    '2027-02-28',
    '2025-11-21',
    '2027-02-28',
  ]);
});
