import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { madeLinkKinds, ticketLink } from './links.contract.ts';
import { addLink, linksOf, removeLink } from './links.store.ts';
import { helpDesk, ticketNote } from './ticket.contract.ts';
import { findTicket, lockTicket, type StoredTicket } from './tickets.store.ts';

const id = z.string({ error: 'Must be an id' }).check(z.refine(isId, { error: 'Must be an id' }), z.toLowerCase());
const linkBody = z.strictObject({
  kind: z.enum(madeLinkKinds, { error: 'Choose how they are linked' }),
  toId: id,
});
const unlinkBody = z.strictObject({ linkId: id });

const tag = helpDesk.many;
const answer = z.array(ticketLink);
const write = {
  method: 'POST',
  tag,
  // What the desk thinks of tickets is its own.
  access: { module: ticketNote.path, action: 'create' },
  scope: 'organisation',
  once: true,
  whileImpersonating: 'refused',
  answer,
} as const;

/** Calls about which tickets hang together. */
export function addLinkRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/help-desk/links/{id}',
    summary: 'Tickets that a ticket is linked to; clients are told of related and split ones alone',
    tag,
    access: { module: helpDesk.path, action: 'view' },
    scope: 'organisation',
    answer,
    handle: async (call) => {
      const ticketId = idOf(call, helpDesk);
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db) => {
        await findTicket(db, scope, ticketId);
        return linksOf(db, scope, ticketId);
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...write,
    path: '/help-desk/links/{id}',
    summary: 'Link a ticket to another one of its organisation: related to it, a duplicate of it, or caused by it',
    body: linkBody,
    handle: async (call) => {
      const ticketId = idOf(call, helpDesk);
      const { kind, toId } = call.body as z.infer<typeof linkBody>;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, helpDesk, call, { values: { kind, toId }, files: {} }, async (db, writer) => {
        if (toId === ticketId) throw refuse.badInput({ toId: 'A ticket cannot be linked to itself' });
        const [ticket, other] = await lockBoth(db, scope, ticketId, toId);
        if (other.orgId !== ticket.orgId)
          throw refuse.badInput({ toId: `${other.ticketNo} is of another organisation` });
        await addLink(db, writer, ticket, other, kind);
        return answered(await linksOf(db, scope, ticketId), 'Tickets linked.');
      });
    },
  });
  addRoute(app, {
    ...write,
    path: '/help-desk/unlink/{id}',
    summary: 'Take away a link of a ticket; that of a split stays',
    body: unlinkBody,
    handle: async (call) => {
      const ticketId = idOf(call, helpDesk);
      const { linkId } = call.body as z.infer<typeof unlinkBody>;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, helpDesk, call, { values: { linkId }, files: {} }, async (db, writer) => {
        await removeLink(db, writer, await lockTicket(db, scope, ticketId), linkId);
        return answered(await linksOf(db, scope, ticketId), 'Link removed.');
      });
    },
  });
}

const answered = (links: unknown, message: string) => ({ status: 200, message, data: JSON.stringify(links) });

/** Two tickets, locked in the order of their ids. @throws 404 for one that the caller does not see */
async function lockBoth(
  db: Queryable,
  scope: Scope,
  one: string,
  other: string,
): Promise<[StoredTicket, StoredTicket]> {
  const found = new Map<string, StoredTicket>();
  for (const id of [one, other].sort()) found.set(id, await lockTicket(db, scope, id));
  return [found.get(one) as StoredTicket, found.get(other) as StoredTicket];
}
