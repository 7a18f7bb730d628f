import { expect, test } from 'vitest';
import { judgeFix } from './fix.ts';

const now = Date.UTC(2026, 10, 22, 4);
const good = { time: now, lat: 23, lon: 72, valid: true, satellites: 9, hdop: 1 };

test('a fix is unfit for one reason, and otherwise fit', () => {
  expect(judgeFix(good, now)).toBeNull();
  expect(judgeFix({ ...good, satellites: null, hdop: null }, now)).toBeNull();
  expect(judgeFix({ ...good, time: now + 300_000 }, now)).toBeNull();
  const reasons = [
    judgeFix({ ...good, valid: false }, now),
    judgeFix({ ...good, lat: 0, lon: 0 }, now),
    judgeFix({ ...good, lat: 90.1 }, now),
    judgeFix({ ...good, lon: Number.NaN }, now),
    judgeFix({ ...good, time: Date.UTC(1999, 10, 30) }, now),
    judgeFix({ ...good, time: Number.NaN }, now),
    judgeFix({ ...good, time: now + 300_001 }, now),
    judgeFix({ ...good, time: now - 1_024 * 7 * 86_400_000 + 3_600_000 }, now),
    judgeFix({ ...good, satellites: 3 }, now),
    judgeFix({ ...good, hdop: 6.1 }, now),
  ];
  expect(reasons).toEqual([
    'invalid',
    'nowhere',
    'off the earth',
    'off the earth',
    'no clock',
    'no clock',
    'future',
    'week rollover',
    'few satellites',
    'diluted',
  ]);
});
