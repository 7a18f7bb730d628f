import type { Queryable } from '#kit/server/db/database.ts';
import type { DueExplained } from '../tickets/conversation.contract.ts';
import { resolved, waiting } from '../tickets/request-status.rules.ts';
import { countedByDay } from './business-time.rules.ts';
import { firstGoal, resolutionGoal, untilAnswer } from './promise.rules.ts';
import { type ClockedTicket, promisedFor } from './promise.store.ts';
import { type ClockReading, type ClockStretch, readClock } from './sla-clock.rules.ts';
import { clockEvents, type Turn, turnsOf } from './turns.store.ts';

type Shown = DueExplained['stretches'][number];
/** Something that was said to the customer or by them. */
interface Said {
  at: string;
  text: string;
  byStaff: boolean;
}

/** So much of what was said is shown beside a pause. */
const mostLetters = 200;

/** Why a ticket is due when it is: its two goals, when the clock ran and why it stood still, and what each day counted. */
export async function explainDue(db: Queryable, ticket: ClockedTicket, now: Date): Promise<DueExplained> {
  const { calendar, promised } = await promisedFor(db, ticket);
  const turns = await turnsOf(db, [ticket.id]);
  const events = clockEvents(turns);
  const replied = ticket.firstRepliedAt === null ? null : Date.parse(ticket.firstRepliedAt);
  const first = readClock(calendar, firstGoal(promised), untilAnswer(events, replied), now.getTime());
  const solution = readClock(calendar, resolutionGoal(promised), events, now.getTime());
  const counted = new Map<string, { minutes: number; holiday: string | null }>();
  for (const { from, until, isCounted } of solution.stretches) {
    if (!isCounted) continue;
    for (const { day, ms, holiday } of countedByDay(calendar, from, until ?? now.getTime()))
      counted.set(day, { minutes: Math.floor(ms / 60_000) + (counted.get(day)?.minutes ?? 0), holiday });
  }
  const said = await saidIn(db, ticket.id);
  const into = await mergedInto(db, ticket);
  return {
    first: goalOf(first),
    solution: goalOf(solution),
    stretches: withStops(solution).map(({ from, until, isCounted }) => ({
      from: iso(from),
      until: until === null ? null : iso(until),
      isCounted,
      ...(isCounted ? { why: null, words: null } : whyStill(turns, said, into, from)),
    })),
    days: [...counted].map(([day, one]) => ({ day, ...one })),
  };
}

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
const goalOf = ({ state, usedMs, targetMs, dueAt, missedAt }: ClockReading): DueExplained['first'] => ({
  state,
  usedMin: Math.floor(usedMs / 60_000),
  targetMin: Math.round(targetMs / 60_000),
  dueAt: dueAt === null ? null : iso(dueAt),
  missedAt: missedAt === null ? null : iso(missedAt),
});
