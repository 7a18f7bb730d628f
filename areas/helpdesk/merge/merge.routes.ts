import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { endElsewhere } from '../sla/promise.store.ts';
import { addNote } from '../tickets/added-note.store.ts';
import { answering, type Desk } from '../tickets/desk-parts.ts';
import { closed, isOver, mayBecome } from '../tickets/request-status.rules.ts';
import { helpDesk, ticketNote } from '../tickets/ticket.contract.ts';
import { lockAll, mustBeAtWork, noteChange, type StoredTicket, turnTicket } from '../tickets/tickets.store.ts';

const most = 100;
const id = z.string({ error: 'Must be an id' }).check(z.refine(isId, { error: 'Must be an id' }), z.toLowerCase());
const mergeBody = z.strictObject({
  ids: z
    .array(id, { error: 'Choose tickets' })
    .check(
      z.minLength(1, { error: 'Choose tickets' }),
      z.maxLength(most, { error: `At most ${most} tickets at a time` }),
    ),
  intoId: id,
});

/** POST /help-desk/merge: several tickets become one. */
export function addMerge(app: FastifyInstance, kit: CatalogueKit, { tickets, mails }: Desk): void {
  const answered = answering(kit, tickets);
  addRoute(app, {
    method: 'POST',
    path: '/help-desk/merge',
    summary:
      'Merge tickets of one organisation into another of its tickets: they are closed, and what was asked and said in them is shown there',
    tag: helpDesk.many,
    access: { module: ticketNote.path, action: 'create' },
    scope: 'organisation',
    once: true,
    whileImpersonating: 'refused',
    body: mergeBody,
    answer: rowSchema(kit.registry, helpDesk),
    handle: async (call) => {
      const { ids: given, intoId } = call.body as z.infer<typeof mergeBody>;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, helpDesk, call, { values: { ids: given, intoId }, files: {} }, async (db, writer) => {
        if (given.includes(intoId)) throw refuse.badInput({ intoId: 'A ticket cannot be merged into itself' });
        const all = await lockAll(db, scope, [...given, intoId]);
        const into = all.find((one) => one.id === intoId) as StoredTicket;
        if (into.mergedIntoId !== null) throw refuse.badInput({ intoId: 'This ticket was merged into another one' });
        if (!into.live) throw refuse.badInput({ intoId: 'This ticket is inactive. Activate it first' });
        mustBeAtWork(into);
        for (const ticket of all) {
          if (ticket.id === intoId) continue;
          if (ticket.orgId !== into.orgId)
            throw refuse.badInput({ ids: `${ticket.ticketNo} is of another organisation` });
          if (!ticket.live) throw refuse.badInput({ ids: `${ticket.ticketNo} is inactive. Activate it first` });
          if (ticket.mergedIntoId !== null) throw refuse.badInput({ ids: `${ticket.ticketNo} was merged already` });
          await mergeOne(db, writer, ticket, into);
          // Whoever closed it knows that it is over.
          if (ticket.requestStatus !== closed) await mails.merged(db, ticket, into);
        }
        return answered(db, call, scope, intoId, 'Tickets merged.');
      });
    },
  });
}

async function mergeOne(db: Queryable, writer: Writer, ticket: StoredTicket, into: StoredTicket): Promise<void> {
  // What was merged into it before goes along, so that every ticket is shown in one that was not merged.
  await db.query('update help_desk set merged_into_id = $2 where merged_into_id = $1', [ticket.id, into.id]);
  await db.query(
    'update help_desk set merged_into_id = $2, version = version + 1, updated_at = $3, updated_by = $4 where id = $1',
    [ticket.id, into.id, writer.now.toISOString(), writer.actorId],
  );
  const merged = { ...ticket, mergedIntoId: into.id };
  if (mayBecome(ticket.requestStatus, closed, 'STAFF')) await turnTicket(db, writer, merged, closed, 'STAFF');
  if (isOver(ticket.requestStatus)) await endElsewhere(db, ticket.id);
  await noteChange(db, writer, ticket, { mergedIntoId: null }, { mergedIntoId: into.id });
  await addNote(db, writer, into, { kind: 'MERGE', text: ticket.ticketNo, teamId: null, userId: null });
}
