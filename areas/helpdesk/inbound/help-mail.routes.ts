import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { idSchema } from '#kit/server/catalogue/answer-schemas.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { overall, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { words } from '../tickets/desk-parts.ts';
import { helpDesk, ticketNote } from '../tickets/ticket.contract.ts';
import type { Inbound } from './inbound-parts.ts';
import { type HelpMailRow, helpMailStates } from './help-mail.contract.ts';
import { helpMailOneSchema, helpMailRowSchema, helpMailStatusSchema } from './help-mail.schemas.ts';
import { discard, lockMail, tryAgain } from './help-mail.store.ts';
import { helpMailJob } from './job-names.ts';
import { boxName } from './mailbox.ts';
import { boxNamed } from './mailbox.store.ts';
import { countsByState, listHelpMails, readHelpMail } from './read-help-mail.ts';
import { customerNamed, mailCategory, setMailCategory } from './senders.store.ts';
import { settleOne } from './work.ts';

const common = { tag: 'Mail', scope: 'organisation' } as const;
/** Rights of staff alone. */
const look = { ...common, access: { module: ticketNote.path, action: 'view' } } as const;
const act = {
  ...common,
  access: { module: ticketNote.path, action: 'create' },
  once: true,
  whileImpersonating: 'refused',
} as const;
const named = { one: 'Email', fields: {}, unique: [], base: 'help_mail' };

const id = (label: string) =>
  z.string({ error: `${label} is required` }).check(z.refine(isId, { error: 'Must be an id' }), z.toLowerCase());
const ticketBody = z.strictObject({ appUserId: id('Customer') });
const discardBody = z.strictObject({ reason: words(300, 'Say why it is discarded') });
const categoryBody = z.strictObject({ categoryId: id('Category') });

/** Mails that came in: what became of each, and what staff make of those that wait. */
export function addHelpMailRoutes(app: FastifyInstance, inbound: Inbound): void {
  addReads(app, inbound);
  addActs(app, inbound);
  addCategory(app, inbound);
}

