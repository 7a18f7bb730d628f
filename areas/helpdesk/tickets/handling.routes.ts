import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import { isDay, isId } from '#kit/contract/ids-and-days.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { type Queryable, transact } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { inIndia } from '#kit/server/india-time.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { mustReach, type Target, targetOf } from '../people/people.store.ts';
import { addNote } from './added-note.store.ts';
import { forwarded, waiting } from './request-status.rules.ts';
import { watching } from './conversation.contract.ts';
import { answering, type Desk, words } from './desk-parts.ts';
import { helpDesk, ticketNote } from './ticket.contract.ts';
import {
  findTicket,
  lockAll,
  lockTicket,
  mustBeAtWork,
  noteChange,
  type StoredTicket,
  turnTicket,
} from './tickets.store.ts';

const id = z.string({ error: 'Must be an id' }).check(z.refine(isId, { error: 'Must be an id' }), z.toLowerCase());
const aId = z.optional(z.nullable(id));
const aDay = { error: 'Must be a date, like 2026-11-30' };
const forwardBody = z.strictObject({
  ticketId: id,
  /** A team, a person, a person within a team, or a role. */
  to: z.strictObject({ teamId: aId, userId: aId, roleId: aId }, { error: 'Choose a team, a person or a role' }),
  reason: words(1_000, 'Say why it is forwarded'),
  keepWatching: z._default(z.boolean(), true),
  /** The day by which they are to have seen to it. The time of the ticket goes on as it did. */
  due: z.optional(z.nullable(z.string(aDay).check(z.refine(isDay, aDay)))),
});
const most = 100;
const ids = z
  .array(id, { error: 'Choose tickets' })
  .check(
    z.minLength(1, { error: 'Choose tickets' }),
    z.maxLength(most, { error: `At most ${most} tickets at a time` }),
  );
const assignBody = z.strictObject({ ids, teamId: aId, userId: aId });
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

/** Calls of the desk: who has a ticket, and who watches it. */
export function addHandlingRoutes(app: FastifyInstance, kit: CatalogueKit, desk: Desk): void {
  addForward(app, kit, desk);
  addAssign(app, kit, desk);
  addWatch(app, kit, desk);
}

function addForward(app: FastifyInstance, kit: CatalogueKit, { tickets, mails }: Desk): void {
  const answered = answering(kit, tickets);
  addRoute(app, {
    ...common,
    path: '/help-desk/forward',
    summary: 'Forward a ticket to a team, a person or a role, with the reason as an internal note; its clock goes on',
    body: forwardBody,
    answer: rowSchema(kit.registry, helpDesk),
    handle: async (call) => {
      const said = call.body as z.infer<typeof forwardBody>;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, helpDesk, call, { values: { ...said }, files: {} }, async (db, writer) => {
        const target = await targetOf(db, said.to);
        const ticket = await lockTicket(db, scope, said.ticketId);
        mustBeAtWork(ticket);
        await mustReach(db, target, ticket.orgId);
        if (hasIt(ticket, target)) throw refuse.badInput({ [fieldOf(target)]: 'They have this ticket already' });
        if (said.due && said.due < indiaDay(writer.now)) throw refuse.badInput({ due: 'This day is over' });
        const warnings = await hadItBefore(db, ticket, target);
        // While the customer is asked, the clock stands still, whoever has it.
        const wanted = said.due ? `Wanted by ${dayInWords(said.due)}.` : '';
        const stays = ticket.requestStatus === forwarded || ticket.requestStatus === waiting;
        const turned = stays ? ticket : await turnTicket(db, writer, ticket, forwarded, 'STAFF');
        await hand(db, writer, turned, target);
        await addNote(db, writer, ticket, {
          kind: 'FORWARD',
          text: `${said.reason}${wanted ? `\n${wanted}` : ''}`,
          ...target,
        });
        if (said.keepWatching) await watch(db, writer, ticket, true);
        const { name, userId: assigneeId, ...at } = target;
        await mails.given(
          db,
          writer,
          { ...turned, ...at, assigneeId },
          [`Forwarded to ${name}.`, wanted].join(' ').trim(),
          uuidv7(),
        );
        return answered(db, call, scope, ticket.id, `Ticket forwarded to ${target.name}.`, warnings);
      });
    },
  });
}

/** Says that a ticket comes back to where it was: it goes round. */
async function hadItBefore(
  db: Queryable,
  { id: ticketId, orgId }: StoredTicket,
  { teamId, userId, roleId, name }: Target,
): Promise<string[]> {
  const [before] = await db.query<{ at: string }>(
    `select created_at as at from ticket_note where ticket_id = $1 and org_id = $2 and kind = 'FORWARD' and deleted_at is null
       and to_team_id is not distinct from $3 and to_user_id is not distinct from $4 and to_role_id is not distinct from $5
     order by created_at desc limit 1`,
    [ticketId, orgId, teamId, userId, roleId],
  );
  return before ? [`This ticket goes round: it was forwarded to ${name} before, on ${inIndia(before.at)}`] : [];
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
        const target = nobody ? { teamId: null, userId: null, roleId: null, name: 'nobody' } : await targetOf(db, said);
        let changed = 0;
        const chosen = await lockAll(db, scopeOf(call.session), said.ids);
        const active = chosen.length === 1 ? chosen : chosen.filter(({ live }) => live);
        for (const ticket of active) {
          mustBeAtWork(ticket);
          // A person within the team that has it: the team stays.
          const given = { ...target, teamId: target.teamId ?? (target.userId === null ? null : ticket.teamId) };
          if (hasIt(ticket, given)) continue;
          await mustReach(db, target, ticket.orgId);
          changed += 1;
          await hand(db, writer, ticket, given);
          if (nobody) continue;
          const { teamId, userId: assigneeId, roleId } = given;
          const whose = assigneeId === null ? `Assigned to ${target.name}.` : 'It is yours now.';
          await mails.given(db, writer, { ...ticket, teamId, assigneeId, roleId }, whose, uuidv7());
        }
        const message = assignedText(changed, chosen.length - active.length);
        return { status: 200, message, data: JSON.stringify({ changed }) };
      });
    },
  });
}

/** What was done by assigning, and what was left out. */
function assignedText(changed: number, inactive: number): string {
  const text = changed === 1 ? 'Ticket assigned.' : `${changed} tickets assigned.`;
  if (inactive === 0) return text;
  return `${text} ${inactive === 1 ? '1 inactive ticket was' : `${inactive} inactive tickets were`} left out.`;
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

const hasIt = (ticket: StoredTicket, { teamId, userId, roleId }: Omit<Target, 'name'>): boolean =>
  ticket.teamId === teamId && ticket.assigneeId === userId && ticket.roleId === roleId;
const fieldOf = ({ userId, roleId }: Target): 'userId' | 'roleId' | 'teamId' =>
  userId !== null ? 'userId' : roleId !== null ? 'roleId' : 'teamId';

/** Gives a ticket to a team, a person or a role. */
async function hand(db: Queryable, writer: Writer, ticket: StoredTicket, target: Omit<Target, 'name'>): Promise<void> {
  const { teamId, userId: assigneeId, roleId } = target;
  await db.query(
    'update help_desk set team_id = $2, assignee_id = $3, role_id = $6, version = version + 1, updated_at = $4, updated_by = $5 where id = $1',
    [ticket.id, teamId, assigneeId, writer.now.toISOString(), writer.actorId, roleId],
  );
  const before = { teamId: ticket.teamId, assigneeId: ticket.assigneeId, roleId: ticket.roleId };
  await noteChange(db, writer, ticket, before, { teamId, assigneeId, roleId }, ticketNote.path);
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
