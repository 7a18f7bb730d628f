import { uuidv7 } from 'uuidv7';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { LinkKind, TicketLink } from './links.contract.ts';
import { asCustomersRead, type RequestStatus } from './request-status.rules.ts';
import { noteChange, type StoredTicket } from './tickets.store.ts';
import { ticketNote } from './ticket.contract.ts';

/** Tickets that a ticket is linked to, the latest link first. Which kinds a client is given says the fence of the table. */
export async function linksOf(db: Queryable, scope: Scope, ticketId: string): Promise<TicketLink[]> {
  const rows = await db.query<TicketLink>(
    `select l.id, l.kind, l.from_id = $1 as "isFrom", t.id as "ticketId", t.ticket_no as "ticketNo", t.subject, t.request_status::int as "requestStatus"
     from help_desk_link l join help_desk t on t.id = case when l.from_id = $1 then l.to_id else l.from_id end
     where $1 in (l.from_id, l.to_id) and t.deleted_at is null order by l.at desc, l.id desc`,
    [ticketId],
  );
  if (!scope.client) return rows;
  return rows.map((row) => ({ ...row, requestStatus: asCustomersRead(row.requestStatus as RequestStatus) }));
}

/**
 * Links two locked tickets of one organisation. Noted where the desk alone reads it.
 * @throws 400 where they are linked like that already, or the other way round
 */
export async function addLink(
  db: Queryable,
  writer: Writer,
  from: StoredTicket,
  to: StoredTicket,
  kind: LinkKind,
): Promise<void> {
  const added = await db.query(
    `insert into help_desk_link (id, org_id, from_id, to_id, kind, at, by_id, by_name) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict do nothing returning id`,
    [uuidv7(), from.orgId, from.id, to.id, kind, writer.now.toISOString(), writer.actorId, writer.actorName],
  );
  if (added.length === 0) throw refuse.badInput({ toId: 'These tickets are linked like that already' });
  await noteLink(db, writer, from, to, kind, true);
}

/** Takes a link of a ticket away. @throws 404 where it has none like that */
export async function removeLink(db: Queryable, writer: Writer, ticket: StoredTicket, linkId: string): Promise<void> {
  const [gone] = await db.query<{ kind: LinkKind; fromId: string; toId: string }>(
    `delete from help_desk_link where id = $1 and $2 in (from_id, to_id) and kind <> 'SPLIT_FROM'
     returning kind, from_id as "fromId", to_id as "toId"`,
    [linkId, ticket.id],
  );
  if (!gone) throw refuse.notFound('Link not found');
  const both = await db.query<StoredTicket>(
    'select id, org_id as "orgId", ticket_no as "ticketNo", subject from help_desk where id = any($1::uuid[])',
    [[gone.fromId, gone.toId]],
  );
  const [from, to] = [gone.fromId, gone.toId].map((one) => both.find(({ id }) => id === one));
  if (from && to) await noteLink(db, writer, from, to, gone.kind, false);
}

/** How the history says it, on the side that a link goes out from and on the other one. */
const inWords: Readonly<Record<LinkKind, readonly [string, string]>> = {
  RELATED: ['Related to', 'Related to'],
  DUPLICATE_OF: ['Duplicate of', 'Has the duplicate'],
  CAUSED_BY: ['Caused by', 'Cause of'],
  SPLIT_FROM: ['Split from', 'Split into'],
};

/** Both sides tell it. */
async function noteLink(
  db: Queryable,
  writer: Writer,
  one: StoredTicket,
  other: StoredTicket,
  kind: LinkKind,
  isAdded: boolean,
): Promise<void> {
  const [out, back] = inWords[kind];
  for (const [ticket, told] of [
    [one, { linkedTicket: `${out} ${other.ticketNo}` }],
    [other, { linkedTicket: `${back} ${one.ticketNo}` }],
  ] as const) {
    const none = { linkedTicket: null };
    await noteChange(db, writer, ticket, isAdded ? none : told, isAdded ? told : none, ticketNote.path);
  }
}