function addReads(app: FastifyInstance, { kit, mail }: Inbound): void {
  addRoute(app, {
    ...look,
    method: 'GET',
    path: '/help-mail',
    summary: 'Emails that came in for the help desk, newest first, and what became of each',
    query: {
      ...listPage,
      state: {
        about: 'States, separated by commas',
        schema: { type: 'string', examples: [helpMailStates.join(',')] },
      },
    },
    answer: z.array(helpMailRowSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const states = read.among('state', helpMailStates);
      const terms = [
        ...(states ? [`h.state = any(${read.bind(states)})`] : []),
        ...read.words(`(h.subject || ' ' || h.from_name || ' ' || h.from_address)`),
      ];
      const page = read.page();
      const { rows, count } = await transact(kit.db, scopeOf(session), (db) =>
        listHelpMails(db, scopeOf(session), terms, read.params, page),
      );
      return { message: 'OK', data: rows, count };
    },
  });
  addRoute(app, {
    ...look,
    method: 'GET',
    path: '/help-mail/state',
    summary: 'Whether emails come in, and number of them by state',
    answer: helpMailStatusSchema,
    handle: async ({ session }) => {
      const { incoming, support, from } = mail;
      const name = incoming?.imap ? boxName(incoming.imap) : null;
      const data = await transact(kit.db, scopeOf(session), async (db) => {
        const box = name === null ? undefined : await boxNamed(db, name);
        return {
          mailbox: name,
          polledAt: box?.polledAt ?? null,
          problem: box?.problem ?? null,
          webhook: incoming?.secret !== undefined,
          address: (support ?? from).address,
          category: (await mailCategory(db)) ?? null,
          counts: await countsByState(db, scopeOf(session)),
        };
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...look,
    method: 'GET',
    path: '/help-mail/{id}',
    summary: 'An email that came in, as plain text',
    answer: helpMailOneSchema,
    handle: async (call) => ({
      message: 'OK',
      data: await transact(kit.db, scopeOf(call.session), (db) => mustRead(db, call)),
    }),
  });
}

function addActs(app: FastifyInstance, inbound: Inbound): void {
  const { kit, mail } = inbound;
  addRoute(app, {
    ...act,
    method: 'POST',
    path: '/help-mail/{id}/ticket',
    summary: 'Make a ticket of an email that waits, for a customer; or a reply, where it answers a ticket of theirs',
    body: ticketBody,
    answer: z.strictObject({ ticketId: z.string() }),
    deadlineMs: 10_000,
    handle: async (call) => {
      const { appUserId } = call.body as z.infer<typeof ticketBody>;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, named, call, { values: { appUserId }, files: {} }, async (db, writer) => {
        const row = await mustWait(db, call);
        const sender = await customerNamed(db, appUserId);
        if (!sender?.orgId || (scope.orgIds && !scope.orgIds.includes(sender.orgId)))
          throw refuse.badInput({ appUserId: 'This record no longer exists' });
        const became = await overall(db, scope, async () => {
          const waiting = await lockMail(db, mail.masterKey, row.id);
          if (waiting?.state !== 'HELD') throw noLonger();
          return settleOne(db, inbound, waiting, { sender });
        });
        if (!became.ticketId) throw refuse.conflict(became.reason ?? 'This email cannot be made a ticket');
        writer.touched.push(...became.touched);
        await noteDecision(db, writer, row, { state: became.state, customer: sender.name });
        const message = became.state === 'REPLY' ? 'Email added to its ticket.' : 'Ticket made of the email.';
        return { status: 200, message, data: JSON.stringify({ ticketId: became.ticketId }) };
      });
    },
  });
  addRoute(app, {
    ...act,
    method: 'POST',
    path: '/help-mail/{id}/discard',
    summary: 'Discard an email that waits, with the reason; its sender hears nothing',
    body: discardBody,
    answer: idSchema,
    handle: async (call) => {
      const { reason } = call.body as z.infer<typeof discardBody>;
      return writeAnswer(kit, named, call, { values: { reason }, files: {} }, async (db, writer) => {
        const row = await mustWait(db, call);
        if (!(await discard(db, row.id, reason, writer.actorId, writer.now))) throw noLonger();
        await noteDecision(db, writer, row, { state: 'DISCARDED', reason });
        return { status: 200, message: 'Email discarded.', data: JSON.stringify({ id: row.id }) };
      });
    },
  });
  addRoute(app, {
    ...act,
    method: 'POST',
    path: '/help-mail/{id}/retry',
    summary: 'Try once more to work on an email that failed',
    answer: idSchema,
    handle: async (call) => {
      const answer = await writeAnswer(kit, named, call, { values: {}, files: {} }, async (db, writer) => {
        const row = await mustRead(db, call);
        if (!(await tryAgain(db, row.id, writer.now)))
          throw refuse.conflict('Only an email that failed is tried again');
        await mail.jobs.add(db, { name: helpMailJob });
        await noteDecision(db, writer, row, { state: 'NEW' });
        return { status: 200, message: 'Email is tried again.', data: JSON.stringify({ id: row.id }) };
      });
      mail.jobs.wake();
      return answer;
    },
  });
}

function addCategory(app: FastifyInstance, { kit }: Inbound): void {
  addRoute(app, {
    ...act,
    access: { module: 'help-category', action: 'edit' },
    method: 'PUT',
    path: '/help-mail/category',
    summary: 'Set the category of tickets that come by email',
    body: categoryBody,
    answer: z.strictObject({ category: z.nullable(z.strictObject({ id: z.string(), label: z.string() })) }),
    handle: async (call) => {
      const { categoryId } = call.body as z.infer<typeof categoryBody>;
      return writeAnswer(kit, named, call, { values: { categoryId }, files: {} }, async (db, writer) => {
        const [category] = await db.query<{ name: string }>(
          'select name from help_category where id = $1 and status = 1 and deleted_at is null',
          [categoryId],
        );
        if (!category) throw refuse.badInput({ categoryId: 'This record no longer exists' });
        const before = await mailCategory(db);
        await setMailCategory(db, categoryId, writer.actorId, writer.now);
        await recordChange(db, writer, {
          action: 'update',
          module: 'help-category',
          recordId: categoryId,
          recordTitle: 'Category of emails',
          orgId: null,
          before: { category: before?.label ?? null },
          after: { category: category.name },
        });
        const data = { category: (await mailCategory(db)) ?? null };
        return { status: 200, message: 'Category saved.', data: JSON.stringify(data) };
      });
    },
  });
}

const noLonger = () => refuse.conflict('Somebody has decided on this email already');

async function mustRead(db: Queryable, { session, params }: Call) {
  const given = params['id'];
  const scope: Scope = scopeOf(session);
  const row = isId(given) ? await readHelpMail(db, scope, given.toLowerCase()) : undefined;
  if (!row) throw refuse.notFound('Email not found');
  return row;
}

async function mustWait(db: Queryable, call: Call) {
  const row = await mustRead(db, call);
  if (row.state !== 'HELD') throw noLonger();
  return row;
}

/** Who decided what, in the history of mails. */
const noteDecision = (db: Queryable, writer: Writer, row: HelpMailRow, after: Record<string, unknown>) =>
  recordChange(db, writer, {
    action: 'update',
    module: helpDesk.path,
    recordId: row.id,
    recordTitle: `${row.subject || 'Email'} (${row.from})`,
    orgId: null,
    before: { state: row.state },
    after,
  });
