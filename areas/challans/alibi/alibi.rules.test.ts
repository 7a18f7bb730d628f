import { describe, expect, it } from 'vitest';
import { judgeAlibi, type Question, type SentFix, uncertaintyOf } from './alibi.rules.ts';

/** 27 Nov 2026, 14:35 in India. */
const at = Date.parse('2026-11-27T09:05:00Z');
const place = { lat: 18.52, lon: 73.85, radiusM: 50 };
const degreeM = 111_195;
const minute = 60_000;
/** A position so many metres north of the place, so many minutes after the time that is asked for. */
const fix = (minutes: number, northM: number, more: Partial<SentFix> = {}): SentFix => ({
  at: at + minutes * minute,
  lat: place.lat + northM / degreeM,
  lon: place.lon,
  speedKmh: 40,
  accuracyM: 10,
  satellites: 11,
  hdop: 0.9,
  device: 'A',
  ...more,
});
/** One each minute, so many metres from the place. */
const steady = (fromMin: number, toMin: number, northM: (minutes: number) => number, more: Partial<SentFix> = {}) =>
  Array.from({ length: toMin - fromMin + 1 }, (_, index) => fix(fromMin + index, northM(fromMin + index), more));
const judge = (fixes: readonly SentFix[], more: Partial<Question> = {}) =>
  judgeAlibi({
    place,
    from: at,
    to: at,
    toleranceMs: 5 * minute,
    clockMs: 10_000,
    fastestKmh: 160,
    fixes,
    ...more,
  });
const said = (fixes: readonly SentFix[], more: Partial<Question> = {}) => {
  const { conclusion, reason, mayBeCopied } = judge(fixes, more);
  return [conclusion, reason, mayBeCopied];
};

describe('a vehicle far away', () => {
  it('could not have been there: by so much, with the two positions and the speed that it would have needed', () => {
    const found = judge([fix(-20, 120_000), fix(20, 120_000)]);
    expect([found.conclusion, found.mayBeCopied]).toEqual(['ELSEWHERE', true]);
    // There and back again in 40 minutes: 119.94 km each way.
    expect(found.neededKmh).toBeCloseTo((2 * 119.94) / (40 / 60), 0);
    // At 160 km/h it gets 53.3 km towards the place in 20 minutes.
    expect(found.clearM).toBeCloseTo(119_940 - 53_333, -2);
    expect([found.before?.at, found.after?.at]).toEqual([at - 20 * minute, at + 20 * minute]);
    expect(found.leastM).toBe(found.clearM);
    expect(found.mostM ?? 0).toBeGreaterThan(120_000);
  });

  it('is proven by a position at the very second, and by one that stands a kilometre away all the time', () => {
    expect(said([fix(-10, 20_000), fix(0, 20_000), fix(10, 20_000)])).toEqual(['ELSEWHERE', null, true]);
    const found = judge(steady(-10, 10, () => 3_000));
    expect(found.conclusion).toBe('ELSEWHERE');
    expect(found.likelyM).toBeCloseTo(3_000, 0);
  });

  it('is not proven when the margin, the tolerance, the clock or an hour in which it happened leave room', () => {
    const drive = [fix(-15, 60_000), fix(15, 60_000)];
    // 39.95 km of 60 can be driven in 15 minutes at 160 km/h: with nothing else it is proven.
    expect(said(drive)).toEqual(['ELSEWHERE', null, true]);
    expect(said(drive, { fastestKmh: 250 })).toEqual(['CANNOT_TELL', 'GAP', false]);
    // 10 km away and back within the hour.
    const hour = [fix(-5, 10_000), fix(30, 10_000), fix(65, 10_000)];
    expect(said(hour, { toleranceMs: 0 })).toEqual(['CANNOT_TELL', 'GAP', false]);
    const away = steady(-5, 5, (minutes) => 2_900 + Math.abs(minutes) * 2_000);
    expect(said(away, { toleranceMs: 0, clockMs: 0 })).toEqual(['ELSEWHERE', null, true]);
    // It was at the place four minutes later: a clock that is five minutes off may mean just then.
    const later = steady(-5, 10, (minutes) => Math.max(0, 4 - minutes) * 2_000);
    expect(said(later, { toleranceMs: 0, clockMs: 0 })).toEqual(['ELSEWHERE', null, true]);
    expect(said(later, { toleranceMs: 0, clockMs: 5 * minute })).toEqual(['THERE', null, false]);
    expect(said(later, { toleranceMs: 4 * minute, clockMs: 0 })).toEqual(['THERE', null, false]);
  });

  it('is proven over midnight of India as at any other time', () => {
    const midnight = Date.parse('2026-11-26T18:30:00Z');
    const fixes = [fix(0, 80_000, { at: midnight - 2 * minute }), fix(0, 80_000, { at: midnight + 3 * minute })];
    expect(said(fixes, { from: midnight, to: midnight })).toEqual(['ELSEWHERE', null, true]);
    expect(judge(fixes, { from: midnight, to: midnight }).before?.at).toBe(midnight - 2 * minute);
  });
});

