import type { FastifyInstance } from 'fastify';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { withRights } from '#kit/server/catalogue/policy.ts';
import { catalogueParts } from '#kit/server/catalogue/parts.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { reviewItemSchema, reviewRowSchema } from '../documents.schemas.ts';
import { compare } from './compare.rules.ts';
import { mayNotDecide } from './decide.ts';
import { vehicleKycDoc } from '../documents/document.contract.ts';
import { viewedPages } from './page-views.store.ts';
import {
  handedIn,
  documentFrom,
  mustFindWaiting,
  type ReviewRecord,
  reviewColumns,
  reviewRow,
  waitsSql,
} from './queue.store.ts';
import type { ReviewItem } from './review.contract.ts';
import * as z from 'zod/mini';

const idParameter = (about: string) => ({ about, schema: { type: 'string', format: 'uuid' } });
const ids = {
  typeId: 'd.type_id',
  orgId: 'd.org_id',
  vehicleId: 'd.vehicle_id',
  driverId: 'd.driver_id',
  ownerOrgId: 'd.owner_org_id',
  appUserId: 'd.app_user_id',
} as const;

/** The queue of papers that wait for a reviewer, and one of them with all that is needed to decide it. */
export function addQueueRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const { reads } = catalogueParts(kit, vehicleKycDoc);
  const common = {
    method: 'GET',
    tag: 'Document review',
    access: { module: 'document-review', action: 'view' },
    scope: 'organisation',
  } as const;
  addRoute(app, {
    ...common,
    path: '/document-review',
    summary: 'Documents awaiting review, oldest or soonest to expire first',
    query: {
      ...listPage,
      sort: { about: 'Order', schema: { type: 'string', enum: ['oldest', 'soonest'], default: 'oldest' } },
      typeId: idParameter('Document type'),
      orgId: idParameter('Organisation'),
      vehicleId: idParameter('Documents of this vehicle'),
      driverId: idParameter('Documents of this driver'),
      ownerOrgId: idParameter('Documents of this organisation as an owner'),
      appUserId: idParameter('Documents of this app user'),
    },
    answer: z.array(reviewRowSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      need(session, vehicleKycDoc.path, 'approve');
      const read = queryReader(query);
      const terms = [waitsSql];
      for (const [name, column] of Object.entries(ids)) {
        const [id] = typeof query[name] === 'string' ? [query[name].toLowerCase()] : [];
        if (id === undefined || id === '') continue;
        // What is no id is nobody's: the list is empty, as for an id that does not exist.
        terms.push(isId(id) ? `${column} = ${read.bind(id)}` : 'false');
      }
      terms.push(...read.words(`concat_ws(' ', t.name, v.registration_no, p.name, u.name, o.name)`));
      const [sort] = read.among('sort', ['oldest', 'soonest']) ?? ['oldest'];
      const { skip, take } = read.page();
      const own = scopeOf(session);
      const tenantSql = tenantFilter('review-queue', own, 'd.org_id', read.params);
      const where = `${terms.join(' and ')}${tenantSql}`;
      const order = sort === 'soonest' ? 'd.valid_upto nulls last, ' : '';
      const [rows, counts] = await transact(kit.db, own, async (db) => [
        await db.query<ReviewRecord>(
          `select ${reviewColumns} from ${documentFrom} where ${where} order by ${order}${handedIn}, d.id limit ${take} offset ${skip}`,
          read.params,
        ),
        await db.query<{ count: number }>(`select count(*) from ${documentFrom} where ${where}`, read.params),
      ]);
      const now = kit.clock.now();
      return {
        message: 'OK',
        data: rows.map((row) => reviewRow(row, session.user.id, now)),
        count: counts[0]?.count ?? 0,
      };
    },
  });
  addRoute(app, {
    ...common,
    path: '/document-review/{id}',
    summary: 'A document awaiting review with its record and points to check',
    answer: reviewItemSchema(kit.registry),
    handle: async ({ session, params }): Promise<{ message: string; data: ReviewItem }> => {
      need(session, vehicleKycDoc.path, 'approve');
      const id = params['id']?.toLowerCase();
      if (!isId(id)) throw refuse.notFound('Document not found');
      const own = scopeOf(session);
      const data = await transact(kit.db, own, async (db) => {
        const record = await mustFindWaiting(db, own, id);
        const { json } = await mustRead(reads, own, id, db);
        const paper = JSON.parse(withRights(kit.policies, vehicleKycDoc, session, json));
        return {
          row: reviewRow(record, session.user.id, kit.clock.now()),
          paper,
          ...(await compare(kit, db, own, record, paper)),
          viewed: await viewedPages(db, paper, session.user.id),
          mayNot: mayNotDecide(session, [record.handedInBy]),
        };
      });
      return { message: 'OK', data };
    },
  });
}
