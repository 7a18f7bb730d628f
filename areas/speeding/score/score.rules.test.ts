import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safetyScoreRule } from '#db/seed/safety-score-rule.ts';
import { harshEventsOf } from './harsh-events.store.ts';
import {
  addSums,
  daysOf,
  mondayOf,
  monthsTo,
  noSums,
  ruleOn,
  type ScoreRule,
  scoreOf,
  type ScoreSums,
} from './score.rules.ts';

const seeded = safetyScoreRule;
const rule: ScoreRule = {
  id: 'r',
  name: seeded.name,
  effectiveFrom: seeded.effective_from,
  minKm: 100,
  speedingWeight: seeded.speeding_weight,
  minorPoints: seeded.minor_points,
  majorPoints: seeded.major_points,
  criticalPoints: seeded.critical_points,
  brakingWeight: seeded.braking_weight,
  brakingPoints: seeded.braking_points,
  accelerationWeight: seeded.acceleration_weight,
  accelerationPoints: seeded.acceleration_points,
  corneringWeight: seeded.cornering_weight,
  corneringPoints: seeded.cornering_points,
};
const sums = (over: Partial<ScoreSums> = {}): ScoreSums => ({ ...noSums, distanceM: 212_400, ...over });
const count = fc.integer({ min: 0, max: 40 });
const anySums = fc
  .record({
    distanceM: fc.integer({ min: 0, max: 3_000_000 }),
    share: fc.integer({ min: 0, max: 100 }),
    minor: count,
    major: count,
    critical: count,
    waitingMinor: count,
    waitingMajor: count,
    waitingCritical: count,
    braking: count,
    acceleration: count,
    cornering: count,
  })
  .map(({ share, ...rest }): ScoreSums => ({ ...rest, measuredM: Math.floor((rest.distanceM * share) / 100) }));
const settings = { numRuns: 400, seed: 1_522 };

describe('the score of a period', () => {
  it('is worked out by hand from the numbers that are shown', () => {
    const detail = scoreOf(sums({ measuredM: 150_040, minor: 2, major: 1, braking: 3, cornering: 1 }), rule);
    const [speeding, braking, acceleration, cornering] = detail.parts;
    expect(speeding).toMatchObject({ km: 212.4, points: 14, score: 93.4 });
    expect(braking).toMatchObject({ km: 150, points: 15, score: 90 });
    expect(acceleration).toMatchObject({ points: 0, score: 100 });
    expect(cornering).toMatchObject({ points: 5, score: 96.7 });
    // (55 × 93.4 + 20 × 90 + 10 × 100 + 15 × 96.7) ÷ 100
    expect(detail.score).toBe(93.9);
  });

  it('leaves out what was not measured, so that it counts neither as perfect nor as bad', () => {
    const { parts, score } = scoreOf(sums({ minor: 10, critical: 2 }), rule);
    expect(parts.map(({ state }) => state)).toEqual(['MEASURED', 'NOT_MEASURED', 'NOT_MEASURED', 'NOT_MEASURED']);
    expect(score).toBe(parts[0]?.score);
  });

  it('is not there below the minimum distance, and neither is a part that was measured for less', () => {
    expect(scoreOf(sums({ distanceM: 99_940 }), rule).score).toBeNull();
    expect(scoreOf(sums({ distanceM: 99_960 }), rule).score).toBe(100);
    expect(scoreOf(sums({ measuredM: 40_000, braking: 9 }), rule)).toMatchObject({
      score: 100,
      parts: [{}, { state: 'TOO_LITTLE', score: null }, {}, {}],
    });
  });

  it('says what it would be if all that is awaiting review were confirmed', () => {
    expect(scoreOf(sums({ minor: 1, waitingMajor: 3 }), rule)).toMatchObject({
      score: scoreOf(sums({ minor: 1 }), rule).score,
      waiting: 3,
      scoreIfConfirmed: scoreOf(sums({ minor: 1, major: 3 }), rule).score,
    });
  });

  it('lies between 0 and 100', () => {
    fc.assert(
      fc.property(anySums, (any) => {
        const { score, parts } = scoreOf(any, rule);
        return [score, ...parts.map((part) => part.score)].every((one) => one === null || (one >= 0 && one <= 100));
      }),
      settings,
    );
    expect(scoreOf(sums({ critical: 500 }), rule).score).toBe(0);
  });

  it('never rises with another confirmed violation, nor falls with one fewer', () => {
    fc.assert(
      fc.property(anySums, fc.constantFrom('minor', 'major', 'critical' as const), (any, severity) => {
        const [before, after] = [scoreOf(any, rule), scoreOf({ ...any, [severity]: any[severity] + 1 }, rule)];
        expect(after.score === null).toBe(before.score === null);
        expect((after.score ?? 0) <= (before.score ?? 0)).toBe(true);
      }),
      settings,
    );
  });

  it('does not depend on how a period is split, nor on the order of its days', () => {
    fc.assert(
      fc.property(fc.array(anySums, { minLength: 1, maxLength: 12 }), fc.nat(), (days, cut) => {
        const all = (list: readonly ScoreSums[]) => list.reduce(addSums, noSums);
        const at = cut % days.length;
        const split = addSums(all(days.slice(at)), all(days.slice(0, at)));
        expect(scoreOf(split, rule)).toEqual(scoreOf(all(days), rule));
        expect(scoreOf(all(days.toReversed()), rule)).toEqual(scoreOf(all(days), rule));
      }),
      settings,
    );
  });
});

it('a period is scored by the rule of its last day', () => {
  const later = { ...rule, id: 'later', effectiveFrom: '2026-12-01' };
  const idOn = (day: string) => ruleOn([later, rule], day)?.id;
  expect([idOn('2026-11-30'), idOn('2026-12-01'), idOn('2010-01-01')]).toEqual(['r', 'later', 'r']);
});

it('months and weeks are those of the calendar', () => {
  expect(daysOf('2028-02', '2026-11-21')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(daysOf('2026-12', '2026-11-21')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(daysOf('LAST30', '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  expect(monthsTo('2026-02-10', 3)).toEqual(['2025-12', '2026-01', '2026-02']);
  expect(['2026-11-21', '2026-11-22', '2026-11-23'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-16', '2026-11-23']);
});

it('an alarm that a device repeats within seconds is one event; others are none', () => {
  const alarm = (s: number, ...names: string[]) => ({ at: s * 1_000, names, latE7: 0, lonE7: 0 });
  const found = harshEventsOf([
    alarm(20, 'CORNERING'),
    alarm(0, 'BRAKING'),
    alarm(4, 'BRAKING', 'SOS'),
    alarm(8, 'BRAKING'),
    alarm(9, 'ACCELERATION'),
    alarm(14, 'BRAKING'),
  ]);
  expect(found.map(({ kind, at }) => `${kind} ${at / 1_000}`)).toEqual([
    'BRAKING 0',
    'ACCELERATION 9',
    'BRAKING 14',
    'CORNERING 20',
  ]);
});
