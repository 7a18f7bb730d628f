import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { type Queryable, transact } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { reckonPromise } from '../sla/promise.store.ts';
import { addNote } from './added-note.store.ts';
import { closed, forwarded, isOver, mayBecome, type RequestStatus, waiting } from './request-status.rules.ts';
import { watching } from './conversation.contract.ts';
import { type Desk, words } from './desk-parts.ts';
import { answering } from './ticket-acts.routes.ts';
import { helpDesk, ticketNote } from './ticket.contract.ts';
import { findTicket, lockTicket, noteChange, type StoredTicket, turnTicket } from './tickets.store.ts';

const id = z.string({ error: 'Must be an id' }).check(z.refine(isId, { error: 'Must be an id' }), z.toLowerCase());
const to = { teamId: z.optional(z.nullable(id)), userId: z.optional(z.nullable(id)) };
const forwardBody = z.strictObject({
  ticketId: id,
  ...to,
  reason: words(1_000, 'Say why it is forwarded'),
  keepWatching: z._default(z.boolean(), true),
});
const most = 100;
const ids = z
  .array(id, { error: 'Choose tickets' })
  .check(
    z.minLength(1, { error: 'Choose tickets' }),
    z.maxLength(most, { error: `At most ${most} tickets at a time` }),
  );
const assignBody = z.strictObject({ ids, ...to });
const mergeBody = z.strictObject({ ids, intoId: id });
const watchBody = z.strictObject({ watching: z.boolean({ error: 'Must be true or false' }) });

const common = {
  method: 'POST',
  tag: helpDesk.many,
  // A right of staff alone: what happens here is noted where no customer reads.
  access: { module: ticketNote.path, action: 'create' },
  scope: 'organisation',
  once: true,
  // Whoever acts as a customer is on the customer's side, and this is the desk's.
  whileImpersonating: 'refused',
} as const;

/** Calls of the desk: who has a ticket, who watches it, and which are one. */
export function addHandlingRoutes(app: FastifyInstance, kit: CatalogueKit, desk: Desk): void {
  addForward(app, kit, desk);
  addAssign(app, kit, desk);
  addMerge(app, kit, desk);
  addWatch(app, kit, desk);
}

function addForward(app: FastifyInstance, kit: CatalogueKit, { tickets, mails }: Desk): void {
  const answered = answering(kit, tickets);
  addRoute(app, {
    ...common,
    path: '/help-desk/forward',
    summary: 'Forward a ticket to a team or a person, with the reason as an internal note; its clock goes on',
    body: forwardBody,
    answer: rowSchema(kit.registry, helpDesk),
    handle: async (call) => {
      const said = call.body as z.infer<typeof forwardBody>;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, helpDesk, call, { values: { ...said }, files: {} }, async (db, writer) => {
        const target = await targetOf(db, said);
        const ticket = await lockTicket(db, scope, said.ticketId);
        mustBeAtWork(ticket);
        if (ticket.teamId === target.teamId && ticket.assigneeId === target.userId)
          throw refuse.badInput({ [target.userId === null ? 'teamId' : 'userId']: 'They have this ticket already' });
        // While the customer is asked, the clock stands still, whoever has it.
        const stays = ticket.requestStatus === forwarded || ticket.requestStatus === waiting;
        const turned = stays ? ticket : await turnTicket(db, writer, ticket, forwarded, 'STAFF');
        await hand(db, writer, turned, target);
        await addNote(db, writer, ticket, { kind: 'FORWARD', text: said.reason, ...target });
        if (said.keepWatching) await watch(db, writer, ticket, true);
        await mails.news(
          db,
          writer,
          { ...turned, assigneeId: target.userId },
          `Forwarded to ${target.name}.`,
          uuidv7(),
        );
        return answered(db, call, scope, ticket.id, `Ticket forwarded to ${target.name}.`);
      });
    },
  });
}

