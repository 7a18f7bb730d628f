import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/input.ts';
import { can } from '#kit/contract/rights.ts';
import { idSchema } from '#kit/server/catalogue/answer-schemas.ts';
import { type Param, type Queryable, transact } from '#kit/server/db/database.ts';
import { fence } from '#kit/server/db/fence.ts';
import { recordChange, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { mailRowSchema, mailSchema, standingSchema } from './answer-schemas.ts';
import { mailJob, type MailKit, plainAddress } from './kit.ts';
import { pageParameters, queryReader } from './list-query.ts';
import { type MailState, mailStates } from './mail.contract.ts';
import { answered, type FullRow, listMails, readMail } from './outbox.ts';
import { mayReveal, whyStays } from './policy.ts';
import { openMail, type SealedColumns } from './secret.ts';
import { templateKeys } from './shipped.ts';

const common = { tag: 'Mail', scope: 'organisation' } as const;
const view = { ...common, access: { module: 'mail', action: 'view' } } as const;

/** The outbox: what was queued, what became of it, and what people may do about it. */
export function addOutboxRoutes(app: FastifyInstance, kit: MailKit): void {
  addRoute(app, {
    ...view,
    method: 'GET',
    path: '/mail',
    summary: 'Mails, newest first',
    query: {
      ...pageParameters,
      state: { about: 'States, separated by commas', schema: { type: 'string', examples: [mailStates.join(',')] } },
      template: { about: 'Templates, separated by commas', schema: { type: 'string' } },
      from: { about: 'First day it was queued on', schema: { type: 'string', format: 'date' } },
      to: { about: 'Last day it was queued on', schema: { type: 'string', format: 'date' } },
    },
    answer: z.array(mailRowSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const terms = [`true${fence('mails', scopeOf(session), 'm.org_id', read.params)}`];
      const states = read.among('state', mailStates);
      if (states) terms.push(`m.state = any(${read.bind(states)})`);
      const templates = read.among('template', templateKeys);
      if (templates) terms.push(`m.template = any(${read.bind(templates)})`);
      terms.push(...read.words(`(m.subject || ' ' || m.to_name || ' ' || m.to_address)`), ...read.days('m.created_at'));
      const page = read.page();
      const { rows, count } = await transact(kit.db, scopeOf(session), (db) =>
        listMails(db, terms.join(' and '), read.params, page),
      );
      return { message: 'OK', data: rows, count };
    },
  });

  addRoute(app, {
    ...view,
    method: 'GET',
    path: '/mail/state',
    summary: 'Whether mails leave, and how many stand where',
    answer: standingSchema,
    handle: async ({ session }) => {
      const params: Param[] = [];
      const within = fence('mail-states', scopeOf(session), 'm.org_id', params);
      const [states, suppressed] = await transact(kit.db, scopeOf(session), async (db) => [
        await db.query<{ state: MailState; count: number }>(
          `select m.state, count(*) from mail m where true${within} group by m.state`,
          params,
        ),
        await db.query<{ count: number }>('select count(*) from mail_suppression'),
      ]);
      const countOf = (state: MailState) => states.find((one) => one.state === state)?.count ?? 0;
      const { smtp, from } = kit;
      return {
        message: 'OK',
        data: {
          configured: smtp !== undefined,
          server: smtp ? `${smtp.host}:${smtp.port}` : null,
          from: `${from.name} <${from.address}>`,
          origin: kit.origin(),
          counts: Object.fromEntries(mailStates.map((state) => [state, countOf(state)])),
          // Refused addresses are everybody's: how many there are is no client's business.
          suppressions: session.user.kind === 'staff' ? (suppressed[0]?.count ?? 0) : 0,
        },
      };
    },
  });

  addRoute(app, {
    ...view,
    method: 'GET',
    path: '/mail/{id}',
    summary: 'A mail with what happened to it. A secret link in it is left out',
    answer: mailSchema,
    handle: async (call) => {
      const now = kit.clock.now();
      const data = await transact(kit.db, scopeOf(call.session), async (db) => {
        const row = await mustRead(db, call);
        const stays = whyStays(kit, row, now);
        const may = {
          resend: stays === null && can(call.session.grants, 'mail', 'edit'),
          reveal: mayReveal(call.session, row, now),
        };
        return answered(db, kit, scopeOf(call.session), row, { may, stays });
      });
      return { message: 'OK', data };
    },
  });

  addRoute(app, {
    ...common,
    access: { module: 'mail', action: 'edit' },
    method: 'POST',
    path: '/mail/resend/{id}',
    summary: 'Send a mail that did not arrive once more; one that has left is sent as a new mail. Answers its id',
    answer: idSchema,
    handle: async (call) => {
      const now = kit.clock.now();
      const id = await transact(kit.db, scopeOf(call.session), async (db) => {
        const row = await mustRead(db, call, true);
        const stays = whyStays(kit, row, now);
        if (stays) throw refuse.conflict(stays);
        const sentAs = await queueAgain(db, row, now);
        await kit.jobs.add(db, { name: mailJob });
        await tell(
          db,
          call,
          row,
          now,
          { state: row.state, to: row.to },
          { state: 'queued', to: row.addressNow ?? row.to },
        );
        return sentAs;
      });
      kit.jobs.wake();
      return { message: 'The mail is on its way.', data: { id } };
    },
  });

  addRoute(app, {
    ...common,
    access: { module: 'mail', action: 'approve' },
    method: 'POST',
    path: '/mail/reveal/{id}',
    summary: 'Show the secret link of a mail that did not leave, to somebody above its recipient. It is recorded',
    answer: z.strictObject({ link: z.string() }),
    handle: async (call) => {
      const now = kit.clock.now();
      const link = await transact(kit.db, scopeOf(call.session), async (db) => {
        const row = await mustRead(db, call, true);
        if (!row.sealed || !['kept', 'failed'].includes(row.state) || Date.parse(row.expiresAt ?? '') <= now.getTime())
          throw refuse.conflict('This mail has no secret link that can be shown');
        if (!mayReveal(call.session, row, now))
          throw refuse.forbidden('Only somebody whose role is above that of the recipient may see this link');
        const [sealed] = await db.query<SealedColumns>('select wrapped_key, iv, tag, cipher from mail where id = $1', [
          row.id,
        ]);
        await tell(db, call, row, now, {}, { revealed: true });
        return sealed && openMail(kit.masterKey, row.id, sealed)?.link;
      });
      if (!link) throw refuse.conflict('This mail has no secret link that can be shown');
      return { message: 'OK', data: { link } };
    },
  });
}

/** A mail of the caller's scope; anything else is answered like one that never was. */
async function mustRead(db: Queryable, { session, params }: Call, lock = false): Promise<FullRow> {
  const id = params['id'];
  const row = isId(id) ? await readMail(db, scopeOf(session), id, lock) : undefined;
  if (!row) throw refuse.notFound('Mail not found');
  return row;
}

/** Queues a mail anew, to the address its account has today. Gives the id it is sent as. */
async function queueAgain(db: Queryable, row: FullRow, now: Date): Promise<string> {
  const to = plainAddress(row.addressNow ?? row.to) ?? row.to;
  const at = now.toISOString();
  if (row.state !== 'sent') {
    await db.query(
      `update mail set state = 'queued', due_at = $2, attempts = 0, last_error = null, to_address = $3 where id = $1`,
      [row.id, at, to],
    );
    return row.id;
  }
  // With the id of the first the mail server of the reader would know it as a repetition and drop it.
  const id = uuidv7();
  await db.query(
    `insert into mail (id, org_id, to_address, to_name, to_account_id, template, template_version, subject, body_text, body_html,
       record_module, record_id, record_title, state, due_at, created_at, test)
     select $2, org_id, $4, to_name, to_account_id, template, template_version, subject, body_text, body_html,
       record_module, record_id, record_title, 'queued', $3, $3, test from mail where id = $1`,
    [row.id, id, at, to],
  );
  return id;
}

/** History of a mail: what people did with it. */
const tell = (
  db: Queryable,
  { session, request }: Call,
  row: FullRow,
  now: Date,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
) =>
  recordChange(db, writerOf(session, request, now), {
    action: 'update',
    module: 'mail',
    recordId: row.id,
    recordTitle: `${row.subject} (${row.to})`,
    orgId: row.orgId,
    before,
    after,
  });
