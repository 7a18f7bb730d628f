import type { Reading } from '#telematics/protocols/protocol.ts';
import type { DeviceActivity } from '#areas/devices/devices.server.ts';
import type { DeviceClock } from './device-registry.ts';

/** What the last live reading said of a device's clock. */
export interface ClockWatch {
  /** The server's clock less the device's, seconds; null: nothing was heard. */
  lastS: number | null;
  /** Since when it says about that, by the server, milliseconds. */
  since: number;
  sinceS: number;
  /** By how much its times were moved when they were taken by their arrival, milliseconds. */
  arrivalMs: number | null;
}

export const newClockWatch = (): ClockWatch => ({ lastS: null, since: 0, sinceS: 0, arrivalMs: null });

const timeOf = ({ deviceTime, fix }: Reading): number | null => fix?.time ?? deviceTime;

const moved = (reading: Reading, byMs: number): Reading => ({
  ...reading,
  deviceTime: reading.deviceTime === null ? null : reading.deviceTime + byMs,
  fix: reading.fix && { ...reading.fix, time: reading.fix.time + byMs },
});

/**
 * The readings of one frame with the times that hold for them. By arrival, the latest of a frame was taken when it came, and those before it
 * as much earlier as the device says; what it kept while it was out of reach is moved as what came live was.
 */
export function onTime(
  readings: readonly Reading[],
  clock: DeviceClock,
  watch: ClockWatch,
  now: number,
): readonly Reading[] {
  if (clock.kind === 'own' || readings.length === 0) return readings;
  if (clock.kind === 'offset') return readings.map((reading) => moved(reading, -clock.minutes * 60_000));
  const live = readings.filter(({ archived }) => !archived).map(timeOf);
  const latest = Math.max(...live.filter((time) => time !== null && Number.isFinite(time)).map(Number));
  if (Number.isFinite(latest)) watch.arrivalMs = now - latest;
  const byMs = watch.arrivalMs;
  return byMs === null ? readings : readings.map((reading) => moved(reading, byMs));
}

/** How far ahead of the server's a fix may be: as far as the clock was at the last one, and a little. Farther is a slip of the clock. */
const slackMs = 15_000;

export const aheadMs = ({ lastS }: ClockWatch): number => Math.max(0, -(lastS ?? 0)) * 1_000 + slackMs;

/** An offset of so little needs no second look. */
const smallS = 60;
/** A larger one is believed when it stayed the same for so long: what was kept and comes late ages differently from fix to fix. */
const steadyMs = 10_000;
const steadyS = 5;

/** Notes how far a device's clock is from the server's. Gives the seconds by which it is behind; null where it says no time. */
export function noteOffset(watch: ClockWatch, deviceTime: number, now: number): number | null {
  const offsetS = (now - deviceTime) / 1_000;
  if (!(Math.abs(offsetS) < 1e30)) return null;
  if (watch.lastS === null || Math.abs(offsetS - watch.sinceS) > steadyS) {
    watch.since = now;
    watch.sinceS = offsetS;
  }
  watch.lastS = offsetS;
  return offsetS;
}

/** Notes it, and shows it where it is no accident. */
export function noteClock(activity: DeviceActivity, watch: ClockWatch, deviceTime: number, now: number): void {
  const offsetS = noteOffset(watch, deviceTime, now);
  if (offsetS === null) return;
  if (Math.abs(offsetS) < smallS || now - watch.since >= steadyMs) activity.clockOffsetS = offsetS;
}
