import { afterOpenMs, type Calendar, openMs } from './business-time.rules.ts';

/** What is left of the time is short when this share of it is used. */
const soonShare = 0.75;

/** What happens to the clock of a ticket. */
export type ClockEventKind = 'OPEN' | 'PAUSE' | 'RESUME' | 'STOP' | 'REOPEN';
export interface ClockEvent {
  kind: ClockEventKind;
  at: number;
}

/** What a clock counts up to. */
export interface ClockGoal {
  /** Open time until it is due. */
  targetMs: number;
  /** What is left at least when a ticket is opened again; it is not due before. */
  reopenMs: number;
}

/** A stretch of time and whether it counted. */
export interface ClockStretch {
  from: number;
  /** Null: it goes on. */
  until: number | null;
  isCounted: boolean;
}

export interface ClockReading {
  state: 'RUNNING' | 'PAUSED' | 'STOPPED';
  /** Open time that counted, up to the moment of reading. */
  usedMs: number;
  /** What may be used: the goal, and what reopening has added. */
  targetMs: number;
  /** When it is due if nothing else happens; null while it does not run, and where the desk is never open. */
  dueAt: number | null;
  /** When it was due and not done, since it was last opened; null: it is not late. */
  breachedAt: number | null;
  /** When it was late for the first time. It stays, also where it was opened again since: reports do not forget. */
  missedAt: number | null;
  /** From so much of the used time on it is due soon. */
  soonMs: number;
  stretches: readonly ClockStretch[];
}

/**
 * Reads the clock of a ticket: open time counts from its opening to its end, but not while the customer is waited for. Whoever
 * has the ticket then makes no difference. One that is opened again goes on where it stopped, with `reopenMs` at least; where it
 * was late before, it is not late again until that is over (decision 0033). What is done in the very moment in which it is due, is done in time. Events come in the order of their times; those that change nothing
 * (a pause while it is paused) are passed over.
 */
export function readClock(
  calendar: Calendar,
  goal: ClockGoal,
  events: readonly ClockEvent[],
  now: number,
): ClockReading {
  let [usedMs, targetMs] = [0, goal.targetMs];
  let state = 'STOPPED' as ClockReading['state'];
  let since = null as number | null;
  let breachedAt = null as number | null;
  let missedAt = null as number | null;
  let soonMs = goal.targetMs * soonShare;
  const stretches: ClockStretch[] = [];

  const ran = (until: number) => {
    if (since === null) return;
    const ms = openMs(calendar, since, until);
    if (breachedAt === null && usedMs + ms > targetMs) breachedAt = afterOpenMs(calendar, since, targetMs - usedMs);
    missedAt ??= breachedAt;
    usedMs += ms;
  };
  const turn = (to: ClockReading['state'], at: number) => {
    const last = stretches.at(-1);
    if (last && last.until === null) stretches[stretches.length - 1] = { ...last, until: at };
    ran(at);
    state = to;
    since = to === 'RUNNING' ? at : null;
    if (to !== 'STOPPED') stretches.push({ from: at, until: null, isCounted: to === 'RUNNING' });
  };
  for (const { kind, at } of events) {
    if (at > now) break;
    if (kind === 'OPEN' && stretches.length === 0) turn('RUNNING', at);
    else if (kind === 'PAUSE' && state === 'RUNNING') turn('PAUSED', at);
    else if (kind === 'RESUME' && state === 'PAUSED') turn('RUNNING', at);
    else if (kind === 'STOP' && state !== 'STOPPED') turn('STOPPED', at);
    else if (kind === 'REOPEN' && state === 'STOPPED' && stretches.length > 0) {
      if (usedMs + goal.reopenMs > targetMs) {
        targetMs = usedMs + goal.reopenMs;
        soonMs = usedMs + goal.reopenMs * soonShare;
      }
      breachedAt = null;
      turn('RUNNING', at);
    }
  }
  const rest = () => ({ state, usedMs, targetMs, breachedAt, missedAt, soonMs, stretches });
  if (state !== 'RUNNING' || since === null) return { ...rest(), dueAt: null };
  const dueAt = afterOpenMs(calendar, since, Math.max(0, targetMs - usedMs));
  ran(now);
  return { ...rest(), dueAt: breachedAt ?? dueAt };
}
