import type { AppliedLimit } from './speed-fix.ts';

/*
 * Speeding as it happens: a hint for people, found from few fixes and never evidence. What stands as evidence is found after the trip, by evidence.ts.
 */

/** A fix of a moment ago with the road and the limit under it; without a limit it says nothing. */
export interface AlertFix {
  /** Milliseconds, UTC, by the device. */
  readonly time: number;
  readonly latE7: number;
  readonly lonE7: number;
  readonly speedKmh: number;
  readonly roadId: string;
  readonly limit: Omit<AppliedLimit, 'isProof'>;
}

/** Speeding that goes on. Before it is raised nobody hears of it. */
export interface AlertRun {
  readonly fromAt: number;
  /** Of the last fix above its bar, and of the last that was judged at all. */
  overAt: number;
  seenAt: number;
  fixes: number;
  /** Where it was farthest above its limit. */
  peak: AlertFix;
  /** Fixes in a row that are slow again. */
  calm: number;
  isRaised: boolean;
}

/** What is remembered of a vehicle between fixes. */
export interface AlertState {
  /** Nothing that is not newer counts. */
  seenAt: number;
  run: AlertRun | null;
}

export const newAlertState = (seenAt = Number.NEGATIVE_INFINITY): AlertState => ({ seenAt, run: null });

export const alertRules = {
  /** Above the limit by so much, the greater of both. */
  overKmh: 5,
  overPct: 7,
  leastFixes: 3,
  leastS: 15,
  /** It ends with so many fixes in a row that are below the limit and this. */
  calmFixes: 2,
  calmKmh: 2,
  /** After so long without a fix that says anything nobody knows whether it goes on. */
  silentS: 60,
  /** No limit is so low that a slower vehicle could be above its bar. */
  lowestKmh: 10,
} as const;

/** Above this speed a vehicle is too fast. */
export const alertBarKmh = (limitKmh: number): number =>
  limitKmh + Math.max(alertRules.overKmh, (limitKmh * alertRules.overPct) / 100);

/** How far above the limit. */
export const bandOf = (overKmh: number): 'UNDER_10' | 'UNDER_20' | 'UNDER_40' | 'FROM_40' =>
  overKmh < 10 ? 'UNDER_10' : overKmh < 20 ? 'UNDER_20' : overKmh < 40 ? 'UNDER_40' : 'FROM_40';

export type AlertEnd = 'SLOWED' | 'NO_SIGNAL';

/** What a fix changed: a run that was raised and is over now, and the run that goes on, when it is to be told of. */
export interface AlertChange {
  readonly ended: { readonly run: AlertRun; readonly cause: AlertEnd } | null;
  readonly told: AlertRun | null;
}
const nothing: AlertChange = { ended: null, told: null };

const overOf = ({ speedKmh, limit }: AlertFix): number => speedKmh - limit.limitKmh;

/** Ends what is not known to go on any more. */
export function endUnheard(state: AlertState): AlertChange {
  const { run } = state;
  state.run = null;
  return run?.isRaised ? { ended: { run, cause: 'NO_SIGNAL' }, told: null } : nothing;
}

const endIfSilent = (state: AlertState, time: number): AlertChange =>
  state.run && time - state.run.seenAt > alertRules.silentS * 1000 ? endUnheard(state) : nothing;

/** One more fix of a run is slow. */
function calm(state: AlertState, run: AlertRun, time: number): AlertChange {
  run.calm += 1;
  run.seenAt = time;
  if (!run.isRaised) state.run = null;
  if (run.calm < alertRules.calmFixes || !run.isRaised) return nothing;
  state.run = null;
  return { ended: { run, cause: 'SLOWED' }, told: null };
}

/** Takes a fix that is slower than any limit. */
export function feedSlow(state: AlertState, time: number): AlertChange {
  if (time <= state.seenAt) return nothing;
  const { ended } = endIfSilent(state, time);
  state.seenAt = time;
  return ended || !state.run ? { ended, told: null } : calm(state, state.run, time);
}

/** Takes the next fix; those that are not newer than the last are passed over. */
export function feedAlert(state: AlertState, fix: AlertFix): AlertChange {
  const { time, speedKmh, limit } = fix;
  if (time <= state.seenAt) return nothing;
  const { ended } = endIfSilent(state, time);
  state.seenAt = time;
  const { run } = state;
  if (speedKmh <= alertBarKmh(limit.limitKmh)) {
    if (!run) return { ended, told: null };
    if (speedKmh < limit.limitKmh + alertRules.calmKmh) return calm(state, run, time);
    [run.calm, run.seenAt] = [0, time];
    // Fixes above the bar have to follow one another before anybody is told.
    if (!run.isRaised) state.run = null;
    return { ended, told: null };
  }
  if (!run) {
    state.run = { fromAt: time, overAt: time, seenAt: time, fixes: 1, peak: fix, calm: 0, isRaised: false };
    return { ended, told: null };
  }
  [run.overAt, run.seenAt, run.calm] = [time, time, 0];
  run.fixes += 1;
  if (overOf(fix) > overOf(run.peak)) run.peak = fix;
  const isLong = run.fixes >= alertRules.leastFixes && time - run.fromAt >= alertRules.leastS * 1000;
  run.isRaised ||= isLong;
  return { ended, told: run.isRaised ? run : null };
}
