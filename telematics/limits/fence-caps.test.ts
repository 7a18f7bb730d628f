import { expect, test } from 'vitest';
import { type CapFence, capsOfFences } from './fence-caps.ts';
import { type ResolvedLimit, withCaps } from './resolve.ts';

const friday = Date.UTC(2026, 10, 27, 6, 30);
const fence = (id: string, limitKmh: number, change: Partial<CapFence> = {}): CapFence => ({
  id,
  version: 1,
  limitKmh,
  shape: { kind: 'CIRCLE', points: [18.5, 73.8], widthM: 500 },
  schedule: null,
  since: 0,
  ...change,
});

test('limits of geofences hold inside, at their hours, and since they are there', () => {
  const capsAt = capsOfFences([
    fence('always', 40),
    fence('night', 30, { schedule: { days: [], from: 22 * 60, to: 5 * 60 } }),
    fence('later', 20, { since: friday + 1 }),
  ]);
  const ids = (lat: number, at: number) =>
    capsAt(lat, 73.8, at)
      .map(({ id }) => id)
      .toSorted();
  expect(ids(18.5, friday)).toEqual(['always']);
  expect(ids(18.51, friday)).toEqual([]);
  expect(ids(18.5, friday + 1)).toEqual(['always', 'later']);
  expect(ids(18.5, Date.UTC(2026, 10, 26, 18, 0))).toEqual(['always', 'night']);
  expect(capsOfFences([])(18.5, 73.8, friday)).toEqual([]);
});

test('the lowest of them lowers a limit, and none raises it or makes one', () => {
  const limit: ResolvedLimit = { limitKmh: 50, source: 'RULE', ruleId: 'r', version: 3, capped: false };
  const caps = [fence('b', 40), fence('a', 40), fence('c', 60)];
  expect(withCaps(limit, caps)).toEqual({ limitKmh: 40, source: 'GEOFENCE', ruleId: 'a', version: 1, capped: true });
  expect(withCaps(limit, [fence('c', 60)])).toBe(limit);
  expect(withCaps({ ...limit, limitKmh: null, source: 'NONE' }, caps).limitKmh).toBeNull();
});
