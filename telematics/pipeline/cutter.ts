import type { TrackFix } from './fix.ts';
import { metresBetween } from './geo.ts';
import type { TripProfile } from './profile.ts';
import { type Driving, drive, type Parked, parkedAt, tallyAtEnd, tryStart } from './stops.ts';
import { passTeleports, type TeleportState } from './teleports.ts';
import { addGap, addJump, addLeg, beginTally, type Ended, finishTrip, type Trip } from './trip.ts';

/** All that is remembered of a vehicle between two fixes: a plain value that can be written down and read back. */
export type CutterState = {
  /** The newest fix that was taken, also one that lay too far away. */
  lastTime: number | null;
  teleports: TeleportState;
  phase: Parked | Driving;
  /** The trip was reported as closed because the device fell silent, and may yet go on. */
  silent: boolean;
};

export type Fed = {
  /** Not newer than what was taken: the caller cuts again, from what it remembered before. */
  readonly late: boolean;
  /** Trips that ended. One may come again, with the same start, when more has become known of it. */
  readonly closed: readonly Trip[];
  /** The start of a trip that was reported as closed and goes on. */
  readonly reopened: number | null;
};

export const newCutter = (): CutterState => ({
  lastTime: null,
  teleports: { last: null, doubted: [] },
  phase: parkedAt(null),
  silent: false,
});

const took: Fed = { late: false, closed: [], reopened: null };

function closeInto(closed: Trip[], phase: Parked | Driving, profile: TripProfile, endedBy: Ended): void {
  if (phase.kind === 'parked') return;
  const beganBy = phase.beganBy ?? null;
  const trip = finishTrip(phase.start, tallyAtEnd(phase, profile.standstill), profile, { beganBy, endedBy });
  if (trip) closed.push(trip);
}

/** Doubted fixes that nothing proved are dropped with the silence after them. */
function dropDoubted(state: CutterState): void {
  if (state.phase.kind === 'driving') state.phase.tally.dropped += state.teleports.doubted.length;
  state.teleports = { last: null, doubted: [] };
}

/** Takes the next fix of a vehicle, in the order of their times. Changes the state. Unfit and inexact fixes are not for it. */
export function feed(state: CutterState, fix: TrackFix, profile: TripProfile): Fed {
  if (state.lastTime !== null && fix.time <= state.lastTime) return { ...took, late: true };
  const closed: Trip[] = [];
  if (state.lastTime !== null && fix.time - state.lastTime > profile.cutGapS * 1000) {
    dropDoubted(state);
    closeInto(closed, state.phase, profile, 'SILENCE');
    state.phase = parkedAt(null);
    state.silent = false;
  }
  state.lastTime = fix.time;
  const { kept, jumped, dropped } = passTeleports(state.teleports, fix, profile.maxLegMs);
  if (state.phase.kind === 'driving') state.phase.tally.dropped += dropped;
  let reopened: number | null = null;
  for (const [at, one] of kept.entries()) {
    state.phase = step(state.phase, one, jumped && at === 0, profile, closed);
    if (!state.silent) continue;
    state.silent = false;
    if (closed.length === 0 && state.phase.kind === 'driving') reopened = state.phase.start.time;
  }
  return closed.length === 0 && reopened === null ? took : { late: false, closed, reopened };
}

/** One fix that is believed. Answers what the vehicle does now. */
function step(
  phase: Parked | Driving,
  fix: TrackFix,
  jump: boolean,
  profile: TripProfile,
  closed: Trip[],
): Parked | Driving {
  const { standstill } = profile;
  if (!standstill) {
    if (phase.kind === 'parked')
      return { kind: 'driving', start: fix, tally: beginTally(fix), halt: null, beganBy: 'HEARD' };
    if (jump) addJump(phase.tally, fix);
    else addLeg(phase.tally, fix);
    return phase;
  }
  if (phase.kind === 'driving') {
    // Nobody saw how it came there: a gap within the trip, as after a tunnel or a ferry.
    if (jump) {
      addJump(phase.tally, fix);
      phase.halt = null;
      return phase;
    }
    if (pausedHere(phase, fix, profile)) {
      closeInto(closed, phase, profile, 'SILENCE');
      return startOr(parkedAt(null), fix, profile);
    }
    if (isPause(phase, fix, profile)) {
      addGap(phase.tally, fix);
      phase.halt = null;
      return phase;
    }
    const anchor = phase.halt?.tally.end ?? fix;
    const ended = drive(phase, fix, standstill);
    if (ended === null) return phase;
    closeInto(closed, phase, profile, ended);
    return parkedAt(anchor);
  }
  // Movement from before a long silence says nothing of what the vehicle does now.
  const before = phase.recent.at(-1)?.fix;
  const { pauseGapS } = profile;
  if (before && pauseGapS !== null && fix.time - before.time > pauseGapS * 1000) phase.recent = [];
  return startOr(jump ? parkedAt(null) : phase, fix, profile);
}

const startOr = (parked: Parked, fix: TrackFix, { standstill }: TripProfile): Parked | Driving =>
  (standstill && tryStart(parked, fix, standstill)) ?? parked;

const isPause = ({ tally }: Driving, fix: TrackFix, { pauseGapS }: TripProfile) =>
  pauseGapS !== null && fix.time - tally.end.time > pauseGapS * 1000;

const pausedHere = (driving: Driving, fix: TrackFix, profile: TripProfile) =>
  isPause(driving, fix, profile) && metresBetween(driving.tally.end, fix) < profile.pauseApartM;

/** Called with the time while nothing comes: the trip of a device that fell silent, once, without waiting for its next fix. */
export function closeSilent(state: CutterState, now: number, profile: TripProfile): Trip | null {
  const silentMs = (profile.pauseGapS ?? profile.cutGapS) * 1000;
  if (state.silent || state.phase.kind === 'parked' || state.lastTime === null) return null;
  if (now - state.lastTime <= silentMs) return null;
  state.silent = true;
  return endOf(state, profile);
}

/** The trip as it would be if nothing more came; nothing is changed. */
export function endOf({ phase, teleports, silent }: CutterState, profile: TripProfile): Trip | null {
  if (phase.kind === 'parked') return null;
  const tally = tallyAtEnd(phase, profile.standstill);
  const why = { beganBy: phase.beganBy ?? null, endedBy: silent ? ('SILENCE' as const) : null };
  return finishTrip(phase.start, { ...tally, dropped: tally.dropped + teleports.doubted.length }, profile, why);
}
