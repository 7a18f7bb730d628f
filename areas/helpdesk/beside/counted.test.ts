import { expect, test } from 'vitest';
import { countedText } from './counted.rules.ts';

test.each([
  [{ minutes: 125, holiday: null }, '125 min'],
  [{ minutes: 0, holiday: null }, 'Closed'],
  [{ minutes: 0, holiday: 'Gandhi Jayanti' }, 'Gandhi Jayanti'],
  [{ minutes: 210, holiday: 'Diwali' }, 'Diwali · 210 min'],
])('a day that counted %o is told as %s', (day, told) => {
  expect(countedText(day, 'Closed', (minutes) => `${minutes} min`)).toBe(told);
});
