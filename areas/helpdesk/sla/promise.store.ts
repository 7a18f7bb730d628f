import type { Queryable } from '#kit/server/db/database.ts';
import { readCalendars } from '../calendars/calendar.store.ts';
import type { Calendar } from './business-time.rules.ts';
import { type Goal, goals, type Kept, type Near, type Nearness, type Promised, readPromise } from './promise.rules.ts';
import { clockEvents, type Turn, turnsOf } from './turns.store.ts';

/** A ticket as its clock needs it. */
export interface ClockedTicket {
  id: string;
  orgId: string;
  categoryId: string;
  createdAt: string;
  firstRepliedAt: string | null;
  mergedIntoId: string | null;
}

/** Something that whoever has a ticket is to be told: its first answer or its solution is due soon, or late. */
export interface Warning {
  ticketId: string;
  goal: Goal;
  isLate: boolean;
  /** It is late for so long that those who run the desk are to know. */
  isRisen: boolean;
  /** ISO UTC. */
  dueAt: string;
}

interface Terms {
  id: string;
  first: number;
  solution: number;
  reopen: number | null;
  state: string | null;
  FIRST: Near | null;
  SOLUTION: Near | null;
}

const minuteMs = 60_000;

/** What the categories of tickets promise and the hours they count in, with what was told of each already. */
async function termsOf(db: Queryable, tickets: readonly ClockedTicket[]) {
  // Not of the row: a ticket that is just being changed is asked for by what it is to be.
  const asked = tickets.map(({ id, categoryId, orgId }) => ({ id, category_id: categoryId, org_id: orgId }));
  const rows = await db.query<Terms>(
    `select a.id, c.sla_first_response_min as first, c.sla_resolution_min as solution, c.sla_reopen_min as reopen,
       (select o.state from people_organisation o where o.id = a.org_id) as state, t.first_told as "FIRST", t.solution_told as "SOLUTION"
     from json_to_recordset($1::json) as a (id uuid, category_id uuid, org_id uuid)
     join help_category c on c.id = a.category_id left join help_desk t on t.id = a.id`,
    [JSON.stringify(asked)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const calendars = await readCalendars(db, new Date(Math.min(...tickets.map((one) => Date.parse(one.createdAt)))));
  return (ticket: ClockedTicket): { calendar: Calendar; promised: Promised; told: Record<Goal, Near | null> } => {
    const terms = byId.get(ticket.id);
    const { first = 0, solution = 0, reopen, state = null } = terms ?? {};
    const promised = {
      firstMs: first * minuteMs,
      resolutionMs: solution * minuteMs,
      reopenMs: (reopen ?? first) * minuteMs,
    };
    const calendar = calendars({ categoryId: ticket.categoryId, stateCode: state });
    return { calendar, promised, told: { FIRST: terms?.FIRST ?? null, SOLUTION: terms?.SOLUTION ?? null } };
  };
}

/** What the category of a ticket promises, and the hours it counts in. */
export const promisedFor = async (db: Queryable, ticket: ClockedTicket) => (await termsOf(db, [ticket]))(ticket);

const momentOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const urgency = { SOON: 1, LATE: 2, RISEN: 3 } as const satisfies Record<Near, number>;
const urgencyOf = (near: Near | null): number => (near === null ? 0 : urgency[near]);

/**
 * Works out anew what is promised for locked tickets, and keeps it with them. Where one of the two is nearer than people were told, that is
 * to be told, whatever brought it nearer: time, another category, other hours, or a question that is older than its ticket.
 * @param tells the caller tells it now; otherwise the look-out does in its next round
 * @returns what is to be told
 */
export async function reckonPromises(
  db: Queryable,
  tickets: readonly ClockedTicket[],
  now: Date,
  tells: boolean,
): Promise<Warning[]> {
  if (tickets.length === 0) return [];
  const termsFor = await termsOf(db, tickets);
  const turns = Map.groupBy(
    await turnsOf(
      db,
      tickets.map(({ id }) => id),
    ),
    ({ ticketId }) => ticketId,
  );
  const warnings: Warning[] = [];
  const rows = tickets.map((ticket) => {
    const { calendar, promised, told } = termsFor(ticket);
    const own = turns.get(ticket.id) ?? [];
    const at = Math.max(now.getTime(), lastOf(own));
    const replied = ticket.firstRepliedAt === null ? null : Date.parse(ticket.firstRepliedAt);
    const read = readPromise(calendar, promised, clockEvents(own), replied, at, ticket.mergedIntoId !== null);
    const untold = goals.filter((goal) => urgencyOf(read.near[goal].near) > urgencyOf(told[goal]));
    for (const goal of untold) {
      const { near, dueAt } = read.near[goal];
      if (dueAt === null) continue;
      const warning = { ticketId: ticket.id, goal, dueAt: new Date(dueAt).toISOString() };
      // What rises before anybody knew that it was late is told to those who have it as well.
      if (near !== 'RISEN' || urgencyOf(told[goal]) < urgency.LATE)
        warnings.push({ ...warning, isLate: near !== 'SOON', isRisen: false });
      if (near === 'RISEN') warnings.push({ ...warning, isLate: true, isRisen: true });
    }
    return {
      id: ticket.id,
      promise: read.promise,
      due_at: momentOf(read.dueAt),
      first_due_at: momentOf(read.firstDueAt),
      resolution_due_at: momentOf(read.resolutionDueAt),
      turns_at: untold.length > 0 && !tells ? momentOf(at) : momentOf(read.turnsAt),
      first_in_time: read.first?.inTime ?? null,
      first_min: minutesOf(read.first),
      first_promised_min: minutesIn(read.promisedMs.FIRST),
      solution_in_time: read.solution?.inTime ?? null,
      solution_min: minutesOf(read.solution),
      solution_promised_min: read.promisedMs.SOLUTION === null ? null : minutesIn(read.promisedMs.SOLUTION),
      first_told: toldThen(read.near.FIRST, told.FIRST, tells),
      solution_told: toldThen(read.near.SOLUTION, told.SOLUTION, tells),
    };
  });
  await db.query(
    `update help_desk t set promise = n.promise, due_at = n.due_at, first_due_at = n.first_due_at, resolution_due_at = n.resolution_due_at,
       turns_at = n.turns_at, first_in_time = n.first_in_time, first_min = n.first_min, solution_in_time = n.solution_in_time,
       solution_min = n.solution_min, first_told = n.first_told, solution_told = n.solution_told,
       first_promised_min = n.first_promised_min, solution_promised_min = n.solution_promised_min
     from json_to_recordset($1::json) as n (id uuid, promise text, due_at timestamptz, first_due_at timestamptz, resolution_due_at timestamptz,
       turns_at timestamptz, first_in_time boolean, first_min integer, solution_in_time boolean, solution_min integer, first_told text,
       solution_told text, first_promised_min integer, solution_promised_min integer) where t.id = n.id`,
    [JSON.stringify(rows)],
  );
  return warnings;
}

/** The same for one ticket, by whoever has just done something to it. */
export const reckonPromise = (db: Queryable, ticket: ClockedTicket, now: Date): Promise<unknown> =>
  reckonPromises(db, [ticket], now, false);

const lastOf = (turns: readonly Turn[]): number => Date.parse(turns.at(-1)?.at ?? '') || 0;
const minutesOf = (kept: Kept | null): number | null =>
  kept === null || kept.usedMs === null ? null : minutesIn(kept.usedMs);

/** Minutes as they are kept and told. */
export const minutesIn = (ms: number): number => Math.round(ms / minuteMs);

/** What something promised took, and what was promised, as it was kept when it was over. Null: not kept. */
export interface Ended {
  usedMin: number | null;
  promisedMin: number | null;
}

/** How the first answer and the solution of a ticket ended. */
export async function endedOf(db: Queryable, ticketId: string): Promise<Record<Goal, Ended>> {
  const [row] = await db.query<{
    first: number | null;
    firstOf: number | null;
    solution: number | null;
    of: number | null;
  }>(
    `select first_min as first, first_promised_min as "firstOf", solution_min as solution, solution_promised_min as of
     from help_desk where id = $1`,
    [ticketId],
  );
  return {
    FIRST: { usedMin: row?.first ?? null, promisedMin: row?.firstOf ?? null },
    SOLUTION: { usedMin: row?.solution ?? null, promisedMin: row?.of ?? null },
  };
}

/** A ticket that was over when it was merged into another one has no solution of its own any more; what it was answered in time stays. */
export const endElsewhere = (db: Queryable, ticketId: string) =>
  db.query(
    `update help_desk set solution_in_time = null, solution_min = null, solution_promised_min = null,
       promise = case when first_replied_at is not null then promise end,
       first_in_time = case when first_replied_at is not null then first_in_time end where id = $1`,
    [ticketId],
  );

/** What people know then. What is farther away than they were told is told once more when it is near again. */
function toldThen({ near, isPaused }: Nearness, told: Near | null, tells: boolean): Near | null {
  if (isPaused) return told;
  return tells || urgencyOf(near) < urgencyOf(told) ? near : told;
}
