import { expect, test } from 'vitest';
import { randomFrom } from '../simulator/random.ts';
import { findEpisodes } from './episodes.ts';
import { correctedKmh } from './evidence.ts';
import {
  type AppliedLimit,
  severityOf,
  type SpeedFix,
  type SpeedRules,
  statutoryKmh,
  thresholdKmh,
} from './speed-fix.ts';

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
const sixty: AppliedLimit = { limitKmh: 60, source: 'RULE', ruleId: 'r1', version: 2, isProof: true };
const start = Date.UTC(2026, 10, 2, 5, 0, 0);

type Change = Partial<Omit<SpeedFix, 'road'>> & { road?: Partial<NonNullable<SpeedFix['road']>> | null };
/** Fixes at some speeds on one road, with good reception. */
function driven(speeds: readonly number[], everyS: number, change: (at: number) => Change = () => ({})): SpeedFix[] {
  let alongM = 0;
  return speeds.map((speedKmh, at) => {
    const { road, ...rest } = change(at);
    const fix: SpeedFix = {
      time: start + at * everyS * 1000,
      latE7: 185_000_000 + at,
      lonE7: 738_000_000,
      speedKmh,
      accuracyM: 4,
      satellites: 11,
      hdop: 0.9,
      road:
        road === null
          ? null
          : {
              piece: 0,
              alongM,
              roadId: 'nh48',
              offsetM: alongM,
              forward: true,
              confidence: 1,
              covered: false,
              ...road,
            },
      limit: sixty,
      highestNearbyKmh: null,
      ...rest,
    };
    alongM += (speedKmh / 3.6) * everyS;
    return fix;
  });
}
const steady = (kmh: number, seconds: number, everyS: number): number[] =>
  Array.from({ length: Math.floor(seconds / everyS) + 1 }, () => kmh);

test('two minutes at 75 under a limit of 60 are one episode with evidence', () => {
  const [episode, ...more] = findEpisodes(
    driven([...steady(58, 20, 5), ...steady(75, 120, 5), ...steady(55, 20, 5)], 5),
    rules,
  );
  expect(more).toEqual([]);
  expect(episode).toMatchObject({
    limit: sixty,
    thresholdKmh: 63,
    peakKmh: 75,
    meanKmh: 75,
    fixes: 25,
    severity: 'MAJOR',
    confidence: 1,
  });
  expect(((episode?.toAt ?? 0) - (episode?.fromAt ?? 0)) / 1000).toBe(120);
  expect(episode?.lengthM).toBeCloseTo(2_500, 0);
  expect(episode?.segments).toEqual([
    { roadId: 'nh48', forward: true, fromM: expect.closeTo(402.8, 0), toM: expect.closeTo(2902.8, 0) },
  ]);
  expect(episode?.evidence).toMatchObject({
    fixes: 25,
    correctedMeanKmh: 72,
    pathKmh: expect.closeTo(75, 5),
    confidence: 1,
  });
});

test('tolerance of the law and own buffer are apart, and the greater of both decides', () => {
  expect([thresholdKmh(60, rules), statutoryKmh(60, rules)]).toEqual([63, 63]);
  expect(thresholdKmh(60, { ...rules, companyBufferKmh: 10 })).toBe(70);
  expect(thresholdKmh(120, { ...rules, companyBufferKmh: 5 })).toBe(126);
  expect(findEpisodes(driven(steady(69, 120, 5), 5), { ...rules, companyBufferKmh: 10 })).toEqual([]);
  expect([correctedKmh(80), correctedKmh(120)]).toEqual([77, expect.closeTo(116.4, 6)]);
  expect([4.9, 5, 10, 20].map((over) => severityOf(over, rules))).toEqual(['NONE', 'MINOR', 'MAJOR', 'CRITICAL']);
});

test('a moment above the limit, or two fixes, are nothing', () => {
  expect(findEpisodes(driven([58, 80, 80, 58, 58, 58, 58], 5), rules)).toEqual([]);
  expect(findEpisodes(driven([80, 80], 30), rules)).toEqual([]);
  expect(findEpisodes([], rules)).toEqual([]);
});

test('one slow fix amid does not end an episode, two do; what came down at the end is no part of it', () => {
  const one = findEpisodes(driven([...steady(75, 60, 5), 50, ...steady(75, 60, 5), 61.5, 61.5], 5), rules);
  expect(one.map(({ fixes }) => fixes)).toEqual([27]);
  const two = findEpisodes(driven([...steady(75, 60, 5), 50, 50, ...steady(75, 60, 5)], 5), rules);
  expect(two.map(({ fixes }) => fixes)).toEqual([13, 13]);
});

test('silence and another limit end an episode', () => {
  const silent = driven(steady(75, 120, 5), 5).map((fix, at) => (at < 12 ? fix : { ...fix, time: fix.time + 90_000 }));
  expect(findEpisodes(silent, rules)).toHaveLength(2);
  const newer = driven(steady(75, 120, 5), 5, (at) => (at < 12 ? {} : { limit: { ...sixty, version: 3 } }));
  expect(findEpisodes(newer, rules).map(({ limit }) => limit.version)).toEqual([2, 3]);
});

