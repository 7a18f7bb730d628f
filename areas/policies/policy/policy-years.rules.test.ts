import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#kit/contract/days.ts';
import { idvFor, ncbFor, type LadderStep, wholeYears } from '../premium/premium.rules.ts';
import { periodEnd } from '../renewal/renewal.rules.ts';
import { linesOf } from '../timeline/timeline.rules.ts';
import { coversOf, type DatedPolicy, gapBefore, renewedCovers, stateOn } from './policy-state.rules.ts';

const step = (ladder: LadderStep['ladder'], at: number, percent: number): LadderStep => ({
  ladder,
  step: at,
  percent,
  effectiveFrom: '2000-01-01',
});
const ncbLadder = [0, 20, 25, 35, 45, 50].map((percent, at) => step('NCB', at, percent));
const idvLadder = (
  [
    [6, 5],
    [12, 15],
    [24, 20],
    [36, 30],
    [48, 40],
    [60, 50],
  ] as const
).map(([months, percent]) => step('IDV', months, percent));
const policy = (id: string, from: string, to: string, more: Partial<DatedPolicy> = {}): DatedPolicy => ({
  id,
  issued: true,
  live: true,
  odFrom: from,
  odTo: to,
  tpFrom: from,
  tpTo: to,
  cancelledOn: null,
  previousPolicyId: null,
  ...more,
});

/** The same numbers on every run. */
function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % most;
  };
}

interface Year {
  policies: (DatedPolicy & { ncbPercent: number; hasClaim: boolean })[];
}
/** Twenty years of a vehicle: renewed in time, late, after a gap, cancelled, with claims. */
function simulate(seed: number): Year {
  const next = seeded(seed);
  const policies: Year['policies'] = [];
  let from = addDays('2004-02-25', next(40));
  for (let at = 0; at < 20; at += 1) {
    const before = policies.at(-1);
    const { percent } = ncbFor(from, before && { ...before, protectsNcb: false }, ncbLadder);
    const to = periodEnd(from, 1);
    const cancelledOn = next(12) === 0 ? addDays(from, next(300)) : null;
    policies.push({
      ...policy(`${seed}-${at}`, from, to, { cancelledOn, previousPolicyId: before?.id ?? null }),
      ncbPercent: percent,
      hasClaim: next(5) === 0,
    });
    const end = cancelledOn === null ? to : addDays(cancelledOn, -1);
    const wait = next(4) === 0 ? ([1, 60, 90, 91, 100, 400][next(6)] ?? 1) : 1;
    from = addDays(end, wait);
  }
  return { policies };
}

describe('over simulated years', () => {
  const lives = Array.from({ length: 60 }, (_, seed) => simulate(seed + 1));

  test('covers of one kind never overlap, and every day is covered or in a gap', () => {
    for (const { policies } of lives)
      for (const line of linesOf(policies, '2030-01-01')) {
        expect(line.overlapDays).toBe(0);
        const first = line.covers[0]?.from ?? '';
        const last = [line.covers.at(-1)?.to ?? '', '2030-01-01'].sort().at(-1) ?? '';
        expect(line.coveredDays + line.gapDays).toBe(daysBetween(first, last) + 1);
      }
  });

  test('the bonus goes up one step, stays, or is lost, and says why', () => {
    const rungs = ncbLadder.map(({ percent }) => percent);
    for (const { policies } of lives)
      policies.forEach((one, at) => {
        const before = policies[at - 1];
        const said = ncbFor(one.odFrom, before && { ...before, protectsNcb: false }, ncbLadder);
        expect(one.ncbPercent).toBe(said.percent);
        expect(rungs).toContain(said.percent);
        if (!before) return expect(said.reason).toBe('FIRST');
        const cover = coversOf(before).find(({ kind }) => kind === 'OD');
        if (!cover) return expect(said.reason).toBe('FIRST');
        const gap = daysBetween(cover.to, one.odFrom as string);
        if (gap > 90) return expect(said).toEqual({ percent: 0, reason: 'LAPSED' });
        if (before.hasClaim) return expect(said).toEqual({ percent: 0, reason: 'CLAIM' });
        const from = rungs.indexOf(before.ncbPercent);
        return expect([from, Math.min(from + 1, rungs.length - 1)]).toContain(rungs.indexOf(said.percent));
      });
  });

  test('the state turns on the day that is said, and on no other', () => {
    const turnedElsewhere: string[] = [];
    let turns = 0;
    for (const { policies } of lives.slice(0, 12)) {
      // As if none were renewed: then all that happens to them is the clock's.
      for (const one of policies.slice(0, 6)) {
        const of = new Set<never>();
        let day = addDays(one.odFrom as string, -3);
        let now = stateOn(one, of, day);
        for (let at = 0; at < 500; at += 1) {
          day = addDays(day, 1);
          const next = stateOn(one, of, day);
          if (next.state !== now.state) {
            turns += 1;
            if (day !== now.turnsOn) turnedElsewhere.push(`${one.id} ${day}`);
          }
          if (now.turnsOn === null || day >= now.turnsOn) now = next;
        }
      }
    }
    expect(turnedElsewhere).toEqual([]);
    expect(turns).toBeGreaterThan(50);
  });

  test('what ran without a day between has no gap, and a gap is counted once', () => {
    for (const { policies } of lives) {
      const [line] = linesOf(policies, policies.at(-1)?.odTo ?? '2030-01-01');
      const gaps = policies.reduce((sum, one) => sum + gapBefore(one, policies), 0);
      const trailing = line?.gaps.filter(({ from }) => from > (line.covers.at(-1)?.to ?? '')) ?? [];
      expect(gaps).toBe((line?.gapDays ?? 0) - trailing.reduce((sum, { days }) => sum + days, 0));
    }
  });
});

