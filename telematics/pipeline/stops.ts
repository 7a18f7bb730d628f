import type { TrackFix } from './fix.ts';
import { metresBetween } from './geo.ts';
import type { StandstillRules } from './profile.ts';
import { addLeg, addStand, type Began, beginTally, copyTally, type Ended, type Tally } from './trip.ts';

// When a parked vehicle drives off, and when a driving one stands: both are noticed late and dated back.

/** Not on a trip. The last fixes, and which of them moved. */
export type Parked = {
  kind: 'parked';
  anchor: TrackFix | null;
  recent: { fix: TrackFix; moving: boolean }[];
};

/** Perhaps the end of the trip: where it began to stand, and what had added up by then. */
export type Halt = { tally: Tally; last: TrackFix; ignitionOffAt: number | null };

export type Driving = {
  kind: 'driving';
  start: TrackFix;
  tally: Tally;
  halt: Halt | null;
  /** Absent in what was kept by older versions. */
  beganBy?: Began;
};

export const parkedAt = (anchor: TrackFix | null): Parked => ({ kind: 'parked', anchor, recent: [] });

const looksBack = 3;
const moves = 2;

function isMoving(fix: TrackFix, before: TrackFix | undefined, standstill: StandstillRules): boolean {
  if (fix.speedKmh !== null) return fix.speedKmh >= standstill.startKmh;
  if (!before) return false;
  const seconds = (fix.time - before.time) / 1000;
  return (metresBetween(before, fix) / seconds) * 3.6 >= standstill.startKmh;
}

/** The next fix of a parked vehicle: the drive that began, dated back to its first moving fix, or null. */
export function tryStart(parked: Parked, fix: TrackFix, standstill: StandstillRules): Driving | null {
  const before = parked.recent.at(-1)?.fix;
  parked.recent.push({ fix, moving: isMoving(fix, before, standstill) });
  if (parked.recent.length > looksBack) parked.recent.shift();
  parked.anchor ??= fix;
  const away = metresBetween(parked.anchor, fix) >= standstill.startApartM;
  const turning = parked.recent.filter((one) => one.moving).length >= moves;
  // A wire that always says off is wired wrong, or the vehicle is towed: movement is believed once it is also somewhere else.
  const off = fix.ignition === false;
  const moving = turning && (!off || away);
  if (!moving && (off || !away)) return null;
  const first = moving ? parked.recent.findIndex((one) => one.moving) : parked.recent.length - 2;
  const [start, ...rest] = parked.recent.slice(Math.max(0, first)).map((one) => one.fix);
  if (!start) return null;
  const driving: Driving = {
    kind: 'driving',
    start,
    tally: beginTally(start),
    halt: null,
    beganBy: moving ? 'MOVED' : 'AWAY',
  };
  for (const next of rest) drive(driving, next, standstill);
  return driving;
}

/** Movement goes before the wire to the ignition; without it the wire decides sooner. */
const stands = (fix: TrackFix, standstill: StandstillRules) =>
  fix.speedKmh === null || fix.speedKmh < (fix.ignition === false ? standstill.startKmh : standstill.stopKmh);

/** The next fix of a driving vehicle. Why the trip ended where the halt began, if it has been standing for so long; else null. */
export function drive(driving: Driving, fix: TrackFix, standstill: StandstillRules): Ended | null {
  const { halt } = driving;
  const still = stands(fix, standstill);
  if (!halt) addLeg(driving.tally, fix);
  else {
    const off = fix.ignition === false;
    // A parked receiver drifts further.
    const near = metresBetween(halt.tally.end, fix) <= (off ? standstill.startApartM : standstill.stopRadiusM);
    if (still && near) {
      addLeg(driving.tally, fix);
      halt.last = fix;
      halt.ignitionOffAt = off ? (halt.ignitionOffAt ?? fix.time) : null;
      return overBy(halt, standstill);
    }
    resume(driving, halt, fix, standstill);
  }
  if (still)
    driving.halt = {
      tally: copyTally(driving.tally),
      last: fix,
      ignitionOffAt: fix.ignition === false ? fix.time : null,
    };
  return null;
}

function overBy({ tally, last, ignitionOffAt }: Halt, standstill: StandstillRules): Ended | null {
  if (ignitionOffAt !== null && last.time - ignitionOffAt >= standstill.ignitionOffS * 1000) return 'IGNITION_OFF';
  return last.time - tally.end.time >= standstill.stopS * 1000 ? 'STOOD' : null;
}

const stoodFor = ({ tally, last }: Halt) => (last.time - tally.end.time) / 1000;

/** It was no end after all: a stand within the trip, or too short to be more than driving. */
function resume(driving: Driving, halt: Halt, fix: TrackFix, standstill: StandstillRules): void {
  if (stoodFor(halt) < standstill.idleS) addLeg(driving.tally, fix);
  else {
    const { points, dropped } = driving.tally;
    driving.tally = halt.tally;
    driving.tally.dropped = dropped;
    addStand(driving.tally, halt.last, fix, points + 1);
  }
  driving.halt = null;
}

/** What had added up where the trip ended: where it began to stand, if it did. */
export function tallyAtEnd({ tally, halt }: Driving, standstill: StandstillRules | null): Tally {
  return standstill && halt && stoodFor(halt) >= standstill.idleS ? { ...halt.tally, dropped: tally.dropped } : tally;
}
