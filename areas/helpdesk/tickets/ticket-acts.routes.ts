import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { can } from '#kit/contract/rights.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { idOf, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { checkVersion } from '#kit/server/catalogue/write/write-checks.ts';
import { type Queryable, transact } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { conversationItem, dueExplained } from './conversation.contract.ts';
import { explainDue } from '../sla/explain-due.store.ts';
import { readConversation, readQuoted } from './conversation.store.ts';
import {
  closed,
  forwarded,
  isOver,
  mayBecome,
  type RequestStatus,
  reopened,
  resolved,
  waiting,
} from './request-status.rules.ts';
import { helpDesk } from './ticket.contract.ts';
import { sideOf } from './ticket.policy.ts';
import { answering, type Desk, words } from './desk-parts.ts';
import { lastWords, toldWithTheEnd } from './words.policy.ts';
import type { TicketMails } from './ticket-mails.ts';
import { findTicket, lockTicket, mustBeActive, noteChange, type StoredTicket, turnTicket } from './tickets.store.ts';

const statusBody = z.strictObject({
  requestStatus: z
    .int({ error: 'Must be a number from 0 to 6' })
    .check(
      z.minimum(0, { error: 'Must be a number from 0 to 6' }),
      z.maximum(6, { error: 'Must be a number from 0 to 6' }),
    ),
  remark: z.optional(z.nullable(words(5_000, 'Write something'))),
});
const satisfactionBody = z.strictObject({
  score: z
    .int({ error: 'Choose 1 to 5' })
    .check(z.minimum(1, { error: 'Choose 1 to 5' }), z.maximum(5, { error: 'Choose 1 to 5' })),
  comment: z.optional(z.nullable(words(1_000, 'Write something'))),
});

const tag = helpDesk.many;
const look = { module: helpDesk.path, action: 'view' } as const;
const write = { module: helpDesk.path, action: 'edit' } as const;

/** Calls about one ticket besides those of every catalogue: its conversation, why it is due, its status, and how satisfied somebody is. */
export function addTicketActs(app: FastifyInstance, kit: CatalogueKit, desk: Desk): void {
  addReads(app, kit);
  addStatus(app, kit, desk);
  addSatisfaction(app, kit, desk);
}

function addReads(app: FastifyInstance, kit: CatalogueKit): void {
  const common = { method: 'GET', tag, access: look, scope: 'organisation' } as const;
  addRoute(app, {
    ...common,
    path: '/help-desk/get-remarks/{id}',
    summary: 'What was said and what happened in a ticket, oldest first; internal notes for staff alone',
    answer: z.array(conversationItem),
    beside: { count: z.int(), quoted: z.nullable(z.string()) },
    handle: async (call) => {
      const id = idOf(call, helpDesk);
      const { session } = call;
      const isStaff = session.user.kind !== 'client' && can(session.grants, 'ticket-note', 'view');
      const { data, quoted } = await transact(kit.db, scopeOf(session), async (db) => {
        const ticket = await findTicket(db, scopeOf(session), id);
        const reader = { id: session.actor?.id ?? session.user.id, isStaff };
        return {
          data: await readConversation(db, ticket, reader, kit.clock.now()),
          quoted: await readQuoted(db, ticket.id),
        };
      });
      return { message: 'OK', data, count: data.length, quoted };
    },
  });
  addRoute(app, {
    ...common,
    path: '/help-desk/due/{id}',
    summary:
      'Why a ticket is due when it is: its goals, when its clock ran, and what each day counted and will until then',
    answer: dueExplained,
    handle: async (call) => {
      const id = idOf(call, helpDesk);
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db) =>
        explainDue(db, await findTicket(db, scope, id), kit.clock.now()),
      );
      // Customers are not told how the desk names its hours.
      const hours = call.session.user.kind === 'client' ? null : data.hours;
      return { message: 'OK', data: { ...data, hours } };
    },
  });
}

function addStatus(app: FastifyInstance, kit: CatalogueKit, { tickets, replies, mails }: Desk): void {
  const answered = answering(kit, tickets);
  addRoute(app, {
    method: 'PUT',
    path: '/help-desk/request-status/{id}',
    summary: 'Change the request status of a ticket, with a reply to the customer if there is something to say',
    tag,
    // Of all statuses, customers may open again what was resolved and close what is theirs: see mayBecome.
    access: write,
    scope: 'organisation',
    body: statusBody,
    once: true,
    versioned: true,
    whileImpersonating: 'allowed',
    answer: rowSchema(kit.registry, helpDesk),
    handle: async (call) => {
      const id = idOf(call, helpDesk);
      const { requestStatus, remark } = call.body as z.infer<typeof statusBody>;
      const to = requestStatus as RequestStatus;
      const scope = scopeOf(call.session);
      const input = { values: { requestStatus, remark: remark ?? null }, files: {} };
      return writeAnswer(kit, helpDesk, call, input, async (db, writer) => {
        const side = sideOf(writer);
        const ticket = await lockTicket(db, scope, id);
        const { row } = await mustRead(tickets.reads, scope, id, db);
        checkVersion(ifMatchOf(call), row);
        if (ticket.mergedIntoId !== null) throw refuse.conflict('This ticket was merged into another one');
        mustBeActive(ticket);
        if (to === forwarded)
          throw refuse.badInput({ requestStatus: 'Forward it to a team, a person or a role instead' });
        if (!mayBecome(ticket.requestStatus, to, side))
          throw refuse.badInput({ requestStatus: refusal(ticket, to, side) });
        const said = remark ?? null;
        if (to === waiting && said === null && !(await isAsked(db, id)))
          throw refuse.badInput({ remark: 'Write what the customer is to answer' });
        if (side === 'CUSTOMER' && isOver(to)) lastWords.add(writer);
        if (isOver(to)) toldWithTheEnd.add(writer);
        if (said !== null)
          await replies.writes.create(db, scope, writer, {
            values: { ticketId: id, orgId: ticket.orgId, text: said } as never,
            files: {},
          });
        const turned = await turnTicket(db, writer, await lockTicket(db, scope, id), to, side);
        if (side === 'STAFF') await tellTurn(db, mails, writer, { from: ticket, turned, said });
        if (side === 'CUSTOMER') await mails.news(db, writer, turned, newsOf(to), `${id}:${writer.now.toISOString()}`);
        return answered(db, call, scope, id, 'Helpdesk Ticket update succesfully.');
      });
    },
  });
}

