import type { FastifyInstance } from 'fastify';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { ticketNote } from '../tickets/ticket.contract.ts';
import { findTicket } from '../tickets/tickets.store.ts';
import { answerHtml } from './answer-html.rules.ts';
import { faqOfReply } from './faq-answers.contract.ts';

/**
 * GET /faq/of-reply/{id}: what an FAQ begins with that is made of a reply of the desk: the subject of its ticket and the words of the
 * reply. Nothing else of the ticket or of its customer goes along, and no internal note can be asked for: notes are in another table.
 */
export function addFaqOfReply(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/faq/of-reply/{id}',
    summary: 'What an FAQ made of a reply of the help desk begins with; for staff who may create FAQs',
    tag: 'Help centre',
    access: { module: 'faq', action: 'create' },
    scope: 'organisation',
    answer: faqOfReply,
    handle: async ({ session, params }) => {
      need(session, ticketNote.path, 'view');
      const id = params['id']?.toLowerCase();
      const scope = scopeOf(session);
      const data = await transact(kit.db, scope, async (db) => {
        const [reply] = isId(id)
          ? await db.query<{ ticketId: string; text: string }>(
              `select ticket_id as "ticketId", text from ticket_reply
               where id = $1 and by_staff = 'STAFF' and deleted_at is null and status = 1`,
              [id],
            )
          : [];
        if (!reply) throw refuse.notFound('Reply not found');
        const { id: ticketId, ticketNo, subject } = await findTicket(db, scope, reply.ticketId);
        return { ticketId, ticketNo, question: subject, answer: answerHtml(reply.text) };
      });
      return { message: 'OK', data };
    },
  });
}
