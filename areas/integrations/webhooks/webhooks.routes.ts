import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { nameOf } from '../name-of.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { can, type Grants } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { addressProblem } from '#kit/server/outgoing/address.ts';
import { nameProblem, type OutgoingOptions } from '#kit/server/outgoing/send.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { needRecentProof } from '#kit/server/sessions/step-up.ts';
import { mustSeeOrganisation } from '../organisation.store.ts';
import { secretCell } from './deliver.job.ts';
import { addTest, webhookJob } from './outbox.store.ts';
import { newSecret } from './signature.rules.ts';
import {
  delivery,
  eventNames,
  madeWebhook,
  webhook,
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from './webhook-answers.contract.ts';
import {
  addWebhook,
  changeWebhook,
  countDeliveries,
  lockWebhook,
  readDeliveries,
  readWebhooks,
  removeWebhook,
  sendAgain,
} from './webhooks.store.ts';

const module = 'webhook';
const common = { tag: 'Webhooks', scope: 'organisation' } as const;
const named = { one: 'Webhook', fields: {}, unique: [], base: 'webhook' };
const limits = { maxSkip: 9_999, maxTake: 100, take: 25 };

const { name, url } = webhookLimits;
const fields = {
  name: nameOf(name),
  url: z
    .string({ error: 'Enter an address' })
    .check(z.trim(), z.maxLength(url, { error: `At most ${url} characters` })),
  events: z
    .array(z.enum(eventNames, { error: 'Must be one of the offered events' }), { error: 'Choose the events' })
    .check(z.minLength(1, { error: 'Choose at least one event' }), z.maxLength(eventNames.length)),
};
const newWebhook = z.strictObject({
  ...fields,
  orgId: z.optional(z.uuid({ error: 'Must be the id of an organisation' })),
});
const changedWebhook = z.strictObject({ ...fields, isOn: z.boolean({ error: 'Must be true or false' }) });

export interface WebhookParts {
  sealed: SealedTexts;
  jobs: Pick<Jobs, 'add' | 'wake'>;
  webhooks: OutgoingOptions;
}

/** @throws 400 for an address that nothing is sent to, and for events that one may not look at oneself */
async function checkGiven(
  given: { url: string; events: WebhookEvent[]; isOn?: boolean },
  grants: Grants,
  { webhooks }: WebhookParts,
): Promise<void> {
  const problem =
    addressProblem(given.url, webhooks.allowLoopback) ??
    // What is switched off is not sent to, wherever its name leads by now.
    (given.isOn === false ? undefined : await nameProblem(given.url, webhooks));
  if (problem !== undefined) throw refuse.badInput({ url: problem });
  const foreign = given.events.find((event) => !can(grants, webhookEvents[event], 'view'));
  if (foreign !== undefined) throw refuse.badInput({ events: `You may not view what ${foreign} tells` });
}

const idOf = (call: Call, parameter: string, message: string): string => {
  const id = call.params[parameter]?.toLowerCase();
  if (!isId(id)) throw refuse.notFound(message);
  return id;
};
const webhookId = (call: Call) => idOf(call, 'id', 'Webhook not found');

/** Webhooks as those keep them who may. */
export function addWebhookRoutes(app: FastifyInstance, kit: CatalogueKit, parts: WebhookParts): void {
  addList(app, kit);
  addCreate(app, kit, parts);
  addRoute(app, {
    ...common,
    method: 'PUT',
    path: '/webhook/{id}',
    summary: 'Change a webhook, or switch it on or off. Needs a password or code of the last ten minutes',
    access: { module, action: 'edit' },
    body: changedWebhook,
    once: true,
    answer: webhook,
    handle: async (call) => {
      const id = webhookId(call);
      const { session } = call;
      const given = call.body as z.infer<typeof changedWebhook>;
      needRecentProof(session, kit.clock.now());
      await checkGiven(given, session.grants, parts);
      const content = { values: given, files: {} };
      return writeAnswer(kit, named, call, content, async (db, writer) => {
        const was = await lockWebhook(db, scopeOf(session), id);
        await changeWebhook(db, writer, was, { ...given, events: [...new Set(given.events)] });
        const [row] = await readWebhooks(db, 'w.id = $1', [id]);
        return { status: 200, message: 'Webhook updated.', data: JSON.stringify(row) };
      });
    },
  });
  addRoute(app, {
    ...common,
    method: 'DELETE',
    path: '/webhook/{id}',
    summary: 'Delete a webhook: nothing more is sent to it',
    access: { module, action: 'delete' },
    once: true,
    answer: z.strictObject({ id: z.string() }),
    handle: async (call) => {
      const id = webhookId(call);
      return writeAnswer(kit, named, call, null, async (db, writer) => {
        await removeWebhook(db, writer, await lockWebhook(db, scopeOf(call.session), id));
        return { status: 200, message: 'Webhook deleted.', data: JSON.stringify({ id }) };
      });
    },
  });
  addMessageRoutes(app, kit, parts);
}

function addList(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/webhook',
    summary: 'Webhooks, the latest first',
    access: { module, action: 'view' },
    query: {
      orgId: { about: 'Of this organisation', schema: { type: 'string', format: 'uuid' } },
      ...listPage,
    },
    answer: z.array(webhook),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const terms = ['true', ...read.words(`concat_ws(' ', w.name, w.url)`)];
      const orgIds = read.ids('orgId');
      if (orgIds) terms.push(`w.org_id = any(${read.bind(orgIds)}::uuid[])`);
      const { skip, take } = read.page(limits);
      const scope = scopeOf(session);
      const where = `${terms.join(' and ')}${tenantFilter('webhooks', scope, 'w.org_id', read.params)}`;
      return transact(kit.db, scope, async (db) => {
        const data = await readWebhooks(
          db,
          `${where} order by w.created_at desc, w.id desc limit ${take} offset ${skip}`,
          read.params,
        );
        const [total] = await db.query<{ count: number }>(
          `select count(*) from webhook w where w.deleted_at is null and ${where}`,
          read.params,
        );
        return { message: 'OK', data, count: total?.count ?? 0 };
      });
    },
  });
}

