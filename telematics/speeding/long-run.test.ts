import { expect, test } from 'vitest';
import { randomFrom } from '../simulator/random.ts';
import { findEpisodes } from './episodes.ts';
import type { SpeedFix, SpeedRules } from './speed-fix.ts';

const rules: SpeedRules = {
  statutoryTolerancePct: 5,
  companyBufferKmh: 0,
  minDurationS: 15,
  minPoints: 3,
  maxAccuracyM: 30,
  maxPlausibleKmh: 180,
  gapS: 60,
  minorFromKmh: 5,
  majorFromKmh: 10,
  criticalFromKmh: 20,
};

/** Fixes of a driver who keeps one speed; the receiver's speed is off by `sigmaKmh`, its place along the road by 4 m. */
function drive(
  random: () => number,
  limitKmh: number,
  trueKmh: number,
  seconds: number,
  everyS: number,
  sigmaKmh: number,
): SpeedFix[] {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const limit = { limitKmh, source: 'RULE', ruleId: 'r1', version: 1, isProof: true };
  return Array.from({ length: Math.floor(seconds / everyS) + 1 }, (_, at): SpeedFix => {
    const alongM = (trueKmh / 3.6) * at * everyS + 4 * normal();
    return {
      time: 1_700_000_000_000 + at * everyS * 1000,
      latE7: at,
      lonE7: 0,
      speedKmh: trueKmh + sigmaKmh * normal(),
      accuracyM: 4,
      satellites: 10,
      hdop: 1,
      road: { piece: 0, alongM, roadId: 'r', offsetM: alongM, forward: true, confidence: 1, covered: false },
      limit,
      highestNearbyKmh: null,
    };
  });
}

const evidence = (fixes: readonly SpeedFix[]): number =>
  findEpisodes(fixes, rules).filter((episode) => episode.evidence).length;

test('3,000 hours exactly at the limit and the tolerance of the law, measured with 1.5 km/h of noise, give no evidence', () => {
  const random = randomFrom(2026);
  let found = 0;
  const kinds = [
    [60, 5],
    [80, 10],
    [100, 5],
    [50, 2],
  ] as const;
  for (let hour = 0; hour < 3_000; hour += 1) {
    const [limitKmh, everyS] = kinds[hour % kinds.length] ?? [60, 5];
    found += evidence(drive(random, limitKmh, limitKmh * 1.05, 3_600, everyS, 1.5));
  }
  expect(found).toBe(0);
});

test('runs of two minutes at 15 per cent above the limit are found', () => {
  const random = randomFrom(7);
  for (const [limitKmh, everyS] of [
    [60, 5],
    [80, 5],
    [60, 10],
    [60, 1],
  ] as const) {
    let found = 0;
    for (let run = 0; run < 500; run += 1)
      found += Math.min(1, evidence(drive(random, limitKmh, limitKmh * 1.15, 120, everyS, 1.5)));
    expect(found / 500, `${limitKmh} km/h, a fix each ${everyS} s`).toBeGreaterThanOrEqual(0.99);
  }
});
