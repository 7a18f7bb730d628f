import { afterOpenMs, type Calendar } from './business-time.rules.ts';
import { type ClockEvent, type ClockGoal, type ClockReading, readClock } from './sla-clock.rules.ts';
import type { PromiseState } from '../tickets/ticket.contract.ts';

/** What a category promises, in milliseconds of open time. */
export interface Promised {
  firstMs: number;
  resolutionMs: number;
  /** What is left at least when a ticket is opened again. */
  reopenMs: number;
}

/** The two things that are promised: a first answer, and a solution. */
export type Goal = 'FIRST' | 'SOLUTION';
export const goals = ['FIRST', 'SOLUTION'] as const satisfies readonly Goal[];
/** How near something promised is, and what people were told of it. What is late for long rises to those who run the desk. */
export type Near = 'SOON' | 'LATE' | 'RISEN';
/**
 * Open time that something may be late before it rises. An hour is enough for whoever was warned twice to answer or hand it on. Where
 * less than an hour was promised, it is as long as that was: an urgent question is not left for longer than it may take.
 */
const lateMs = 60 * 60_000;
export interface Nearness {
  /** Null: there is time, or it is over. */
  near: Near | null;
  /** While the clock stands still, nothing becomes nearer. */
  isPaused: boolean;
  dueAt: number | null;
}

/** What is kept of a ticket's clock: worked out at each turn, so that lists and the look-out for late tickets read it as it is. */
export interface PromiseReading {
  /** Null: of a ticket that was answered and solved in another one there is nothing to say. */
  promise: PromiseState | null;
  /** The next of the two that is due; null while the clock does not run. */
  dueAt: number | null;
  firstDueAt: number | null;
  resolutionDueAt: number | null;
  /** When it has to be read again if nothing else happens: one of the two becomes due soon, or late. Null: never. */
  turnsAt: number | null;
  /** Open time that is promised for each of the two, reopening included; null: it is solved elsewhere. */
  promisedMs: { FIRST: number; SOLUTION: number | null };
  /** How near each of the two is. */
  near: Readonly<Record<Goal, Nearness>>;
  /** The first answer and the solution as reports count them; null until they are there. */
  first: Kept | null;
  solution: Kept | null;
}

/** How something promised ended. */
export interface Kept {
  inTime: boolean;
  /** Open time that it took, milliseconds; null while it is late and not done yet. */
  usedMs: number | null;
}
const keptOf = ({ state, missedAt, usedMs }: ClockReading): Kept | null =>
  state === 'STOPPED' ? { inTime: missedAt === null, usedMs } : null;

/** What is left at least for the first answer of a ticket that was opened again: never more than for its solution. */
export const firstGoal = ({ firstMs, reopenMs }: Promised): ClockGoal => ({
  targetMs: firstMs,
  reopenMs: Math.min(firstMs, reopenMs),
});
export const resolutionGoal = ({ resolutionMs, reopenMs }: Promised): ClockGoal => ({
  targetMs: resolutionMs,
  reopenMs,
});

/** The events of the clock up to the first answer: that ends when somebody has answered, and is not begun anew. */
export const untilAnswer = (events: readonly ClockEvent[], firstRepliedAt: number | null): ClockEvent[] =>
  firstRepliedAt === null
    ? [...events]
    : [...events.filter(({ at }) => at < firstRepliedAt), { kind: 'STOP', at: firstRepliedAt }];

/**
 * Reads both clocks of a ticket: that of the first answer and that of the solution.
 * @param isMerged it is answered and solved in another one: it has no solution of its own, and only an answer that it was given itself
 */
export function readPromise(
  calendar: Calendar,
  promised: Promised,
  events: readonly ClockEvent[],
  firstRepliedAt: number | null,
  now: number,
  isMerged = false,
): PromiseReading {
  const first = readClock(calendar, firstGoal(promised), untilAnswer(events, firstRepliedAt), now);
  const solution = readClock(calendar, resolutionGoal(promised), events, now);
  const near = { FIRST: nearnessOf(first), SOLUTION: nearnessOf(solution) };
  const missed = first.missedAt !== null || solution.missedAt !== null;
  const kept = {
    firstDueAt: first.dueAt,
    resolutionDueAt: solution.dueAt,
    first: firstRepliedAt === null ? (isMerged ? null : unansweredOf(first)) : keptOf(first),
    solution: isMerged ? null : keptOf(solution),
    promisedMs: { FIRST: first.targetMs, SOLUTION: isMerged ? null : solution.targetMs },
    near,
  };
  if (solution.state === 'STOPPED') {
    const isElsewhere = isMerged && firstRepliedAt === null;
    return { ...kept, promise: isElsewhere ? null : missed ? 'MISSED' : 'MET', dueAt: null, turnsAt: null };
  }
  if (solution.state === 'PAUSED') return { ...kept, promise: 'PAUSED', dueAt: null, turnsAt: null };
  const running = [first, solution].filter(({ state }) => state === 'RUNNING');
  const nearest = running.map((clock) => nearnessOf(clock).near);
  return {
    ...kept,
    promise: nearest.some((one) => one === 'LATE' || one === 'RISEN')
      ? 'LATE'
      : nearest.includes('SOON')
        ? 'DUE_SOON'
        : 'ON_TIME',
    dueAt: least(running.map((clock) => clock.dueAt)),
    turnsAt: least(running.map((clock) => turnOf(calendar, clock, now))),
  };
}

/** One that has no answer yet is late already when that is due; one that ended without an answer has none that was early. */
const unansweredOf = ({ missedAt }: ClockReading): Kept | null =>
  missedAt === null ? null : { inTime: false, usedMs: null };

function nearnessOf(clock: ClockReading): Nearness {
  const { state, breachedAt, usedMs, soonMs, dueAt } = clock;
  const late = usedMs >= risesAtMs(clock) ? 'RISEN' : 'LATE';
  const near = state !== 'RUNNING' ? null : breachedAt !== null ? late : usedMs >= soonMs ? 'SOON' : null;
  return { near, isPaused: state === 'PAUSED', dueAt };
}

/** From so much of the used time on it rises. */
const risesAtMs = ({ targetMs }: ClockReading): number => targetMs + Math.min(targetMs, lateMs);

/** When a clock that runs is nearer to its end than it is now. */
function turnOf(calendar: Calendar, clock: ClockReading, now: number): number | null {
  const { near } = nearnessOf(clock);
  if (near === 'RISEN') return null;
  if (near === 'LATE') return afterOpenMs(calendar, now, risesAtMs(clock) - clock.usedMs);
  // What is done in the very moment in which it is due is in time, so it is late from the next one on.
  const lateAt = clock.dueAt === null ? null : clock.dueAt + 1;
  return near === 'SOON' ? lateAt : least([afterOpenMs(calendar, now, clock.soonMs - clock.usedMs), lateAt]);
}

const least = (moments: readonly (number | null)[]): number | null =>
  moments.reduce((small, one) => (small === null || (one !== null && one < small) ? one : small), null);
