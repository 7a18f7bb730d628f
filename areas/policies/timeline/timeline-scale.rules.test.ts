import { expect, test } from 'vitest';
import type { CoverLineAnswer } from './timeline.contract.ts';
import { marksOf, scaleOf } from './timeline-scale.rules.ts';

const line = (from: string, to: string): CoverLineAnswer => ({
  kind: 'TP',
  covers: [{ policyId: 'a', from, to, days: 365 }],
  gaps: [],
  overlaps: [],
  coveredDays: 365,
  gapDays: 0,
  overlapDays: 0,
});

test('a day is as wide everywhere, and covers, today and what is to come are within', () => {
  const scale = scaleOf([line('2024-01-01', '2024-12-31'), line('2026-06-01', '2027-05-31')], '2026-11-21');
  const width = (from: string, to: string) => scale.at(to) - scale.at(from);
  expect(width('2024-01-01', '2024-01-02')).toBeCloseTo(width('2027-05-01', '2027-05-02'), 9);
  for (const day of ['2024-01-01', '2026-11-21', '2027-06-01']) {
    expect(scale.at(day)).toBeGreaterThan(0);
    expect(scale.at(day)).toBeLessThan(100);
  }
});

test('years are marked, with few of them halves, and none that would not fit', () => {
  const labels = (from: string, to: string, today: string) =>
    marksOf(scaleOf([line(from, to)], today)).map((one) => one.label);
  expect(labels('2025-11-22', '2026-11-21', '2026-11-21')).toEqual(['2026', '07/2026']);
  expect(labels('2010-01-01', '2010-12-31', '2026-11-21').length).toBeLessThanOrEqual(9);
});
