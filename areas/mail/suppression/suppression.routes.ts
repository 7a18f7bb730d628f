import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { idSchema } from '#kit/server/catalogue/answer-schemas.ts';
import { transact } from '#kit/server/db/database.ts';
import { recordChange, writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { suppressionSchema } from '../mail.schemas.ts';
import type { MailKit } from '../mail-parts.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import type { Suppression } from '../mail.contract.ts';

/** Addresses that a mail server refused for good. They belong to no organisation, so only staff see them. */
export function addSuppressionRoutes(app: FastifyInstance, kit: MailKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/mail-suppression',
    summary: 'Suppression list, latest first',
    tag: 'Mail',
    access: { module: 'mail', action: 'view' },
    scope: 'organisation',
    query: listPage,
    answer: z.array(suppressionSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      if (session.user.kind !== 'staff') throw refuse.forbidden();
      const read = queryReader(query);
      const where = ['true', ...read.words('address')].join(' and ');
      const { skip, take } = read.page();
      const [rows, total] = await transact(kit.db, scopeOf(session), async (db) => [
        await db.query<Suppression>(
          `select id, address, reason, mail_id as "mailId", at from mail_suppression where ${where}
           order by at desc, id desc limit ${take} offset ${skip}`,
          read.params,
        ),
        await db.query<{ count: number }>(`select count(*) from mail_suppression where ${where}`, read.params),
      ]);
      return { message: 'OK', data: rows, count: total[0]?.count ?? 0 };
    },
  });

  addRoute(app, {
    method: 'DELETE',
    path: '/mail-suppression/{id}',
    summary: 'Remove an address from the suppression list',
    tag: 'Mail',
    access: { module: 'mail', action: 'edit' },
    scope: 'organisation',
    answer: idSchema,
    handle: async ({ session, request, params }) => {
      if (session.user.kind !== 'staff') throw refuse.forbidden();
      const id = params['id'];
      const now = kit.clock.now();
      await transact(kit.db, scopeOf(session), async (db) => {
        const [gone] = isId(id)
          ? await db.query<Suppression>('delete from mail_suppression where id = $1 returning id, address, reason', [
              id,
            ])
          : [];
        if (!gone) throw refuse.notFound('Address not found');
        await recordChange(db, writerOf(session, request, now), {
          action: 'delete',
          module: 'mail',
          recordId: gone.id,
          recordTitle: gone.address,
          orgId: null,
          before: { address: gone.address, reason: gone.reason },
          after: null,
        });
      });
      return { message: 'Address removed from the list.', data: { id } };
    },
  });
}