test.each([
  ['the receiver saw few satellites', { satellites: 6 }, 'RECEPTION'],
  ['the device does not say how exact it is', { hdop: null }, 'RECEPTION'],
  ['the road is not sure', { road: { confidence: 0.98 } }, 'UNSURE_ROAD'],
  ['it was in a tunnel', { road: { covered: true } }, 'COVERED'],
  ['the limit is a hint of a map', { limit: { ...sixty, source: 'OSM', isProof: false } }, 'NO_PROOF_LIMIT'],
  ['a road beside allows more', { highestNearbyKmh: 80 }, 'NEARBY_LIMIT_HIGHER'],
] as const)('it goes to review when %s', (_, change, gate) => {
  const [episode] = findEpisodes(
    driven(steady(75, 120, 5), 5, () => change),
    rules,
  );
  expect(episode?.evidence).toBeNull();
  expect(episode?.refused[gate]).toBeGreaterThan(0);
});

test('speeds that the way on the road does not bear out are no evidence', () => {
  const slow = driven(steady(75, 120, 5), 5).map((fix, at) => ({
    ...fix,
    road: fix.road && { ...fix.road, alongM: at * 5 * (55 / 3.6) },
  }));
  const [episode] = findEpisodes(slow, rules);
  expect(episode?.evidence).toBeNull();
  expect(episode?.refused.PATH_SLOWER).toBeGreaterThan(0);
});

test('after a limit has dropped there are 100 m and 5 s to slow down', () => {
  const eighty: AppliedLimit = { ...sixty, limitKmh: 100, ruleId: 'r0' };
  const drive = (seconds: number): SpeedFix[] =>
    driven(steady(75, 60 + seconds, 1), 1, (at) => (at < 60 ? { limit: eighty } : {}));
  expect(findEpisodes(drive(34), rules).map(({ evidence }) => evidence)).toEqual([null]);
  const [long] = findEpisodes(drive(60), rules);
  expect(long?.refused.LIMIT_DROPPED).toBe(5);
  expect(long?.evidence?.fromAt).toBe((long?.fromAt ?? 0) + 5_000);
});

test('a fix that nobody drives is left out', () => {
  const wild = driven(steady(75, 120, 5), 5, (at) => (at === 9 ? { speedKmh: 230 } : {}));
  expect(findEpisodes(wild, rules)[0]).toMatchObject({ peakKmh: 75, fixes: 24 });
  const nowhere = driven(steady(75, 120, 5), 5, () => ({ road: null, limit: null }));
  expect(findEpisodes(nowhere, rules)).toEqual([]);
});

test('the same fixes and rules give the same hash in any order, and any change of them another', () => {
  const random = randomFrom(3);
  const fixes = driven(steady(75, 120, 5), 5);
  const [episode] = findEpisodes(fixes, rules);
  for (let turn = 0; turn < 20; turn += 1) {
    const shuffled = [...fixes, ...fixes].map((fix) => ({ fix, key: random() })).toSorted((a, b) => a.key - b.key);
    expect(
      findEpisodes(
        shuffled.map(({ fix }) => fix),
        rules,
      ),
    ).toEqual([episode]);
  }
  const others = [
    findEpisodes(fixes, { ...rules, minPoints: 4 }),
    findEpisodes(
      fixes.map((fix) => ({ ...fix, limit: { ...sixty, version: 3 } })),
      rules,
    ),
    findEpisodes(
      fixes.map((fix, at) => (at === 4 ? { ...fix, speedKmh: 75.01 } : fix)),
      rules,
    ),
  ];
  const hashes = [episode, ...others.map(([one]) => one)].map((one) => one?.hash);
  expect(new Set(hashes).size).toBe(4);
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
});

test('an exempt vehicle, or a device without a valid certificate or whose clock is off, never gives evidence, and is known by another hash', () => {
  const fixes = driven(
    Array.from({ length: 24 }, () => 75),
    5,
  );
  const [sound] = findEpisodes(fixes, rules);
  expect(sound?.evidence).not.toBeNull();
  const hashes = new Set([sound?.hash]);
  for (const [witness, gate] of [
    [{ isCalibrated: false, isExempt: false, clock: 'RIGHT' }, 'CALIBRATION'],
    [{ isCalibrated: true, isExempt: true, clock: 'RIGHT' }, 'EXEMPT'],
    [{ isCalibrated: false, isExempt: true, clock: 'RIGHT' }, 'EXEMPT'],
    [{ isCalibrated: true, isExempt: false, clock: 'UNSURE' }, 'CLOCK'],
  ] as const) {
    const [one] = findEpisodes(fixes, rules, witness);
    expect(one).toMatchObject({ evidence: null, refused: { [gate]: 24 }, peakKmh: 75 });
    hashes.add(one?.hash);
  }
  expect(hashes.size).toBe(5);
  // Where nobody noted the clock it decides nothing, and what was judged before is known by the hash that it always had.
  const unasked = findEpisodes(fixes, rules, { isCalibrated: true, isExempt: false, clock: 'NOT_ASKED' });
  expect(unasked[0]?.hash).toBe(sound?.hash);
});
