import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import type { FileStore } from '#kit/server/files/store.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { splitLimits } from './split.contract.ts';
import { type CopiedFiles, pickedWords, type PickedWords, splitTicket } from './split.store.ts';
import { answering, type Desk, words } from './desk-parts.ts';
import { helpDesk, ticketNote } from './ticket.contract.ts';
import { findTicket, lockTicket, mustBeActive } from './tickets.store.ts';

const id = z.string({ error: 'Must be an id' }).check(z.refine(isId, { error: 'Must be an id' }), z.toLowerCase());
const { words: most } = splitLimits;
const body = z.strictObject({
  wordIds: z
    .array(id, { error: 'Choose messages' })
    .check(
      z.minLength(1, { error: 'Choose messages' }),
      z.maxLength(most, { error: `At most ${most} messages at a time` }),
    ),
  // As long as that of any ticket: it is edited like one.
  subject: words(150, 'Enter a subject of 5 characters or more', 5),
  categoryId: z.optional(z.nullable(id)),
});

/** POST /help-desk/split/{id}: a new ticket of some of what was said in one. */
export function addSplitRoute(app: FastifyInstance, kit: CatalogueKit, { tickets, mails }: Desk): void {
  const answered = answering(kit, tickets);
  addRoute(app, {
    method: 'POST',
    path: '/help-desk/split/{id}',
    summary:
      'Make a new ticket of some of what was said in one, asked by the same customer; the words stay, and the new ticket has copies',
    tag: helpDesk.many,
    access: { module: ticketNote.path, action: 'create' },
    scope: 'organisation',
    once: true,
    whileImpersonating: 'refused',
    body,
    answer: rowSchema(kit.registry, helpDesk),
    handle: async (call) => {
      const ticketId = idOf(call, helpDesk);
      const said = call.body as z.infer<typeof body>;
      const scope = scopeOf(call.session);
      // Files are read before the write begins: nobody waits for the disk with a ticket locked.
      const files = await filesOf(
        kit.files,
        scope,
        await transact(kit.db, scope, async (db) =>
          pickedWords(db, await findTicket(db, scope, ticketId), said.wordIds),
        ),
      );
      return writeAnswer(kit, helpDesk, call, { values: { ...said }, files: {} }, async (db, writer) => {
        const ticket = await lockTicket(db, scope, ticketId);
        mustBeActive(ticket);
        if (ticket.mergedIntoId !== null)
          throw refuse.conflict('This ticket was merged into another one. Split that one');
        const picked = await pickedWords(db, ticket, said.wordIds);
        const question = questionOf(picked, said.wordIds);
        const categoryId = said.categoryId ?? ticket.categoryId;
        await checkCategory(db, categoryId);
        const made = await splitTicket(db, kit.files, writer, ticket, {
          subject: said.subject,
          categoryId,
          words: picked,
          question,
          files,
        });
        await mails.split(db, made, ticket);
        if (made.assigneeId !== null) await mails.news(db, writer, made, `Split from ${ticket.ticketNo}.`, uuidv7());
        return { ...(await answered(db, call, scope, made.id, `Ticket ${made.ticketNo} created.`)), status: 201 };
      });
    },
  });
}

/** What the customer said first of what is picked. @throws 400 where that is nothing, or something is no message of the ticket */
function questionOf(picked: readonly PickedWords[], ids: readonly string[]): PickedWords {
  if (picked.length !== new Set(ids).size)
    throw refuse.badInput({ wordIds: 'One of these is not a message of this ticket' });
  const question = picked.find(({ byStaff }) => !byStaff);
  if (!question) throw refuse.badInput({ wordIds: 'Choose at least one message of the customer' });
  return question;
}

async function checkCategory(db: Queryable, categoryId: string): Promise<void> {
  const [found] = await db.query('select id from help_category where id = $1 and status = 1 and deleted_at is null', [
    categoryId,
  ]);
  if (!found) throw refuse.badInput({ categoryId: 'This record no longer exists' });
}

async function filesOf(store: FileStore, scope: Scope, picked: readonly PickedWords[]): Promise<CopiedFiles> {
  const ids = picked.flatMap(({ fileIds }) => fileIds);
  const found = await Promise.all(ids.map((one) => store.find(scope, one)));
  const bytes = found.reduce((sum, file) => sum + (file?.ref.bytes ?? 0), 0);
  if (ids.length > splitLimits.files || bytes > splitLimits.bytes)
    throw refuse.badInput({ wordIds: 'These messages have too many attachments. Choose fewer messages' });
  const files = new Map<string, CopiedFiles extends ReadonlyMap<string, infer One> ? One : never>();
  for (const file of found) {
    if (!file) continue;
    const pieces: Buffer[] = [];
    for await (const piece of file.pieces()) pieces.push(piece);
    const { id, name, mime, width, height } = file.ref;
    files.set(id, { name, mime, width, height, content: Buffer.concat(pieces) });
  }
  return files;
}
