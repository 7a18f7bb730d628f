/** A fix as the pipeline needs it. Protocol readers give more; what they give fits. */
export type TrackFix = {
  /** Milliseconds, UTC, by the device. */
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKmh: number | null;
  readonly accuracyM: number | null;
  /** Null without a wire to the ignition. */
  readonly ignition: boolean | null;
};

/** Why a fix is kept as evidence but drives nothing: no current position, no trip, no alarm. */
export type Unfit =
  | 'invalid'
  | 'nowhere'
  | 'off the earth'
  | 'no clock'
  | 'future'
  | 'week rollover'
  | 'few satellites'
  | 'diluted';

type Judged = {
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  readonly valid: boolean;
  readonly satellites: number | null;
  readonly hdop: number | null;
};

const futureMs = 5 * 60_000;
/** Trackers without a clock send zeros, which servers read as days before this one. */
const firstDay = Date.UTC(2000, 0, 2);
/** Old receivers count weeks to 1,024 and begin again: their now is nearly twenty years ago. */
const rolloverMs = 1_024 * 7 * 24 * 3_600_000;
const rolloverToleranceMs = 36 * 3_600_000;
const minSatellites = 4;
const maxHdop = 6;

/** The first reason against a fix, or null. `now`: the server's clock in milliseconds; `aheadMs`: how far ahead of it a fix may be, five minutes at most. */
export function judgeFix(fix: Judged, now: number, aheadMs = futureMs): Unfit | null {
  if (!fix.valid) return 'invalid';
  if (!(Math.abs(fix.lat) <= 90 && Math.abs(fix.lon) <= 180)) return 'off the earth';
  if (fix.lat === 0 && fix.lon === 0) return 'nowhere';
  if (!(fix.time >= firstDay)) return 'no clock';
  if (fix.time > now + Math.min(futureMs, aheadMs)) return 'future';
  if (Math.abs(now - fix.time - rolloverMs) < rolloverToleranceMs) return 'week rollover';
  if (fix.satellites !== null && fix.satellites < minSatellites) return 'few satellites';
  return fix.hdop !== null && fix.hdop > maxHdop ? 'diluted' : null;
}

const orLast = (value: number | null) => value ?? Number.POSITIVE_INFINITY;

/** Orders fixes by time; of one time the one to keep comes first, so that the order in which they arrived says nothing. */
export function compareFixes(a: TrackFix, b: TrackFix): number {
  return (
    a.time - b.time ||
    Math.sign(orLast(a.accuracyM) - orLast(b.accuracyM)) ||
    Number(a.speedKmh === null) - Number(b.speedKmh === null) ||
    a.lat - b.lat ||
    a.lon - b.lon ||
    (a.speedKmh ?? 0) - (b.speedKmh ?? 0)
  );
}
