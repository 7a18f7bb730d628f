import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { helpDesk, ticketNote } from '../tickets/ticket.contract.ts';
import type { DeskPeople } from './desk-people.contract.ts';
import { deskPeople } from './people.store.ts';

const named = { id: z.string(), name: z.string() };
const answer: z.ZodMiniType<DeskPeople> = z.strictObject({
  people: z.array(z.strictObject({ ...named, role: z.string() })),
  roles: z.array(z.strictObject(named)),
});

/** Whom a ticket may be given to, for those who give it and see nothing else of staff users. */
export function addDeskPeople(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/help-desk/people',
    summary: 'Staff who may view tickets, and their roles: whom tickets can be assigned and forwarded to',
    tag: helpDesk.many,
    // A right of staff alone.
    access: { module: ticketNote.path, action: 'view' },
    scope: 'organisation',
    answer,
    handle: ({ session }) =>
      transact(kit.db, scopeOf(session), async (db) => ({ message: 'OK', data: await deskPeople(db) })),
  });
}