describe('a vehicle at the place or near it', () => {
  it('was there by a position, or by the straight way between two that follow each other closely', () => {
    expect(said([fix(-1, 900), fix(0, 40), fix(1, 900)])).toEqual(['THERE', null, false]);
    expect(said([fix(-0.5, -500), fix(0.5, 500)])).toEqual(['THERE', null, false]);
    // Ten minutes apart nobody knows which way it went.
    expect(said([fix(-5, -5_000), fix(5, 5_000)])).toEqual(['CANNOT_TELL', 'GAP', false]);
  });

  it('was near when it could have been there but no position says so', () => {
    const found = judge([fix(-4, 1_200), fix(4, 1_200)]);
    expect([found.conclusion, found.reason]).toEqual(['NEAR', 'CLOSE']);
    expect(found.nearest?.metres).toBeCloseTo(1_200, 0);
    // 200 m away in each second: not there, and not far enough for proof.
    const beside = Array.from({ length: 41 }, (_, index) => fix((index - 20) / 60, 200));
    expect(said(beside, { toleranceMs: 0, clockMs: 0 })).toEqual(['NEAR', 'CLOSE', false]);
  });

  it('is not said to have been there by a position that is too inaccurate for it', () => {
    const poor = { accuracyM: 2_000 };
    expect(said(steady(-6, 6, () => 1_900, poor))).toEqual(['CANNOT_TELL', 'INACCURATE', false]);
    expect(said(steady(-6, 6, () => 30_000, poor))).toEqual(['ELSEWHERE', null, true]);
  });
});

describe('a device that says little', () => {
  it('was silent: nothing is concluded from positions long before and after', () => {
    expect(said([fix(-90, 30_000), fix(120, 30_000)])).toEqual(['NO_DATA', 'SILENT', false]);
    expect(said([fix(-90, 0), fix(120, 0)])).toEqual(['NO_DATA', 'SILENT', false]);
    expect(said([])).toEqual(['NO_DATA', 'SILENT', false]);
    expect(judge([]).before).toBeNull();
    // So far away that even hours are not enough.
    expect(said([fix(-90, 900_000), fix(120, 900_000)])).toEqual(['ELSEWHERE', null, true]);
  });

  it('with positions on one side only it is proven only by what cannot be reached from there', () => {
    expect(said([fix(-10, 90_000), fix(-3, 90_000)])).toEqual(['ELSEWHERE', null, true]);
    expect(judge([fix(-3, 90_000)]).after).toBeNull();
    expect(said([fix(3, 90_000)])).toEqual(['ELSEWHERE', null, true]);
    expect(said([fix(-10, 20_000)])).toEqual(['CANNOT_TELL', 'ONE_SIDE', false]);
    expect(said([fix(10, 20_000)])).toEqual(['CANNOT_TELL', 'ONE_SIDE', false]);
  });

  it('is taken at its word for its accuracy, and for a poor one where it says nothing', () => {
    const none = { accuracyM: null, hdop: null, satellites: null };
    expect(uncertaintyOf({ ...none, accuracyM: 3 })).toBe(10);
    expect(uncertaintyOf({ ...none, accuracyM: 35 })).toBe(35);
    expect(uncertaintyOf({ ...none, hdop: 2 })).toBe(16);
    expect([12, 6, 4, 3].map((satellites) => uncertaintyOf({ ...none, satellites }))).toEqual([15, 30, 60, 150]);
    expect(uncertaintyOf(none)).toBe(100);
  });
});

describe('positions that cannot be true', () => {
  it('a jump there and back is left out: it neither proves that it was there nor that it was elsewhere', () => {
    const there = steady(-6, 6, (minutes) => (minutes === 0 ? 0 : 90_000));
    const found = judge(there);
    expect([found.conclusion, found.jumps]).toEqual(['ELSEWHERE', 1]);
    const away = judge(steady(-6, 6, (minutes) => (minutes === 0 ? 90_000 : 20)));
    expect([away.conclusion, away.jumps, away.mayBeCopied]).toEqual(['THERE', 1, false]);
  });

  it('two places at once contradict each other and prove nothing, whether one device sends them or two', () => {
    const both = [...steady(-6, 6, () => 90_000), ...steady(-6, 6, () => 500, { device: 'B' })].map((one, index) => ({
      ...one,
      at: one.at + index,
    }));
    expect(said(both)).toEqual(['CANNOT_TELL', 'CONTRADICTORY', true]);
    // Suddenly elsewhere, and it stays there.
    expect(said(steady(-8, 8, (minutes) => (minutes < -2 ? 0 : 400_000)))).toEqual([
      'CANNOT_TELL',
      'CONTRADICTORY',
      true,
    ]);
    // Long before that time it says nothing against it.
    const early = [...steady(-90, -80, () => 0), ...steady(-79, 8, () => 400_000)];
    expect(said(early)).toEqual(['ELSEWHERE', null, true]);
  });

  it('a pair that was driven faster than is assumed does not prove by itself that it was elsewhere', () => {
    // 190 km/h between two positions, past the place.
    const drive = [fix(-5, -15_900), fix(5, 15_900)];
    expect(said(drive, { fastestKmh: 160 })).toEqual(['CANNOT_TELL', 'GAP', false]);
  });
});
