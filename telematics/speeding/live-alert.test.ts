import { describe, expect, it } from 'vitest';
import { alertBarKmh, type AlertFix, bandOf, endUnheard, feedAlert, feedSlow, newAlertState } from './live-alert.ts';

const limit = { limitKmh: 60, source: 'RULE', ruleId: 'r', version: 1 };
const fix = (s: number, speedKmh: number, limitKmh = 60): AlertFix => ({
  time: s * 1000,
  latE7: s,
  lonE7: 0,
  speedKmh,
  roadId: 'road',
  limit: { ...limit, limitKmh },
});
/** What each fix of a drive does. */
const drive = (...fixes: readonly AlertFix[]) => {
  const state = newAlertState();
  const said = fixes.map((one) => {
    const { ended, told } = feedAlert(state, one);
    return ended ? ended.cause : told ? (told.fixes > 3 ? 'on' : 'raised') : '-';
  });
  return { state, said: said.join(' ') };
};

describe('an alert', () => {
  it('needs more than the limit by 5 km/h or 7 %, the greater of both', () => {
    expect([alertBarKmh(50), alertBarKmh(100)]).toEqual([55, 107]);
    expect(drive(fix(0, 65), fix(10, 65), fix(20, 65), fix(30, 65)).said).toBe('- - - -');
    expect(drive(fix(0, 65.1), fix(10, 65.1), fix(20, 65.1)).said).toBe('- - raised');
  });

  it('is raised after three fixes and fifteen seconds, whichever takes longer', () => {
    expect(drive(fix(0, 80), fix(5, 80), fix(10, 80), fix(15, 80)).said).toBe('- - - on');
    expect(drive(fix(0, 80), fix(30, 80), fix(60, 80)).said).toBe('- - raised');
  });

  it('begins anew where a fix between was not above the bar', () => {
    expect(drive(fix(0, 80), fix(10, 64), fix(20, 80), fix(30, 80), fix(40, 80)).said).toBe('- - - - raised');
  });

  it('ends with two fixes in a row below the limit and 2 km/h, and at the last one that was too fast', () => {
    const fast = [fix(0, 80), fix(10, 90), fix(20, 80)];
    expect(drive(...fast, fix(30, 61), fix(40, 63), fix(50, 61), fix(60, 61)).said).toBe('- - raised - - - SLOWED');
    const { state } = drive(...fast, fix(30, 61));
    const { ended } = feedSlow(state, 40_000);
    expect(ended).toMatchObject({ cause: 'SLOWED', run: { fromAt: 0, overAt: 20_000, fixes: 3 } });
    expect(ended?.run.peak.speedKmh).toBe(90);
  });

  it('is measured where it was farthest above its limit, and goes on under another', () => {
    const { state, said } = drive(fix(0, 80), fix(10, 80), fix(20, 80), fix(30, 75, 40));
    expect(said).toBe('- - raised on');
    expect(state.run?.peak).toMatchObject({ speedKmh: 75, limit: { limitKmh: 40 } });
  });

  it('ends when nothing is heard for a minute, and one that nobody was told of just goes', () => {
    const { state } = drive(fix(0, 80), fix(10, 80), fix(20, 80));
    expect(endUnheard(state).ended).toMatchObject({ cause: 'NO_SIGNAL', run: { overAt: 20_000 } });
    expect(state.run).toBeNull();
    expect(drive(fix(0, 80), fix(10, 80), fix(20, 80), fix(80, 80)).said).toBe('- - raised on');
    expect(drive(fix(0, 80), fix(10, 80), fix(20, 80), fix(81, 80)).said).toBe('- - raised NO_SIGNAL');
    const unraised = drive(fix(0, 80)).state;
    expect(endUnheard(unraised)).toEqual({ ended: null, told: null });
    expect(unraised.run).toBeNull();
  });

  it('takes no notice of fixes that come late or twice', () => {
    const { state, said } = drive(fix(0, 80), fix(20, 80), fix(10, 80), fix(20, 80), fix(5, 40));
    expect(said).toBe('- - - - -');
    expect(state.run).toMatchObject({ fixes: 2, calm: 0 });
    expect(feedSlow(state, 15_000)).toEqual({ ended: null, told: null });
  });
});

it('bands say how far above the limit', () => {
  expect([9.9, 10, 20, 39.9, 40].map(bandOf)).toEqual(['UNDER_10', 'UNDER_20', 'UNDER_40', 'UNDER_40', 'FROM_40']);
});
