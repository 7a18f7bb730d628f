import { expect, test } from 'vitest';
import { commonSpans, readHours, weekText } from './open-hours.rules.ts';

test.each([
  ['', ''],
  [null, ''],
  ['09:30-18:30', '09:30-18:30'],
  ['9:30 - 13, 14.00–18.00', '09:30-13:00, 14:00-18:00'],
  ['9 to 13; 13 to 18', '09:00-18:00'],
  ['00:00-24:00', '00:00-24:00'],
  ['6-9,10-12,22:30-24', '06:00-09:00, 10:00-12:00, 22:30-24:00'],
])('%s is read as %s', (given, text) => {
  expect(readHours(given)).toMatchObject({ text });
});

const example = 'Write hours like 09:30-13:00, 14:00-18:00';
test.each([
  ['morning', example],
  ['9', example],
  ['9-', example],
  ['9-10-11', example],
  ['09:60-10:00', example],
  ['24:01-24:30', example],
  ['09:00-25:00', example],
  ['18:00-09:00', '18:00-09:00 ends before it begins'],
  ['09:00-09:00', '09:00-09:00 ends before it begins'],
  ['9-14, 13-18', '09:00-14:00 and 13:00-18:00 overlap or are out of order'],
  ['14-18, 9-13', '14:00-18:00 and 09:00-13:00 overlap or are out of order'],
  ['6-7, 8-9, 10-11, 12-13', 'Enter at most 3 spans a day'],
])('%s is refused: %s', (given, message) => {
  expect(readHours(given)).toEqual({ message });
});

test('two sets of hours have in common what both have', () => {
  const [morning, day] = [
    [[540, 780]],
    [
      [570, 720],
      [750, 1_110],
    ],
  ] as const;
  expect(commonSpans(morning, day)).toEqual([
    [570, 720],
    [750, 780],
  ]);
  expect(commonSpans(day, [])).toEqual([]);
});

test('a week is told in short', () => {
  const [work, half] = ['09:30-18:30', '09:30-13:00'];
  expect(weekText([null, work, work, work, work, work, half])).toBe('Mon–Fri 09:30-18:30; Sat 09:30-13:00');
  expect(weekText([null, work, null, work, null, null, null])).toBe('Mon 09:30-18:30; Wed 09:30-18:30');
  expect(weekText(Array.from({ length: 7 }, () => '00:00-24:00'))).toBe('24 × 7');
  expect(weekText(Array.from({ length: 7 }, () => work))).toBe('Mon–Sun 09:30-18:30');
});
