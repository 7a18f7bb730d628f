import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Language } from '#kit/contract/words/languages.ts';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { printable } from '#kit/contract/input.ts';
import { historySchema, idSchema } from '#kit/server/catalogue/answer-schemas.ts';
import { checkVersion, versionTag } from '#kit/server/catalogue/write/write-checks.ts';
import { type Queryable, transact } from '#kit/server/db/database.ts';
import { writerOf } from '#kit/server/history.ts';
import { historyOf } from '#kit/server/history-read.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { templateSchema } from '../mail.schemas.ts';
import { type MailKit, plainAddress } from '../mail-parts.ts';
import type { MailTemplate } from '../mail.contract.ts';
import { addMail } from '../delivery/queue.store.ts';
import { templateLimits, templateProblems, type TemplateText } from './render.contract.ts';
import { shippedOf, type TemplateKey } from './shipped-templates.ts';
import { allTemplates, shown, templateById, templateModule, writeTemplate } from './templates.store.ts';

const words = (label: string, max: number) =>
  z.string({ error: `${label} is required` }).check(printable, z.maxLength(max, { error: `${label} is too long` }));
const textBody = z.strictObject({
  subject: words('Subject', templateLimits.subject),
  body: words('Text', templateLimits.body),
});
const draftBody = z.strictObject({
  subject: z.optional(textBody.shape.subject),
  body: z.optional(textBody.shape.body),
});
/** Test mails that one person may ask for in ten minutes. */
const testsPerTenMinutes = 10;

const common = { tag: 'Email templates', scope: 'global' } as const;
const view = { ...common, access: { module: templateModule, action: 'view' } } as const;
const edit = { ...common, access: { module: templateModule, action: 'edit' } } as const;

/** Texts of the product's mails. */
export function addTemplateRoutes(app: FastifyInstance, kit: MailKit): void {
  addRoute(app, {
    ...view,
    method: 'GET',
    path: '/mail-template',
    summary: 'All templates with their default texts and variables',
    answer: z.array(templateSchema),
    beside: { count: z.int() },
    handle: async () => {
      const data = await allTemplates(kit.db);
      return { message: 'OK', data, count: data.length };
    },
  });
  addRoute(app, {
    ...view,
    method: 'GET',
    path: '/mail-template/{id}',
    summary: 'A template',
    answer: templateSchema,
    handle: async ({ session, params, reply }) => {
      const row = await transact(kit.db, scopeOf(session), (db) => mustFind(db, params['id']));
      reply.header('etag', versionTag(row.version));
      return { message: 'OK', data: shown(row) };
    },
  });
  addRoute(app, {
    ...view,
    method: 'GET',
    path: '/mail-template/{id}/history',
    summary: 'History of a template, newest first',
    answer: z.array(historySchema),
    beside: { count: z.int() },
    handle: async ({ session, params }): Promise<{ message: string; data: HistoryRow[]; count: number }> => {
      const { rows, count } = await transact(kit.db, scopeOf(session), async (db) => {
        const row = await mustFind(db, params['id']);
        return historyOf(db, scopeOf(session), templateModule, row.id, { skip: 0, take: 100 });
      });
      return { message: 'OK', data: rows, count };
    },
  });

  const write = async (
    call: Call,
    textOf: (key: TemplateKey, language: Language) => { text: TemplateText; edited: boolean },
  ) => {
    const { session, request, reply, params } = call;
    // What everybody's mails say is for staff, whatever a role is given.
    if (session.user.kind !== 'staff') throw refuse.forbidden();
    const row = await transact(kit.db, scopeOf(session), async (db) => {
      const before = await mustFind(db, params['id']);
      checkVersion(request.headers['if-match'], shown(before));
      const { text, edited } = textOf(before.key as TemplateKey, before.language);
      refuseProblems(before.key as TemplateKey, text);
      return writeTemplate(db, writerOf(session, request, kit.clock.now()), before, text, edited);
    });
    reply.header('etag', versionTag(row.version));
    return shown(row);
  };
  addRoute(app, {
    ...edit,
    method: 'PUT',
    path: '/mail-template/{id}',
    summary: 'Change subject and text of a template',
    body: textBody,
    answer: templateSchema,
    versioned: true,
    handle: async (call): Promise<{ message: string; data: MailTemplate }> => {
      const given = call.body as TemplateText;
      const text = { subject: given.subject.trim(), body: given.body.replaceAll('\r\n', '\n').trim() };
      const data = await write(call, (key, language) => ({ text, edited: !isShipped(key, language, text) }));
      return { message: 'Template saved.', data };
    },
  });
  addRoute(app, {
    ...edit,
    method: 'POST',
    path: '/mail-template/{id}/reset',
    summary: 'Reset a template to its default text',
    answer: templateSchema,
    versioned: true,
    handle: async (call): Promise<{ message: string; data: MailTemplate }> => {
      const data = await write(call, (key, language) => ({ text: shippedOf(key, language), edited: false }));
      return { message: 'Template reset to the default text.', data };
    },
  });

  addRoute(app, {
    ...edit,
    method: 'POST',
    path: '/mail-template/{id}/test',
    summary: 'Send the template with sample values to yourself; optionally with an unsaved subject and body',
    body: draftBody,
    answer: idSchema,
    handle: async ({ session, params, body }) => {
      const draft = body as Partial<TemplateText>;
      const { user } = session;
      const address = plainAddress(user.email ?? '');
      if (!address) throw refuse.conflict('Your account has no email address');
      const now = kit.clock.now();
      const id = await transact(kit.db, scopeOf(session), async (db) => {
        const row = await mustFind(db, params['id']);
        const key = row.key as TemplateKey;
        const text = { ...row, ...draft };
        refuseProblems(key, text);
        await refuseTooMany(db, user.id, now);
        const values = Object.fromEntries(shippedOf(key).variables.map(({ name, sample }) => [name, sample]));
        const to = { address, name: user.name, accountId: user.id };
        return addMail(db, kit, { template: key, to, orgId: session.orgId, values }, text, true);
      });
      kit.jobs.wake();
      return {
        message: kit.smtp ? `Test email sent to ${address}.` : 'The test email is stored in the outbox.',
        data: { id },
      };
    },
  });
}

async function mustFind(db: Queryable, id: string | undefined) {
  const row = isId(id) ? await templateById(db, id) : undefined;
  if (!row) throw refuse.notFound('Template not found');
  return row;
}

function isShipped(key: TemplateKey, language: Language, text: TemplateText): boolean {
  const { subject, body } = shippedOf(key, language);
  return subject === text.subject && body === text.body;
}

function refuseProblems(key: TemplateKey, text: TemplateText): void {
  const problems = templateProblems(text, shippedOf(key).variables);
  if (Object.keys(problems).length > 0) throw refuse.badInput(problems as Record<string, string>);
}

async function refuseTooMany(db: Queryable, accountId: string, now: Date): Promise<void> {
  const [sent] = await db.query<{ count: number }>(
    `select count(*) from mail where to_account_id = $1 and test and created_at > $2`,
    [accountId, new Date(now.getTime() - 600_000).toISOString()],
  );
  if ((sent?.count ?? 0) >= testsPerTenMinutes)
    throw refuse.tooMany('Too many test emails. Try again in some minutes', 600);
}