describe('date traps', () => {
  const none = new Set<never>();
  test('ends today, leap day, 90 and 91 days late', () => {
    const one = policy('a', '2023-03-01', '2024-02-29');
    expect(stateOn(one, none, '2024-02-29').state).toBe('DUE');
    expect(stateOn(one, none, '2024-03-01').state).toBe('EXPIRED');
    expect(stateOn(one, none, '2024-05-29').state).toBe('EXPIRED');
    expect(stateOn(one, none, '2024-05-30').state).toBe('LAPSED');
    expect(stateOn(one, none, '2024-01-29').state).toBe('ACTIVE');
    expect(stateOn(one, none, '2024-01-30').state).toBe('DUE');
    expect(stateOn(one, none, '2023-02-28').state).toBe('SCHEDULED');
  });
  test('a year from a leap day ends on 28 February, and is a whole year', () => {
    expect(periodEnd('2024-02-29', 1)).toBe('2025-02-28');
    expect(periodEnd('2023-03-01', 1)).toBe('2024-02-29');
    expect(wholeYears('2024-02-29', '2025-03-01')).toBe(1);
    expect(wholeYears('2025-01-01', '2025-12-31')).toBe(0);
  });
  test('bundled: own damage ends first, and is renewed alone', () => {
    const long = policy('long', '2024-01-01', '2024-12-31', { tpTo: '2026-12-31' });
    expect(stateOn(long, none, '2024-12-15').state).toBe('DUE');
    expect(stateOn(long, none, '2025-06-01').state).toBe('PART_EXPIRED');
    const alone = policy('alone', '2025-01-01', '2025-12-31', { tpFrom: null, tpTo: null, previousPolicyId: 'long' });
    const renewed = renewedCovers([long, alone]);
    expect(stateOn(long, renewed.get('long') ?? none, '2025-06-01')).toMatchObject({
      state: 'ACTIVE',
      nextEnd: '2026-12-31',
    });
    expect(stateOn(long, renewed.get('long') ?? none, '2026-12-10').state).toBe('DUE');
  });
  test('cancelled from its first day on, it is so before that day has come', () => {
    const next = policy('next', '2027-01-01', '2027-12-31', { cancelledOn: '2027-01-01' });
    expect(stateOn(next, new Set(), '2026-11-21').state).toBe('CANCELLED');
    expect(stateOn({ ...next, cancelledOn: '2027-02-01' }, new Set(), '2026-11-21').state).toBe('SCHEDULED');
  });
  test('renewed by what begins no earlier, and by nothing that is a draft or off', () => {
    const old = policy('old', '2025-12-01', '2026-11-30');
    const by = (from: string, to: string, more: Partial<DatedPolicy> = {}) =>
      renewedCovers([old, policy('next', from, to, { previousPolicyId: 'old', ...more })]).get('old')?.size;
    expect(by('2026-12-01', '2027-11-30')).toBe(2);
    expect(by('2015-01-01', '2015-12-31')).toBe(0);
    expect(by('2026-12-01', '2027-11-30', { issued: false })).toBe(0);
    expect(by('2026-12-01', '2027-11-30', { live: false })).toBe(0);
  });
  test('no bonus from 91 days on, a step on day 90', () => {
    const before = { ...policy('a', '2025-01-01', '2025-12-31'), ncbPercent: 25, protectsNcb: false, hasClaim: false };
    expect(ncbFor('2026-03-31', before, ncbLadder)).toEqual({ percent: 35, reason: 'NEXT_STEP' });
    expect(ncbFor('2026-04-01', before, ncbLadder)).toEqual({ percent: 0, reason: 'LAPSED' });
    expect(ncbFor('2026-01-01', { ...before, ncbPercent: 50 }, ncbLadder)).toEqual({ percent: 50, reason: 'TOP' });
    expect(ncbFor('2026-01-01', { ...before, hasClaim: true, protectsNcb: true }, ncbLadder).reason).toBe('PROTECTED');
  });
  test('the insured value by age: a day over six months is the next step, over five years it is agreed', () => {
    const idv = (from: string) =>
      idvFor({ from, listedPricePaise: 10_000_001, since: '2020-08-31', previousIdvPaise: 4_000_000 }, idvLadder);
    expect(idv('2021-02-28')).toMatchObject({ percent: 5, idvPaise: 9_500_001 });
    expect(idv('2021-03-01')).toMatchObject({ percent: 15, months: 7 });
    expect(idv('2025-08-31')).toMatchObject({ percent: 50, months: 60 });
    expect(idv('2025-09-01')).toMatchObject({ reason: 'BY_AGREEMENT', idvPaise: 3_600_000 });
  });
});
