import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { RequestStatus } from '../tickets/request-status.rules.ts';
import type { ClockEvent, ClockEventKind } from './sla-clock.rules.ts';

/** A turn of a ticket: what it was, what it became, and what that did to its clock. */
export interface Turn {
  ticketId: string;
  no: number;
  at: string;
  clock: ClockEventKind | null;
  fromStatus: RequestStatus | null;
  toStatus: RequestStatus;
  actor: string;
  byStaff: boolean;
}

/** The turns of tickets, oldest first. */
export const turnsOf = (db: Queryable, ticketIds: readonly string[]): Promise<Turn[]> =>
  db.query<Turn>(
    `select ticket_id as "ticketId", no, at, clock, from_status::int as "fromStatus", to_status::int as "toStatus", actor, by_staff as "byStaff"
     from help_desk_turn where ticket_id = any($1::uuid[]) order by ticket_id, no`,
    [[...ticketIds]],
  );

export const clockEvents = (turns: readonly Turn[]): ClockEvent[] =>
  turns.flatMap(({ clock, at }) => (clock === null ? [] : [{ kind: clock, at: Date.parse(at) }]));

/** Who does something to a ticket: staff, or a customer. The product itself counts as staff. */
export type Side = 'STAFF' | 'CUSTOMER';

/**
 * Adds a turn to a locked ticket. Of two who wrote at once, whoever waited for the lock came with the time before it: no turn is
 * dated before the one that it follows.
 * @returns when it was
 */
export async function addTurn(
  db: Queryable,
  writer: Writer,
  ticket: { id: string; orgId: string },
  turn: {
    clock: ClockEventKind | null;
    from: RequestStatus | null;
    to: RequestStatus;
    side: Side;
    /** Who did it, where that is not the writer. */
    actor?: string;
  },
): Promise<Date> {
  const [row] = await db.query<{ at: string }>(
    `insert into help_desk_turn (ticket_id, org_id, no, at, clock, from_status, to_status, actor_id, actor, by_staff)
     values ($1, $2, coalesce((select max(no) from help_desk_turn where ticket_id = $1), 0) + 1,
       greatest($3::timestamptz, (select max(at) from help_desk_turn where ticket_id = $1)), $4, $5, $6, $7, $8, $9) returning at`,
    [
      ticket.id,
      ticket.orgId,
      writer.now.toISOString(),
      turn.clock,
      turn.from === null ? null : String(turn.from),
      String(turn.to),
      writer.actorId,
      // Whoever acts as a customer is the customer to those who read it.
      turn.actor ?? (turn.side === 'CUSTOMER' ? (writer.onBehalfOfName ?? writer.actorName) : writer.actorName),
      turn.side === 'STAFF',
    ],
  );
  return new Date(row?.at ?? writer.now);
}
