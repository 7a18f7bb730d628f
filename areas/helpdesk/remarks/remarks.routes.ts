import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { choice } from '#kit/contract/fields.ts';
import { fieldMessages } from '#kit/contract/input.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import type { Input } from '#kit/server/catalogue/write/write-values.ts';
import { readMultipart } from '#kit/server/files/multipart.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type Desk, words } from '../tickets/desk-parts.ts';
import { attachmentNames, helpDesk, ticketNote, ticketReply } from '../tickets/ticket.contract.ts';
import { lockTicket } from '../tickets/tickets.store.ts';
import { visibilities, type Visibility } from './remark.contract.ts';

const body = z.strictObject({
  text: words(5_000, 'Write something'),
  visibility: z.enum(visibilities, { error: 'Must be INTERNAL or CUSTOMER' }),
});
const answer = z.strictObject({
  id: z.string(),
  ticketId: z.string(),
  visibility: z.enum(visibilities),
  text: z.string(),
  createdAt: z.string(),
  version: z.int(),
});
/** The same as a form: what is said, and up to five files. */
const form = {
  ...helpDesk,
  fields: {
    text: ticketReply.fields.text,
    visibility: choice(
      [
        { value: 'INTERNAL', label: 'Internal' },
        { value: 'CUSTOMER', label: 'Customer' },
      ],
      {
        label: 'Visibility',
      },
    ),
    ...Object.fromEntries(attachmentNames.map((name) => [name, ticketReply.fields[name]])),
  },
} as AnyCatalogue;

/** POST /help-desk/{id}/remarks: a reply that the customer reads, or a note for the desk alone. */
export function addRemarks(app: FastifyInstance, kit: CatalogueKit, { replies, notes }: Desk): void {
  const create = { action: 'create' } as const;
  addRoute(app, {
    method: 'POST',
    path: '/help-desk/{id}/remarks',
    summary:
      'Write to a ticket: CUSTOMER for a reply that the customer reads, INTERNAL for a note of staff; with up to five files',
    tag: helpDesk.many,
    access: {
      any: [
        { module: ticketReply.path, ...create },
        { module: ticketNote.path, ...create },
      ],
    },
    scope: 'organisation',
    once: true,
    whileImpersonating: 'allowed',
    multipart: true,
    body,
    answer,
    status: 201,
    handle: async (call) => {
      const ticketId = idOf(call, helpDesk);
      const { text, visibility, files } = await remarkIn(kit, call);
      const isNote = visibility === 'INTERNAL';
      need(call.session, isNote ? ticketNote.path : ticketReply.path, 'create');
      const scope = scopeOf(call.session);
      return writeAnswer(kit, helpDesk, call, { values: { ticketId, text, visibility }, files }, async (db, writer) => {
        const { orgId } = await lockTicket(db, scope, ticketId);
        const input = { values: { ticketId, orgId, text }, files };
        const { writes } = isNote ? notes : replies;
        const { row } = await writes.create(db, scope, writer, input);
        const { id, createdAt, version } = row;
        const data = JSON.stringify({ id, ticketId, visibility, text: row.text, createdAt, version });
        return { status: 201, message: isNote ? 'Note saved.' : 'Reply sent.', data };
      });
    },
  });
}

async function remarkIn(
  kit: CatalogueKit,
  call: Call,
): Promise<{ text: string; visibility: Visibility; files: Input['files'] }> {
  if (!call.request.isMultipart()) return { ...(call.body as z.infer<typeof body>), files: {} };
  const { session } = call;
  const who = { orgId: session.orgId, actorId: session.user.id };
  const { values, files } = await readMultipart(call.request, form, kit.files, who);
  const parsed = body.safeParse(values);
  if (!parsed.success) throw refuse.badInput(fieldMessages(parsed.error));
  return { ...parsed.data, files };
}
