import { expect, test } from 'vitest';
import { countedText } from './minutes.web.ts';

test.each([
  [{ minutes: 125, holiday: null }, '2 h 5 min'],
  [{ minutes: 0, holiday: null }, 'Closed'],
  [{ minutes: 0, holiday: 'Gandhi Jayanti' }, 'Gandhi Jayanti'],
  [{ minutes: 210, holiday: 'Diwali' }, 'Diwali · 3 h 30 min'],
])('a day that counted %o is told as %s', (day, told) => {
  expect(countedText(day, 'Closed')).toBe(told);
});
