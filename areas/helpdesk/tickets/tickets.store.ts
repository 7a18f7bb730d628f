import { type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { reckonPromise } from '../sla/promise.store.ts';
import { addTurn, type Side } from '../sla/turns.store.ts';
import {
  asCustomersRead,
  clockOf,
  closed,
  isOver,
  mayBecome,
  type RequestStatus,
  waiting,
} from './request-status.rules.ts';
import { helpDesk, requestStatuses, ticketNote } from './ticket.contract.ts';

/** A ticket as what happens to it needs it. */
export interface StoredTicket {
  id: string;
  orgId: string;
  ticketNo: string;
  subject: string;
  requestStatus: RequestStatus;
  live: boolean;
  categoryId: string;
  appUserId: string | null;
  teamId: string | null;
  roleId: string | null;
  assigneeId: string | null;
  firstRepliedAt: string | null;
  mergedIntoId: string | null;
  createdAt: string;
}
const columns = `t.id, t.org_id as "orgId", t.ticket_no as "ticketNo", t.subject, t.request_status::int as "requestStatus",
  t.status = 1 and t.deleted_at is null as live, t.category_id as "categoryId", t.app_user_id as "appUserId", t.team_id as "teamId", t.role_id as "roleId",
  t.assignee_id as "assigneeId", t.first_replied_at as "firstRepliedAt", t.merged_into_id as "mergedIntoId", t.created_at as "createdAt"`;

const oneTicket = (ending: string) => async (db: Queryable, scope: Scope, id: string) => {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('ticket', scope, 't.org_id', params);
  const [row] = await db.query<StoredTicket>(
    `select ${columns} from help_desk t where t.id = $1 and t.deleted_at is null${tenantSql}${ending}`,
    params,
  );
  if (!row) throw refuse.notFound('Ticket not found');
  return row;
};
/** A ticket that the scope sees. @throws 404 */
export const findTicket = oneTicket('');
/** The same, locked until the transaction ends, so that what happens to it happens in turn. @throws 404 */
export const lockTicket = oneTicket(' for no key update of t');

/** Tickets that the scope sees, locked in the order of their ids. @throws 404 where it does not see one of them */
export async function lockAll(db: Queryable, scope: Scope, ids: readonly string[]): Promise<StoredTicket[]> {
  const found: StoredTicket[] = [];
  for (const one of [...new Set(ids)].sort()) found.push(await lockTicket(db, scope, one));
  return found;
}

const inactive = 'This ticket is inactive. Activate it first';

/** @throws 409 for a ticket that is switched off: nothing is done with it until it is back */
export function mustBeActive({ live }: StoredTicket): void {
  if (!live) throw refuse.conflict(inactive);
}

/** @throws 409 for a ticket that is over, or switched off */
export function mustBeAtWork(ticket: StoredTicket): void {
  mustBeActive(ticket);
  const { requestStatus, ticketNo } = ticket;
  if (isOver(requestStatus)) throw refuse.conflict(`${ticketNo} is over. Reopen it first`);
}

/**
 * Tickets of these organisations by their ids, locked in the order of their ids: nobody waits for another organisation's.
 * @param orgIds null: whosever they are, for what the product does by itself
 */
export const lockTickets = (
  db: Queryable,
  ids: readonly string[],
  orgIds: readonly string[] | null,
): Promise<StoredTicket[]> =>
  db.query<StoredTicket>(
    `select ${columns} from help_desk t where t.id = any($1::uuid[]) and ($2::uuid[] is null or t.org_id = any($2::uuid[])) order by t.id for no key update of t`,
    [[...ids], orgIds ? [...new Set(orgIds)] : null],
  );

/** The next number of the month in India: HD-2611-00042. */
export async function nextNumber(db: Queryable, now: Date): Promise<string> {
  const month = new Date(now.getTime() + 330 * 60_000).toISOString().slice(2, 7).replace('-', '');
  const [row] = await db.query<{ last: number }>(
    `insert into help_desk_number as n (month, last) values ($1, 1) on conflict (month) do update set last = n.last + 1 returning last`,
    [month],
  );
  return `HD-${month}-${String(row?.last ?? 0).padStart(5, '0')}`;
}

const nameOf = (status: RequestStatus): string => requestStatuses[status].label;

/**
 * Makes a ticket what it is to become, with its clock, its times and its history. What customers may make of it is asked before.
 * @throws 409 where it cannot become that
 */
export async function turnTicket(
  db: Queryable,
  writer: Writer,
  ticket: StoredTicket,
  to: RequestStatus,
  side: Side,
): Promise<StoredTicket> {
  const from = ticket.requestStatus;
  if (from === to) return ticket;
  if (!mayBecome(from, to, 'STAFF'))
    throw refuse.conflict(`A ticket that is ${nameOf(from).toLowerCase()} cannot become ${nameOf(to).toLowerCase()}`);
  const at = await addTurn(db, writer, ticket, { clock: clockOf(from, to), from, to, side });
  const turned = { ...ticket, requestStatus: to };
  await db.query(
    `update help_desk set request_status = $2, resolved_at = case when $2 = '4' then $3::timestamptz when $2 = '5' then resolved_at end,
       closed_at = case when $2 = '5' then $3::timestamptz end, reopened_count = reopened_count + case when $2 = '6' then 1 else 0 end,
       version = version + 1, updated_at = $3, updated_by = $4 where id = $1`,
    [ticket.id, String(to), at.toISOString(), writer.actorId],
  );
  // What was resolved and is closed now stays as it ended, whatever the hours have become since.
  if (!isOver(from) || !isOver(to)) await reckonPromise(db, turned, writer.now);
  const [told, toldTo] = [asCustomersRead(from), asCustomersRead(to)];
  if (told !== toldTo) await noteChange(db, writer, ticket, { requestStatus: told }, { requestStatus: toldTo });
  if (told !== from || toldTo !== to)
    await noteChange(db, writer, ticket, { requestStatus: from }, { requestStatus: to }, ticketNote.path);
  return turned;
}

/** The clock stands still while a ticket is switched off or deleted, and goes on when it is back. */
export async function holdClock(db: Queryable, writer: Writer, ticket: StoredTicket, isBack: boolean): Promise<void> {
  const status = ticket.requestStatus;
  if (isOver(status) || status === waiting) return;
  await addTurn(db, writer, ticket, { clock: isBack ? 'RESUME' : 'PAUSE', from: status, to: status, side: 'STAFF' });
  await reckonPromise(db, ticket, writer.now);
}

/**
 * Notes in the history what became of a ticket besides its fields, and that its row is another one.
 * @param module whose history tells it: that of internal notes where customers are not told
 */
export async function noteChange(
  db: Queryable,
  writer: Writer,
  ticket: StoredTicket,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  module: string = helpDesk.path,
): Promise<void> {
  writer.touched.push(['help_desk', ticket.orgId]);
  await recordChange(db, writer, {
    action: 'update',
    module,
    recordId: ticket.id,
    recordTitle: ticket.subject,
    orgId: ticket.orgId,
    before,
    after,
    fields: Object.keys(after),
  });
}

/** Where staff has answered for the first time, the first of the two promises is kept or missed. */
export async function noteFirstReply(db: Queryable, writer: Writer, ticket: StoredTicket): Promise<StoredTicket> {
  if (ticket.firstRepliedAt !== null) return ticket;
  const firstRepliedAt = writer.now.toISOString();
  await db.query('update help_desk set first_replied_at = $2 where id = $1', [ticket.id, firstRepliedAt]);
  const answered = { ...ticket, firstRepliedAt };
  await reckonPromise(db, answered, writer.now);
  return answered;
}

/** @throws 409 where nothing more can be written to a ticket */
export function mustBeOpenToWords(ticket: StoredTicket, side: Side): void {
  if (ticket.mergedIntoId !== null) throw refuse.conflict('This ticket was merged into another one. Write there');
  // Activating it is for the desk.
  if (!ticket.live) throw refuse.conflict(side === 'STAFF' ? inactive : 'This ticket is inactive');
  if (side === 'CUSTOMER' && ticket.requestStatus === closed)
    throw refuse.conflict('This ticket is closed. Ask a new question that follows it');
}

/**
 * A ticket of another category than before goes to the team of that category, unless somebody chose another team for it. Who has it
 * keeps it.
 */
export async function followCategory(
  db: Queryable,
  writer: Writer,
  ticket: StoredTicket,
  before: string,
): Promise<void> {
  if (ticket.categoryId === before || ticket.roleId !== null) return;
  const teams = await db.query<{ id: string; teamId: string | null }>(
    'select id, default_team_id as "teamId" from help_category where id = any($1::uuid[])',
    [[before, ticket.categoryId]],
  );
  const teamOf = (id: string) => teams.find((one) => one.id === id)?.teamId ?? null;
  const teamId = teamOf(ticket.categoryId);
  if (teamOf(before) !== ticket.teamId || teamId === ticket.teamId) return;
  await db.query('update help_desk set team_id = $2 where id = $1', [ticket.id, teamId]);
  await noteChange(db, writer, ticket, { teamId: ticket.teamId }, { teamId }, ticketNote.path);
}