function addCreate(app: FastifyInstance, kit: CatalogueKit, parts: WebhookParts): void {
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/webhook',
    summary: 'Make a webhook; its secret is answered this once. Needs a password or code of the last ten minutes',
    access: { module, action: 'create' },
    status: 201,
    body: newWebhook,
    answer: madeWebhook,
    handle: async (call) => {
      const { session } = call;
      const given = call.body as z.infer<typeof newWebhook>;
      const now = kit.clock.now();
      needRecentProof(session, now);
      if (session.orgId !== null && given.orgId !== undefined)
        throw refuse.badInput({ orgId: 'Only where staff make a webhook of an organisation' });
      const orgId = given.orgId ?? session.orgId;
      if (orgId === null) throw refuse.badInput({ orgId: 'Choose the organisation' });
      await checkGiven(given, session.grants, parts);
      const scope = scopeOf(session);
      const writer = writerOf(session, call.request, now);
      const secret = newSecret();
      const data = await runWrite(kit, call, { scope, writer, definition: named, input: null }, async (db) => {
        if (given.orgId !== undefined) await mustSeeOrganisation(db, scope, given.orgId);
        const by = { id: session.user.id, name: session.user.name };
        const one = { name: given.name, url: given.url, events: [...new Set(given.events)] };
        const id = await addWebhook(db, writer, by, orgId, one, (id) => parts.sealed.seal(secretCell(id), secret));
        const [row] = await readWebhooks(db, 'w.id = $1', [id]);
        return { ...row, secret };
      });
      return { message: 'Webhook created.', data };
    },
  });
}

function addMessageRoutes(app: FastifyInstance, kit: CatalogueKit, { jobs }: WebhookParts): void {
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/webhook/{id}/deliveries',
    summary:
      'What a webhook was sent in the last 30 days, with each try and the beginning of its answer; the latest first',
    access: { module, action: 'view' },
    query: { skip: listPage.skip, take: listPage.take },
    answer: z.array(delivery),
    beside: { count: z.int() },
    handle: async (call) => {
      const id = webhookId(call);
      const { skip, take } = queryReader(call.query).page(limits);
      const scope = scopeOf(call.session);
      return transact(kit.db, scope, async (db) => {
        await lockWebhook(db, scope, id);
        return { message: 'OK', data: await readDeliveries(db, id, skip, take), count: await countDeliveries(db, id) };
      });
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/webhook/{id}/test',
    summary: 'Send a webhook a test message, once',
    access: { module, action: 'edit' },
    once: true,
    answer: z.strictObject({ id: z.string() }),
    handle: async (call) => {
      const id = webhookId(call);
      return writeAnswer(kit, named, call, null, async (db, writer) => {
        const one = await lockWebhook(db, scopeOf(call.session), id);
        const sent = await addTest(db, one, writer.now);
        (writer.afterwards ??= []).push(() => jobs.wake());
        return { status: 200, message: 'Test message is on its way.', data: JSON.stringify({ id: sent }) };
      });
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/webhook/{id}/again/{messageId}',
    summary: 'Send a message of a webhook again, under the same id',
    access: { module, action: 'edit' },
    once: true,
    answer: z.strictObject({ id: z.string() }),
    handle: async (call) => {
      const id = webhookId(call);
      const messageId = idOf(call, 'messageId', 'Message not found');
      return writeAnswer(kit, named, call, null, async (db, writer) => {
        const one = await lockWebhook(db, scopeOf(call.session), id);
        if (!one.isOn) throw refuse.conflict('This webhook is off. Switch it on first');
        await sendAgain(db, id, messageId, writer.now);
        await jobs.add(db, { name: webhookJob });
        (writer.afterwards ??= []).push(() => jobs.wake());
        return { status: 200, message: 'Message is on its way again.', data: JSON.stringify({ id: messageId }) };
      });
    },
  });
}