function addAssign(app: FastifyInstance, kit: CatalogueKit, { mails }: Desk): void {
  addRoute(app, {
    ...common,
    path: '/help-desk/assign',
    summary: `Give up to ${most} tickets to a team, a person, or nobody`,
    body: assignBody,
    answer: z.strictObject({ changed: z.int() }),
    handle: async (call) => {
      const said = call.body as z.infer<typeof assignBody>;
      return writeAnswer(kit, helpDesk, call, { values: { ...said }, files: {} }, async (db, writer) => {
        const nobody = (said.userId ?? null) === null && (said.teamId ?? null) === null;
        const target = nobody ? { teamId: null, userId: null, name: 'nobody' } : await targetOf(db, said);
        let changed = 0;
        for (const ticket of await lockAll(db, call, said.ids)) {
          mustBeAtWork(ticket);
          // A person within the team that has it: the team stays.
          const given = { ...target, teamId: target.teamId ?? (target.userId === null ? null : ticket.teamId) };
          if (ticket.teamId === given.teamId && ticket.assigneeId === given.userId) continue;
          changed += 1;
          await hand(db, writer, ticket, given);
          if (given.userId !== null)
            await mails.news(db, writer, { ...ticket, assigneeId: given.userId }, 'It is yours now.', uuidv7());
        }
        const message = changed === 1 ? 'Ticket assigned.' : `${changed} tickets assigned.`;
        return { status: 200, message, data: JSON.stringify({ changed }) };
      });
    },
  });
}

function addMerge(app: FastifyInstance, kit: CatalogueKit, { tickets }: Desk): void {
  const answered = answering(kit, tickets);
  addRoute(app, {
    ...common,
    path: '/help-desk/merge',
    summary:
      'Merge tickets of one organisation into another of its tickets: they are closed, and their words stand there',
    body: mergeBody,
    answer: rowSchema(kit.registry, helpDesk),
    handle: async (call) => {
      const { ids: given, intoId } = call.body as z.infer<typeof mergeBody>;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, helpDesk, call, { values: { ids: given, intoId }, files: {} }, async (db, writer) => {
        if (given.includes(intoId)) throw refuse.badInput({ intoId: 'A ticket cannot be merged into itself' });
        const all = await lockAll(db, call, [...given, intoId]);
        const into = all.find((one) => one.id === intoId) as StoredTicket;
        mustBeAtWork(into);
        if (into.mergedIntoId !== null) throw refuse.badInput({ intoId: 'This ticket was merged into another one' });
        for (const ticket of all) {
          if (ticket.id === intoId) continue;
          if (ticket.orgId !== into.orgId)
            throw refuse.badInput({ ids: `${ticket.ticketNo} is of another organisation` });
          if (ticket.mergedIntoId !== null) throw refuse.badInput({ ids: `${ticket.ticketNo} was merged already` });
          await mergeOne(db, writer, ticket, into);
        }
        return answered(db, call, scope, intoId, 'Tickets merged.');
      });
    },
  });
}

async function mergeOne(db: Queryable, writer: Writer, ticket: StoredTicket, into: StoredTicket): Promise<void> {
  // What was merged into it before goes along, so that every ticket stands in one that was not merged.
  await db.query('update help_desk set merged_into_id = $2 where merged_into_id = $1', [ticket.id, into.id]);
  await db.query(
    'update help_desk set merged_into_id = $2, version = version + 1, updated_at = $3, updated_by = $4 where id = $1',
    [ticket.id, into.id, writer.now.toISOString(), writer.actorId],
  );
  const merged = { ...ticket, mergedIntoId: into.id };
  if (mayBecome(ticket.requestStatus, closed, 'STAFF')) await turnTicket(db, writer, merged, closed, 'STAFF');
  // It was closed before: it has no solution of its own from now on.
  else await reckonPromise(db, merged, writer.now);
  await noteChange(db, writer, ticket, { mergedIntoId: null }, { mergedIntoId: into.id });
  await addNote(db, writer, into, { kind: 'MERGE', text: ticket.ticketNo, teamId: null, userId: null });
}