/** Tells the customers of a turn that the desk gave their ticket, in one mail with what was written to them. */
async function tellTurn(
  db: Queryable,
  mails: TicketMails,
  { now }: Writer,
  { from, turned, said }: { from: StoredTicket; turned: StoredTicket; said: string | null },
): Promise<void> {
  const to = turned.requestStatus;
  if (to === resolved) await mails.resolved(db, turned, now, said);
  // After a resolution the customer was told of that: only what is written with the end is new to them.
  else if (to === closed && (said !== null || !isOver(from.requestStatus))) await mails.closed(db, turned, now, said);
  // What is written when a ticket is opened again is told as an answer.
  else if (to === reopened && said === null) await mails.reopened(db, turned, now);
}

/** Whether the desk had the last word with the customer: then they were asked something already, perhaps with files. */
async function isAsked(db: Queryable, ticketId: string): Promise<boolean> {
  const [last] = await db.query<{ byStaff: boolean }>(
    `select by_staff = 'STAFF' as "byStaff" from ticket_reply where ticket_id = $1 and status = 1 and deleted_at is null
     order by created_at desc, id desc limit 1`,
    [ticketId],
  );
  return last?.byStaff === true;
}

const newsOf = (to: RequestStatus): string =>
  isOver(to) ? 'The customer closed it.' : 'The customer opened it again.';

const refusal = ({ requestStatus }: StoredTicket, to: RequestStatus, side: 'STAFF' | 'CUSTOMER'): string =>
  requestStatus === to
    ? 'It is that already'
    : side === 'CUSTOMER'
      ? 'You can close a ticket, and reopen one that was resolved'
      : 'A ticket of this status cannot become that';

function addSatisfaction(app: FastifyInstance, kit: CatalogueKit, { tickets, mails }: Desk): void {
  const answered = answering(kit, tickets);
  addRoute(app, {
    method: 'POST',
    path: '/help-desk/satisfaction/{id}',
    summary: 'Say how satisfied one is with a ticket that is resolved or closed, from 1 to 5; for its customer',
    tag,
    access: write,
    scope: 'organisation',
    body: satisfactionBody,
    once: true,
    // What a customer thinks is for the customer to say.
    whileImpersonating: 'refused',
    answer: rowSchema(kit.registry, helpDesk),
    handle: async (call) => {
      const id = idOf(call, helpDesk);
      const { score, comment } = call.body as z.infer<typeof satisfactionBody>;
      const scope = scopeOf(call.session);
      const input = { values: { score, comment: comment ?? null }, files: {} };
      return writeAnswer(kit, helpDesk, call, input, async (db, writer: Writer) => {
        if (sideOf(writer) === 'STAFF') throw refuse.conflict('Only the customer can say this');
        const ticket = await lockTicket(db, scope, id);
        if (!isOver(ticket.requestStatus)) throw refuse.conflict('This can be said once the ticket is resolved');
        if (ticket.mergedIntoId !== null)
          throw refuse.conflict('This ticket was merged. Rate the one that it became part of');
        if (ticket.appUserId !== null && ticket.appUserId !== writer.actorId)
          throw refuse.conflict('Only the person who asked can rate this ticket');
        const { row } = await mustRead(tickets.reads, scope, id, db);
        if (isRated(row)) throw refuse.conflict('You have rated this ticket already');
        await db.query(
          `update help_desk set satisfaction = $2, satisfaction_note = $3, rated_at = $4, version = version + 1, updated_at = $4, updated_by = $5 where id = $1`,
          [id, score, comment ?? null, writer.now.toISOString(), writer.actorId],
        );
        await noteChange(
          db,
          writer,
          ticket,
          { satisfaction: row.satisfaction, satisfactionNote: row.satisfactionNote },
          { satisfaction: score, satisfactionNote: comment ?? null },
        );
        await mails.news(
          db,
          writer,
          ticket,
          `The customer rated it ${score} of 5.`,
          `${id}:rated:${writer.now.toISOString()}`,
        );
        return answered(db, call, scope, id, 'Thank you for your answer.');
      });
    },
  });
}

/** Whether a ticket was rated since it was over the last time. */
const isRated = ({ ratedAt, resolvedAt, closedAt }: RowOf<typeof helpDesk>): boolean =>
  ratedAt !== null && ratedAt >= (resolvedAt ?? closedAt ?? '');
