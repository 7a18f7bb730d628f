import { afterOpenMs, type Calendar } from '../sla/business-time.rules.ts';
import { type ClockEvent, type ClockGoal, type ClockReading, readClock } from '../sla/sla-clock.rules.ts';
import type { PromiseState } from './ticket.contract.ts';

/** What a category promises, in milliseconds of open time. */
export interface Promised {
  firstMs: number;
  resolutionMs: number;
  /** What is left at least when a ticket is opened again. */
  reopenMs: number;
}

/** What is kept of a ticket's clock: worked out at each turn, so that lists and the look-out for late tickets read it as it is. */
export interface PromiseReading {
  promise: PromiseState;
  /** The next of the two that is due; null while the clock does not run. */
  dueAt: number | null;
  firstDueAt: number | null;
  resolutionDueAt: number | null;
  /** When `promise` is another one if nothing else happens; null: never. */
  turnsAt: number | null;
  /** The first answer and the solution as reports count them; null until they are there. */
  first: Kept | null;
  solution: Kept | null;
}

/** How something promised ended. */
export interface Kept {
  inTime: boolean;
  /** Open time that it took, milliseconds. */
  usedMs: number;
}
const keptOf = ({ state, breachedAt, usedMs }: ClockReading): Kept | null =>
  state === 'STOPPED' ? { inTime: breachedAt === null, usedMs } : null;

/** A ticket is due soon when this share of its time is used. */
const soonShare = 0.75;

export const firstGoal = ({ firstMs }: Promised): ClockGoal => ({ targetMs: firstMs, reopenMs: 0 });
export const resolutionGoal = ({ resolutionMs, reopenMs }: Promised): ClockGoal => ({
  targetMs: resolutionMs,
  reopenMs,
});

/** The events of the clock up to the first answer: that ends when somebody has answered, and is not begun anew. */
export const untilAnswer = (events: readonly ClockEvent[], firstRepliedAt: number | null): ClockEvent[] =>
  firstRepliedAt === null
    ? [...events]
    : [...events.filter(({ at }) => at < firstRepliedAt), { kind: 'STOP', at: firstRepliedAt }];

/** Reads both clocks of a ticket: that of the first answer and that of the solution. */
export function readPromise(
  calendar: Calendar,
  promised: Promised,
  events: readonly ClockEvent[],
  firstRepliedAt: number | null,
  now: number,
): PromiseReading {
  const first = readClock(calendar, firstGoal(promised), untilAnswer(events, firstRepliedAt), now);
  const solution = readClock(calendar, resolutionGoal(promised), events, now);
  const [firstDueAt, resolutionDueAt] = [first.dueAt, solution.dueAt];
  const missed = first.breachedAt !== null || solution.breachedAt !== null;
  const kept = {
    firstDueAt,
    resolutionDueAt,
    // One that ended without an answer has none that was early or late.
    first: firstRepliedAt === null ? null : keptOf(first),
    solution: keptOf(solution),
  };
  if (solution.state === 'STOPPED') return { ...kept, promise: missed ? 'MISSED' : 'MET', dueAt: null, turnsAt: null };
  if (solution.state === 'PAUSED') return { ...kept, promise: 'PAUSED', dueAt: null, turnsAt: null };
  const running = [first, solution].filter(({ state }) => state === 'RUNNING');
  const dueAt = least(running.map((clock) => clock.dueAt));
  if (running.some(({ breachedAt }) => breachedAt !== null)) return { ...kept, promise: 'LATE', dueAt, turnsAt: null };
  const soonAt = least(running.map((clock) => soonOf(calendar, clock, now)));
  const isSoon = soonAt !== null && soonAt <= now;
  // What is done in the very moment in which it is due is in time, so it is late from the next one on.
  const lateAt = dueAt === null ? null : dueAt + 1;
  return {
    ...kept,
    promise: isSoon ? 'DUE_SOON' : 'ON_TIME',
    dueAt,
    turnsAt: isSoon ? lateAt : least([soonAt, lateAt]),
  };
}

const least = (moments: readonly (number | null)[]): number | null =>
  moments.reduce((small, one) => (small === null || (one !== null && one < small) ? one : small), null);

function soonOf(calendar: Calendar, { usedMs, targetMs }: ClockReading, now: number): number | null {
  const left = targetMs * soonShare - usedMs;
  return left <= 0 ? now : afterOpenMs(calendar, now, left);
}