function addWatch(app: FastifyInstance, kit: CatalogueKit, { tickets }: Desk): void {
  const answered = answering(kit, tickets);
  addRoute(app, {
    method: 'GET',
    path: '/help-desk/watch/{id}',
    summary: 'Whether one watches a ticket, and who does; for staff',
    tag: helpDesk.many,
    access: { module: ticketNote.path, action: 'view' },
    scope: 'organisation',
    answer: watching,
    handle: async (call) => {
      const ticketId = idOf(call, helpDesk);
      const scope = scopeOf(call.session);
      const watchers = await transact(kit.db, scope, async (db) => {
        await findTicket(db, scope, ticketId);
        return watchersOf(db, ticketId);
      });
      const own = call.session.user.id;
      return {
        message: 'OK',
        data: { watching: watchers.some(({ id }) => id === own), watchers: watchers.map(({ name }) => name) },
      };
    },
  });
  addRoute(app, {
    ...common,
    path: '/help-desk/watch/{id}',
    summary: 'Watch a ticket, or stop: whoever watches it is mailed what happens to it',
    body: watchBody,
    answer: rowSchema(kit.registry, helpDesk),
    handle: async (call) => {
      const ticketId = idOf(call, helpDesk);
      const { watching } = call.body as z.infer<typeof watchBody>;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, helpDesk, call, { values: { watching }, files: {} }, async (db, writer) => {
        await watch(db, writer, await lockTicket(db, scope, ticketId), watching);
        return answered(
          db,
          call,
          scope,
          ticketId,
          watching ? 'You watch this ticket.' : 'You no longer watch this ticket.',
        );
      });
    },
  });
}

/** @throws 409 for a ticket that is over */
function mustBeAtWork({ requestStatus, ticketNo }: StoredTicket): void {
  if (isOver(requestStatus as RequestStatus)) throw refuse.conflict(`${ticketNo} is over. Reopen it first`);
}

/** Tickets of a call, each locked in the order of their ids; one that the caller does not see is refused. */
async function lockAll(db: Queryable, call: Call, given: readonly string[]): Promise<StoredTicket[]> {
  const scope = scopeOf(call.session);
  const found: StoredTicket[] = [];
  for (const one of [...new Set(given)].sort()) found.push(await lockTicket(db, scope, one));
  return found;
}

interface Target {
  teamId: string | null;
  userId: string | null;
  name: string;
}

/** The team or person that a ticket goes to. @throws 400 where there is none */
async function targetOf(
  db: Queryable,
  { teamId = null, userId = null }: { teamId?: string | null | undefined; userId?: string | null | undefined },
): Promise<Target> {
  if (teamId === null && userId === null) throw refuse.badInput({ teamId: 'Choose a team or a person' });
  const [team] = await db.query<{ name: string }>(
    'select name from help_team where id = $1 and status = 1 and deleted_at is null',
    [teamId],
  );
  if (teamId !== null && !team) throw refuse.badInput({ teamId: 'This record no longer exists' });
  const [person] = await db.query<{ name: string }>(
    `select name from identity_person where id = $1 and kind = 'staff' and status = 1 and deleted_at is null`,
    [userId],
  );
  if (userId !== null && !person) throw refuse.badInput({ userId: 'This record no longer exists' });
  return { teamId, userId, name: person?.name ?? team?.name ?? '' };
}

/** Gives a ticket to a team and a person. */
async function hand(db: Queryable, writer: Writer, ticket: StoredTicket, { teamId, userId }: Omit<Target, 'name'>) {
  await db.query(
    'update help_desk set team_id = $2, assignee_id = $3, version = version + 1, updated_at = $4, updated_by = $5 where id = $1',
    [ticket.id, teamId, userId, writer.now.toISOString(), writer.actorId],
  );
  await noteChange(
    db,
    writer,
    ticket,
    { teamId: ticket.teamId, assigneeId: ticket.assigneeId },
    { teamId, assigneeId: userId },
    ticketNote.path,
  );
}

const watchersOf = (db: Queryable, ticketId: string) =>
  db.query<{ id: string; name: string }>(
    `select p.id, p.name from help_desk_watcher w join kit_person p on p.id = w.account_id
     where w.ticket_id = $1 order by lower(p.name), p.id`,
    [ticketId],
  );

async function watch(db: Queryable, writer: Writer, { id: ticketId, orgId }: StoredTicket, watching: boolean) {
  if (writer.actorId === null) return;
  if (watching)
    await db.query(
      'insert into help_desk_watcher (ticket_id, org_id, account_id, at) values ($1, $2, $3, $4) on conflict (ticket_id, account_id) do nothing',
      [ticketId, orgId, writer.actorId, writer.now.toISOString()],
    );
  else
    await db.query('delete from help_desk_watcher where ticket_id = $1 and account_id = $2', [
      ticketId,
      writer.actorId,
    ]);
}
