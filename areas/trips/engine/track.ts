import { type CutterState, closeSilent, endOf, feed, newCutter } from '#telematics/pipeline/cutter.ts';
import { gapProfile, type TripProfile, usualProfile } from '#telematics/pipeline/profile.ts';
import type { Trip } from '#telematics/pipeline/trip.ts';
import { type Binding, type KnownDevice, type Position, trackFixOf } from '#areas/gateway/gateway.server.ts';

/** A trip whose end is settled: the fix that settled it, and what the cutter remembered right after that fix, as JSON. */
export interface SettledTrip {
  trip: Trip;
  settledAt: number;
  after: string;
}

/** What the cutter remembered right after a fix, as JSON. */
export interface CutterMark {
  at: number;
  after: string;
}

/** From when until when its log has fixes that the trips do not know of. */
export interface Late {
  from: number;
  to: number;
  /** On a clock that only goes forward, milliseconds: the first and the last that came. */
  since: number;
  at: number;
}

/** The whole log of a binding, whatever is in it. */
export const wholeLog = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER } as const;

/** What is remembered of a binding: its trips follow from nothing else but its log. */
export interface Track {
  binding: Binding;
  rule: KnownDevice['tripRule'];
  profile: TripProfile;
  /** Of the device's reports, milliseconds. */
  intervalMs: number;
  cutter: CutterState;
  /** From where its log can be cut again, besides trips that are settled: a vehicle that is parked for long has none. */
  marks: CutterMark[];
  /** Settled and not saved. */
  settled: SettledTrip[];
  /** Start of its one stored trip that may yet go on. */
  storedStart: number | null;
  /** Starts of such trips of which nobody knows whether they were stored: the answer of the database was lost. */
  doubtedStarts: number[];
  /** The newest believed fix that is not saved. */
  newest: Position | null;
  /** When the last of its fixes came, by the server. */
  heardAt: number;
  /** What came up to here stands in what is saved of it. */
  savedTo: number;
  /** The first that came and is not saved; null: all is. */
  unsavedFrom: number | null;
  late: Late | null;
  /** What comes while its log is read. */
  waiting: Position[] | null;
}

export const profileOf = (rule: KnownDevice['tripRule'], ceilingKmh = usualProfile.ceilingKmh): TripProfile => ({
  ...(rule === 'SILENCE' ? gapProfile : usualProfile),
  ceilingKmh,
});

export const newTrack = (binding: Binding, device: Pick<KnownDevice, 'tripRule' | 'intervalS'>): Track => ({
  binding,
  rule: device.tripRule,
  profile: profileOf(device.tripRule, binding.ceilingKmh),
  intervalMs: device.intervalS * 1000,
  cutter: newCutter(),
  marks: [],
  settled: [],
  storedStart: null,
  doubtedStarts: [],
  newest: null,
  heardAt: 0,
  savedTo: 0,
  unsavedFrom: null,
  late: null,
  waiting: null,
});

const markEveryMs = 2 * 3_600_000;
const marksKept = 3;

/** Remembers the cutter now and then, and forgets the oldest. Called after each fix. */
export function keepMark(marks: CutterMark[], cutter: CutterState, at: number): void {
  const last = marks.at(-1);
  if (last && at - last.at < markEveryMs) return;
  marks.push({ at, after: JSON.stringify(cutter) });
  if (marks.length > marksKept) marks.shift();
}

export function markLate(track: Track, from: number, to: number, at = performance.now()): void {
  if (!track.late) track.late = { from, to, since: at, at };
  else {
    track.late.from = Math.min(track.late.from, from);
    track.late.to = Math.max(track.late.to, to);
    track.late.at = at;
  }
  track.marks = track.marks.filter((mark) => mark.at < from);
}

/** Takes a fit fix of the binding's time. Late ones change nothing but that the log is to be read again. */
export function takeFix(track: Track, position: Position): void {
  const { cutter, profile } = track;
  const fix = trackFixOf(position, profile.ceilingKmh);
  if (fix.accuracyM !== null && fix.accuracyM > profile.maxAccuracyM) {
    // It may have taken the place of one that drove something.
    if (cutter.lastTime !== null && fix.time <= cutter.lastTime) markLate(track, fix.time, fix.time);
    return;
  }
  const { late, closed } = feed(cutter, fix, profile);
  if (late) {
    markLate(track, fix.time, fix.time);
    return;
  }
  track.heardAt = position.receivedAt;
  if (closed.length > 0) {
    const after = JSON.stringify(cutter);
    for (const trip of closed) track.settled.push({ trip, settledAt: fix.time, after });
  }
  // Once fixes came late, what it remembers is no longer what it would.
  if (!track.late) keepMark(track.marks, cutter, fix.time);
  // The cutter's word on teleports is the one that counts.
  if (cutter.teleports.last === fix) track.newest = position;
}

/** A dump of an old log is over when nothing came for so many of the device's intervals, and at least so long. */
const quietIntervals = 3;
const quietMs = 10_000;
/** No clock that works at all is so slow. */
const slowestMs = 24 * 3_600_000;

/** Closes the trip of a device that fell silent, or whose binding ended. True: something changed. `now`: the server's clock. */
export function closeIfSilent(track: Track, now: number): boolean {
  const { cutter, profile, binding, heardAt, intervalMs } = track;
  if (cutter.silent || cutter.phase.kind === 'parked' || cutter.lastTime === null) return false;
  const silenceMs = (profile.pauseGapS ?? profile.cutGapS) * 1000;
  const silentMs = now - heardAt;
  const isOver = binding.to !== null && now >= binding.to;
  // By the device's clock only when nothing more comes: one that is slow would be closed and opened with every fix.
  const quiet = heardAt - cutter.lastTime > slowestMs ? quietMs : Math.max(quietMs, quietIntervals * intervalMs);
  const isOld = now - cutter.lastTime > silenceMs && silentMs > quiet;
  if (!isOver && !isOld && silentMs <= silenceMs) return false;
  closeSilent(cutter, Number.POSITIVE_INFINITY, profile);
  return true;
}

/** The trip that may yet go on, if what there is of it is long enough. */
export const openTrip = ({ cutter, profile }: Pick<Track, 'cutter' | 'profile'>): Trip | null => endOf(cutter, profile);

const standsBelowKmh = 3;

export function isMoving({ cutter, profile, newest }: Track): boolean {
  if (cutter.phase.kind === 'parked' || cutter.silent) return false;
  if (profile.standstill) return cutter.phase.halt === null;
  return (newest?.speedCkmh ?? Number.POSITIVE_INFINITY) >= standsBelowKmh * 100;
}
