import type { Queryable } from '#kit/server/db/database.ts';
import type { CountedDay, DueExplained } from '../tickets/conversation.contract.ts';
import { resolved, waiting } from '../tickets/request-status.rules.ts';
import { type Calendar, countedByDay, dayName, type DayCounted } from './business-time.rules.ts';
import { firstGoal, resolutionGoal, untilAnswer } from './promise.rules.ts';
import { type ClockedTicket, type Ended, endedOf, minutesIn, promisedFor } from './promise.store.ts';
import { type ClockReading, type ClockStretch, readClock } from './sla-clock.rules.ts';
import { clockEvents, type Turn, turnsOf } from './turns.store.ts';

type Shown = DueExplained['stretches'][number];
type Goal = DueExplained['first'];
/** Something that was said to the customer or by them. */
interface Said {
  at: string;
  text: string;
  byStaff: boolean;
}

/** So much of what was said is shown beside a pause. */
const mostLetters = 200;
/** So many days to come are told one by one. */
const mostDays = 60;

/**
 * Why a ticket is due when it is: its two goals, when the clock ran and why it stood still, and what each day counted and will until then.
 * What is over is told as it was kept when it ended, and not reckoned by the hours of now.
 */
export async function explainDue(db: Queryable, ticket: ClockedTicket, now: Date): Promise<DueExplained> {
  const { calendar, promised } = await promisedFor(db, ticket);
  const turns = await turnsOf(db, [ticket.id]);
  const events = clockEvents(turns);
  const replied = ticket.firstRepliedAt === null ? null : Date.parse(ticket.firstRepliedAt);
  const first = readClock(calendar, firstGoal(promised), untilAnswer(events, replied), now.getTime());
  const solution = readClock(calendar, resolutionGoal(promised), events, now.getTime());
  const ended = await endedOf(db, ticket.id);
  const isAsCounted = solution.state !== 'STOPPED' || ended.SOLUTION.usedMin === minutesIn(solution.usedMs);
  const days = isAsCounted ? daysOf(calendar, solution, now.getTime()) : [];
  const told = new Set(days.map(({ day }) => day));
  const explained = (reading: ClockReading, end: Ended): Goal => {
    if (reading.state === 'STOPPED') return endOf(reading, end);
    return { ...goalOf(reading), coming: comingOf(calendar, reading, now.getTime(), told) };
  };
  const said = await saidIn(db, ticket.id);
  const into = await mergedInto(db, ticket);
  return {
    first: explained(first, ended.FIRST),
    solution: explained(solution, ended.SOLUTION),
    stretches: withStops(solution).map(({ from, until, isCounted }) => ({
      from: iso(from),
      until: until === null ? null : iso(until),
      isCounted,
      ...(isCounted ? { why: null, words: null } : whyStill(turns, said, into, from)),
    })),
    days,
    hours: calendar.name ?? null,
  };
}

/** The days that counted, each once, however often the clock was stopped in it. */
function daysOf(calendar: Calendar, { stretches }: ClockReading, now: number): CountedDay[] {
  const days = new Map<string, DayCounted>();
  for (const { from, until, isCounted } of stretches) {
    if (!isCounted) continue;
    for (const one of countedByDay(calendar, from, until ?? now)) {
      const before = days.get(one.day);
      const spans = [...(before?.spans ?? []), ...one.spans];
      days.set(one.day, { ...one, spans, ms: one.ms + (before?.ms ?? 0) });
    }
  }
  return [...days.values()].map(shownDay);
}

/** The days from now until something is due; today not once more where nothing is to come of it. */
function comingOf(
  calendar: Calendar,
  { state, dueAt }: ClockReading,
  now: number,
  told: ReadonlySet<string>,
): CountedDay[] {
  if (state !== 'RUNNING' || dueAt === null) return [];
  const days = countedByDay(calendar, now, dueAt, mostDays);
  return days.filter(({ day, ms }) => ms > 0 || day !== dayName(now) || !told.has(day)).map(shownDay);
}

const shownDay = ({ day, ms, spans, holiday }: DayCounted): CountedDay => ({
  day,
  spans: spans.map(({ from, until }) => ({ from: iso(from), until: iso(until) })),
  minutes: minutesIn(ms),
  holiday,
});

/** The stretches of a clock, with those between its end and its being opened again: it stands still then as well. */
function withStops({ state, stretches }: ClockReading): ClockStretch[] {
  return stretches.flatMap((stretch, at) => {
    const next = stretches[at + 1];
    const isStop = stretch.until !== null && (next ? next.from > stretch.until : state === 'STOPPED');
    return isStop ? [stretch, { from: stretch.until ?? 0, until: next?.from ?? null, isCounted: false }] : [stretch];
  });
}

/** Why a clock stands still from a moment on, with the words that made it so. */
function whyStill(
  turns: readonly Turn[],
  said: readonly Said[],
  into: string | null,
  from: number,
): Pick<Shown, 'why' | 'words'> {
  const turn = turns.findLast(({ clock, at }) => (clock === 'PAUSE' || clock === 'STOP') && Date.parse(at) === from);
  if (!turn) return { why: null, words: null };
  const before = said.filter(({ at }) => Date.parse(at) <= from);
  // What the customer is asked may have been said before the clock was stopped for it.
  if (turn.toStatus === waiting && turn.clock === 'PAUSE')
    return { why: 'WAITING', words: before.findLast(({ byStaff }) => byStaff)?.text ?? null };
  if (turn.clock === 'PAUSE') return { why: 'INACTIVE', words: null };
  const isLast = turns.findLast(({ clock }) => clock !== null) === turn;
  if (into !== null && isLast) return { why: 'MERGED', words: into };
  const words = before.findLast(({ at, byStaff }) => Date.parse(at) === from && byStaff === turn.byStaff)?.text ?? null;
  return { why: turn.toStatus === resolved ? 'RESOLVED' : 'CLOSED', words };
}

const saidIn = (db: Queryable, ticketId: string): Promise<Said[]> =>
  db.query<Said>(
    `select created_at as at, case when length(text) > ${mostLetters} then left(text, ${mostLetters}) || '…' else text end as text, by_staff = 'STAFF' as "byStaff"
     from ticket_reply where ticket_id = $1 and status = 1 and deleted_at is null order by created_at, id`,
    [ticketId],
  );

async function mergedInto(db: Queryable, { mergedIntoId }: ClockedTicket): Promise<string | null> {
  if (mergedIntoId === null) return null;
  const [into] = await db.query<{ ticketNo: string }>('select ticket_no as "ticketNo" from help_desk where id = $1', [
    mergedIntoId,
  ]);
  return into?.ticketNo ?? null;
}

const iso = (ms: number): string => new Date(ms).toISOString();
/** What is over, as it was kept. When it was missed is reckoned, so it is told only where that comes to the same. */
const endOf = (reading: ClockReading, { usedMin, promisedMin }: Ended): Goal => ({
  ...goalOf(reading),
  usedMin,
  targetMin: promisedMin,
  ...(usedMin === minutesIn(reading.usedMs) && promisedMin === minutesIn(reading.targetMs) ? {} : { missedAt: null }),
  coming: [],
});
const goalOf = ({ state, usedMs, targetMs, dueAt, missedAt }: ClockReading): Omit<Goal, 'coming'> => ({
  state,
  usedMin: minutesIn(usedMs),
  targetMin: minutesIn(targetMs),
  dueAt: dueAt === null ? null : iso(dueAt),
  missedAt: missedAt === null ? null : iso(missedAt),
});
