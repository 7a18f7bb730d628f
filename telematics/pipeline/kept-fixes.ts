import type { Unfit } from './fix.ts';

/** Why a fix is stored and drives nothing. Stored as their index: only ever add at the end. */
export const unfitReasons: readonly (Unfit | null)[] = [
  null,
  'invalid',
  'nowhere',
  'off the earth',
  'no clock',
  'future',
  'week rollover',
  'few satellites',
  'diluted',
];

/** Days for which a fix is kept at all: before are clocks that were never set, and beyond tomorrow no day is made ready. */
const firstDay = Date.UTC(2000, 0, 2);
const aheadMs = 2 * 86_400_000;
/** Whether a fix of a time is kept. Both in milliseconds, UTC. */
export const hasDay = (time: number, now: number): boolean => time >= firstDay && time <= now + aheadMs;
