import { expect, it } from 'vitest';
import { gates } from '../violation-answers.contract.ts';
import { checksOf } from './checks.web.ts';
import { lookedTrack } from './looked-track.web.ts';
import { drawnOf, trackFeatures } from './track-features.web.ts';

const begin = Date.parse('2026-11-21T06:00:00Z');
/** Positions to the east, one each five seconds unless told otherwise: `limit`, and whether they were counted. */
const track = (fixes: readonly { limit: number | null; within?: boolean; matched?: boolean; s?: number }[]) =>
  fixes.map(({ limit, within = false, matched = true, s }, at) => ({
    at: new Date(begin + (s ?? at * 5) * 1_000).toISOString(),
    lat: 18.5,
    lon: 73.8 + at / 1_000,
    matchedLat: matched ? 18.5 : null,
    matchedLon: matched ? 73.8 + at / 1_000 : null,
    speedKmh: 83,
    limitKmh: limit,
    road: 'NH48',
    confidence: 1,
    within,
  }));
const looked = (fixes: Parameters<typeof track>[0]) => lookedTrack({ track: track(fixes), lat: 18.5, lon: 73.8 });

it('a sign stands where a limit begins, also behind a stretch without one', () => {
  const found = looked([{ limit: 80 }, { limit: 80 }, { limit: null }, { limit: 80 }, { limit: 60 }, { limit: 80 }]);
  expect(found.signs).toEqual([0, 4, 5]);
  expect(found.limits).toEqual([60, 80]);
  expect(found.corrected[0]).toBe(80);
});

it('a silence breaks the line, on the map and in the chart', () => {
  const fixes = [{ limit: 80 }, { limit: 80 }, { limit: 80, s: 60 }, { limit: 80, s: 65 }];
  const found = looked(fixes);
  expect(found.gaps).toEqual([0, 0, 1, 0]);
  const lines = trackFeatures(found).features.filter(({ properties }) => properties?.['kind'] === 'raw');
  expect(lines).toHaveLength(2);
  // Devices that report each half minute are not silent all the time.
  expect(looked([0, 30, 60, 90].map((s) => ({ limit: 80, s }))).gaps).toEqual([0, 0, 0, 0]);
});

it('the matched line changes with the limit, ends where no road is known, and what was counted lies over it', () => {
  const { features } = trackFeatures(
    looked([
      { limit: 80 },
      { limit: 80, within: true },
      { limit: 60, within: true },
      { limit: 60, matched: false },
      { limit: 60 },
    ]),
  );
  const of = (kind: string) => features.filter(({ properties }) => properties?.['kind'] === kind);
  expect(of('matched').map(({ properties }) => properties?.['limit'])).toEqual([1, 0]);
  expect(of('over')).toHaveLength(1);
  expect(of('fix')).toHaveLength(5);
});

it('a limit of which only a way over it is drawn, or none, is not among the signs of the map', () => {
  const over = { limit: 80, within: true };
  expect(drawnOf(looked([{ limit: 40 }, over, over]))).toEqual({ limits: [80], isOver: true });
  expect(drawnOf(looked([over, over, { ...over, s: 600 }]))).toEqual({ limits: [], isOver: true });
  expect(drawnOf(looked([{ limit: 40 }, { limit: 40 }, { limit: 80, matched: false }]))).toEqual({
    limits: [40],
    isOver: false,
  });
});

it('every check is told of once: passed, failed, or not reached because none were left', () => {
  const checks = checksOf({ fixes: 10, evidence: null, refused: [{ gate: 'UNSURE_ROAD', fixes: 10 }], notChecked: [] });
  expect(checks.map(({ gate }) => gate).toSorted()).toEqual([...gates].toSorted());
  expect(checks.filter(({ state }) => state === 'PASSED').map(({ gate }) => gate)).toEqual([
    'EXEMPT',
    'CALIBRATION',
    'CLOCK',
    'NO_SPEED',
    'RECEPTION',
    'NO_ROAD',
  ]);
  expect(checks.filter(({ state }) => state === 'FAILED')).toEqual([
    { gate: 'UNSURE_ROAD', failed: 10, state: 'FAILED' },
  ]);
  const evidence = { fromAt: '', toAt: '', fixes: 8, correctedMeanKmh: 90, pathKmh: 90, confidence: 1 };
  const proven = checksOf({ fixes: 10, evidence, refused: [{ gate: 'LIMIT_DROPPED', fixes: 2 }], notChecked: [] });
  expect(proven.filter(({ state }) => state !== 'PASSED')).toEqual([
    { gate: 'LIMIT_DROPPED', failed: 2, state: 'SOME' },
  ]);
});

it('a check that there was not yet when it was judged is not told of as passed', () => {
  const checks = checksOf({ fixes: 10, evidence: null, refused: [], notChecked: ['CALIBRATION', 'GEOFENCE_LIMITS'] });
  expect(checks.filter(({ state }) => state === 'NOT_CHECKED').map(({ gate }) => gate)).toEqual(['CALIBRATION']);
});
