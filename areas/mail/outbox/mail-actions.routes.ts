import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { idSchema } from '#kit/server/catalogue/answer-schemas.ts';
import { type Queryable, transact } from '#kit/server/db/database.ts';
import { recordChange, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { mailJob, type MailKit } from '../mail-parts.ts';
import { openMail } from '../sealed-mail.ts';
import { mayReveal, whyStays } from './outbox.policy.ts';
import { type FullRow, mustReadMail, queueAgain, sealedOf } from './outbox.store.ts';

const common = { tag: 'Mail', scope: 'organisation' } as const;

/** What people may do about a mail of the outbox: send it again, and show the link of one that did not leave. */
export function addMailActions(app: FastifyInstance, kit: MailKit): void {
  addRoute(app, {
    ...common,
    access: { module: 'mail', action: 'edit' },
    method: 'POST',
    path: '/mail/resend/{id}',
    summary: 'Resend an email that was not delivered; a sent email is sent as a new one. Returns its id',
    answer: idSchema,
    handle: async (call) => {
      const now = kit.clock.now();
      const id = await transact(kit.db, scopeOf(call.session), async (db) => {
        const row = await mustReadMail(db, call, true);
        const stays = whyStays(kit, row, now);
        if (stays) throw refuse.conflict(stays);
        const sentAs = await queueAgain(db, row, now);
        await kit.jobs.add(db, { name: mailJob });
        await recordMailChange(
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
      return { message: 'Email queued.', data: { id } };
    },
  });

  addRoute(app, {
    ...common,
    access: { module: 'mail', action: 'approve' },
    byKey: 'refused',
    method: 'POST',
    path: '/mail/reveal/{id}',
    summary: 'Show the secret link of an unsent email, to a user above its recipient. It is recorded',
    answer: z.strictObject({ link: z.string() }),
    handle: async (call) => {
      const now = kit.clock.now();
      const link = await transact(kit.db, scopeOf(call.session), async (db) => {
        const row = await mustReadMail(db, call, true);
        if (!row.sealed || !['kept', 'failed'].includes(row.state) || Date.parse(row.expiresAt ?? '') <= now.getTime())
          throw refuse.conflict('This email has no secret link that can be shown');
        if (!mayReveal(call.session, row, now))
          throw refuse.forbidden('Only users with a role above that of the recipient may see this link');
        const sealed = await sealedOf(db, row.id);
        await recordMailChange(db, call, row, now, {}, { revealed: true });
        return sealed && openMail(kit.masterKey, row.id, sealed)?.link;
      });
      if (!link) throw refuse.conflict('This email has no secret link that can be shown');
      return { message: 'OK', data: { link } };
    },
  });
}

/** History of a mail: what people did with it. */
const recordMailChange = (
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
