import { expect, test } from 'vitest';
import { countedText, weekdayText } from './counted.rules.ts';

const words = {
  shut: 'Closed',
  minutes: (minutes: number) => `${minutes} min`,
  span: (from: string, until: string) => `${from} to ${until}`,
};
const span = (from: string, until: string) => ({ from, until });
const morning = span('2026-11-30T04:00:00Z', '2026-11-30T08:00:00Z');
const evening = span('2026-11-30T11:30:00.001Z', '2026-11-30T18:30:00Z');

test.each([
  [{ minutes: 240, holiday: null, spans: [morning] }, '09:30 to 13:30, 240 min'],
  [{ minutes: 660, holiday: null, spans: [morning, evening] }, '09:30 to 13:30, 17:00 to 24:00, 660 min'],
  [{ minutes: 0, holiday: null, spans: [] }, 'Closed'],
  [{ minutes: 0, holiday: 'Gandhi Jayanti', spans: [] }, 'Gandhi Jayanti'],
  [{ minutes: 240, holiday: 'Diwali', spans: [morning] }, 'Diwali · 09:30 to 13:30, 240 min'],
])('a day that counted %o is told as %s', (day, told) => {
  expect(countedText(day, words)).toBe(told);
});

test('a day is told with its day of the week', () => {
  expect(weekdayText('2026-11-30')).toBe('Mon 30 Nov');
});
