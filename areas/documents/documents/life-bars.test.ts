import { expect, test } from 'vitest';
import { barOf, monthsOf } from './life-bars.rules.ts';

const today = '2026-11-24';

test('a document is drawn where it is valid on the axis of two years, and never wider than the axis', () => {
  expect(barOf({ validFrom: today, validUpto: '2027-11-24' }, today)).toEqual({ from: 50, to: 100 });
  expect(barOf({ validFrom: '2020-01-01', validUpto: '2036-01-01' }, today)).toEqual({ from: 0, to: 100 });
  expect(barOf({ validFrom: null, validUpto: '2026-05-25' }, today)).toEqual({ from: 0, to: expect.closeTo(24.9, 1) });
  expect(barOf({ validFrom: null, validUpto: null }, today)).toEqual({ from: 0, to: 100 });
});

test('one that ended before the axis, or begins behind it, is still seen', () => {
  expect(barOf({ validFrom: '2019-01-01', validUpto: '2020-01-01' }, today)).toEqual({ from: 0, to: 1 });
  expect(barOf({ validFrom: '2029-01-01', validUpto: '2030-01-01' }, today)).toEqual({ from: 99, to: 100 });
});

test('months stand apart from each other and from today, whatever the day', () => {
  for (const day of ['2026-01-01', '2026-11-24', '2028-02-29', '2026-12-31']) {
    const places = [...monthsOf(day).map(({ at }) => at), 50].toSorted((a, b) => a - b);
    const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
    expect(Math.min(...gaps), day).toBeGreaterThan(12);
  }
});
