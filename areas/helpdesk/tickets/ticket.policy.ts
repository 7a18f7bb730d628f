import { actions } from '#kit/contract/rights.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { Draft, RowChange, RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { checkAbout, keepHidden, nameAbout, rememberHidden } from '../about/about.store.ts';
import { mustHoldNoOther } from '../merge/merge.store.ts';
import { reckonPromise } from '../sla/promise.store.ts';
import { addTurn, type Side } from '../sla/turns.store.ts';
import { fillVehicles } from '../about/vehicle-of.store.ts';
import { closed, isOver, open, type RequestStatus } from './request-status.rules.ts';
import type { helpDesk } from './ticket.contract.ts';
import { bringWordsBack, purgeWords, takeWordsAway } from './gone-words.store.ts';
import type { TicketMails } from './ticket-mails.ts';
import { followCategory, holdClock, lockTickets, nextNumber } from './tickets.store.ts';

type Change = RowChange<typeof helpDesk>;

/** On which side of a ticket somebody stands. Whoever acts as a customer stands on the customer's. */
export const sideOf = ({ orgId }: Pick<Writer, 'orgId'>): Side => (orgId === null ? 'STAFF' : 'CUSTOMER');

/** What customers do not decide by themselves: how urgent it is beyond others, and in whose name it is asked. */
function checkCustomers(writer: Writer, drafts: readonly Draft<typeof helpDesk>[]): void {
  const own = writer.onBehalfOfId ?? writer.actorId;
  for (const { before, values, messages } of drafts) {
    const isRaised = values.priority === 'HIGH' || values.priority === 'URGENT';
    if (isRaised && values.priority !== before?.priority)
      messages.priority = 'The help desk decides what is urgent. Choose low or normal';
    // The form of customers does not name them.
    if (before) values.appUserId ??= before.appUserId;
    if ((values.appUserId ?? null) !== (before ? before.appUserId : own))
      messages.appUserId = before ? 'Who asked stays as it is' : 'You can ask for yourself only';
  }
}

const everyAction = [...actions];
const withoutEdit = everyAction.filter((action) => action !== 'edit');

export const ticketPolicy = (mails: TicketMails): RowPolicy<typeof helpDesk> => ({
  async prepare(_db, writer, values) {
    // A customer asks for themselves.
    if (sideOf(writer) === 'CUSTOMER') values.appUserId ??= writer.onBehalfOfId ?? writer.actorId;
  },
  async complete(db, writer, drafts) {
    await checkAbout(db, drafts);
    await fillVehicles(db, drafts);
    if (sideOf(writer) === 'CUSTOMER') {
      checkCustomers(writer, drafts);
      await rememberHidden(db, writer, drafts);
    }
    const followed = drafts.flatMap(({ values }) => values.followsId ?? []);
    const own = new Map(
      (
        await db.query<{ id: string; orgId: string; requestStatus: RequestStatus }>(
          `select id, org_id as "orgId", request_status::int as "requestStatus" from help_desk where id = any($1::uuid[]) and deleted_at is null`,
          [followed],
        )
      ).map((one) => [one.id, one]),
    );
    for (const { before, values, messages } of drafts) {
      if (values.description.trim().length < 10) messages.description = 'Describe it in 10 characters or more';
      if (before && before.followsId !== values.followsId) messages.followsId = 'What a ticket follows stays as it is';
      else if (values.followsId && own.get(values.followsId)?.orgId !== (values.orgId ?? before?.orgId))
        messages.followsId = 'This record no longer exists';
      else if (!before && values.followsId && own.get(values.followsId)?.requestStatus !== closed)
        messages.followsId = 'Choose a ticket that is closed. Write a reply to one that is not';
    }
  },
  async check(db, writer, { action, before }) {
    if (action === 'create') return;
    if (action === 'delete' || action === 'purge') await mustHoldNoOther(db, before.id);
    // What was written to a ticket goes and comes with it.
    if (action === 'delete') await takeWordsAway(db, writer, before.id);
    else if (action === 'restore') await bringWordsBack(db, before.id, before.deletedAt);
    else if (action === 'purge') await purgeWords(db, writer, before.id);
    const side = sideOf(writer);
    if (action === 'update' && isOver(before.requestStatus as RequestStatus))
      throw refuse.conflict('This ticket is over. Reopen it before you change it');
    if (side === 'STAFF') return;
    if (action !== 'update') return;
    if (before.requestStatus !== open || before.firstRepliedAt !== null)
      throw refuse.conflict('The help desk is already at work on this ticket. Write a reply instead');
  },
  async afterMany(db, writer, changes, rows) {
    const ids = rows.map(({ id }) => id);
    const created = new Set(ids.filter((_, at) => changes[at]?.action === 'create'));
    if (created.size > 0) await begin(db, writer, [...created]);
    await nameAbout(
      db,
      rows.filter((row, at) => isAboutAnother(changes[at], row)),
    );
    const turning = rows.flatMap(({ id }, at) => (changes[at] && isBackOrGone(changes[at]) ? [id] : []));
    const recounted = rows.flatMap((row, at) => (isOtherCategory(changes[at], row.categoryId) ? [row.id] : []));
    const orgIds = rows.map(({ orgId }) => orgId);
    await keepHidden(db, writer);
    for (const ticket of await lockTickets(db, [...created, ...turning, ...recounted], orgIds)) {
      const change = changes[ids.indexOf(ticket.id)];
      if (!change || change.action === 'purge') continue;
      if (change.action === 'update') await followCategory(db, writer, ticket, change.before.categoryId);
      if (created.has(ticket.id))
        await addTurn(db, writer, ticket, { clock: 'OPEN', from: null, to: open, side: sideOf(writer) });
      if (turning.includes(ticket.id)) await holdClock(db, writer, ticket, ticket.live);
      else await reckonPromise(db, ticket, writer.now);
      if (!created.has(ticket.id)) continue;
      await mails.received(db, ticket);
      await mails.arrived(db, writer, ticket);
    }
  },
  // What is over is not changed any more, and what the desk is at work on not by its customer.
  rights: ({ user }, row) => {
    const isSettled = user.kind === 'client' && (row.requestStatus !== open || row.firstRepliedAt !== null);
    return isSettled || isOver(row.requestStatus as RequestStatus) ? withoutEdit : everyAction;
  },
  rightsBy: ({ user }) => user.kind,
});

const isBackOrGone = ({ action, before, values }: Change): boolean =>
  action === 'delete' || action === 'restore' || (action === 'status' && before.status !== values.status);

const isOtherCategory = (change: Change | undefined, categoryId: string): boolean =>
  change?.action === 'update' && change.before.categoryId !== categoryId;

/** Whether a ticket is about another trip or transaction than before. */
function isAboutAnother(change: Change | undefined, row: RowOf<typeof helpDesk>): boolean {
  if (change?.action === 'create') return (row.tripId ?? row.transactionId ?? null) !== null;
  const before = change?.action === 'update' ? change.before : undefined;
  return before !== undefined && (before.tripId !== row.tripId || before.transactionId !== row.transactionId);
}

/** Gives new tickets their numbers, and the team of their category. */
async function begin(db: Queryable, writer: Writer, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await db.query(
      `update help_desk t set ticket_no = $2, channel = $3,
         team_id = (select c.default_team_id from help_category c where c.id = t.category_id) where t.id = $1`,
      [id, await nextNumber(db, writer.now), sideOf(writer) === 'STAFF' ? 'STAFF' : 'WEB'],
    );
}
