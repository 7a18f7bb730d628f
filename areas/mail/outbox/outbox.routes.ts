import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { can } from '#kit/contract/rights.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { mailRowSchema, mailSchema, mailStatusSchema } from '../mail.schemas.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import type { MailKit } from '../mail-parts.ts';
import { type MailState, mailStates } from '../mail.contract.ts';
import { answered, listMails, mustReadMail } from './outbox.store.ts';
import { mayReveal, whyStays } from './outbox.policy.ts';
import { templateKeys } from '../templates/shipped-templates.ts';

const common = { tag: 'Mail', scope: 'organisation' } as const;
const view = { ...common, access: { module: 'mail', action: 'view' } } as const;

/** The outbox: what was queued, and what became of it. */
export function addOutboxRoutes(app: FastifyInstance, kit: MailKit): void {
  addRoute(app, {
    ...view,
    method: 'GET',
    path: '/mail',
    summary: 'Mails, newest first',
    query: {
      ...listPage,
      state: { about: 'States, separated by commas', schema: { type: 'string', examples: [mailStates.join(',')] } },
      template: { about: 'Templates, separated by commas', schema: { type: 'string' } },
      from: { about: 'First day it was queued on', schema: { type: 'string', format: 'date' } },
      to: { about: 'Last day it was queued on', schema: { type: 'string', format: 'date' } },
    },
    answer: z.array(mailRowSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const terms = [`true${tenantFilter('mails', scopeOf(session), 'm.org_id', read.params)}`];
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
    summary: 'Delivery status and number of emails by state',
    answer: mailStatusSchema,
    handle: async ({ session }) => {
      const params: Param[] = [];
      const within = tenantFilter('mail-states', scopeOf(session), 'm.org_id', params);
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
    summary: 'An email with its delivery log, without its secret link',
    answer: mailSchema,
    handle: async (call) => {
      const now = kit.clock.now();
      const data = await transact(kit.db, scopeOf(call.session), async (db) => {
        const row = await mustReadMail(db, call);
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
}
