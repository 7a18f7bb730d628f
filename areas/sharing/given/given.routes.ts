import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { pageParameters } from '#kit/contract/page.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { endShares } from '../share-ends.store.ts';
import { type GivenShare, givenShare } from '../share-answers.contract.ts';

const limits = { maxSkip: 9_999, maxTake: 100, take: 50 };
const module = 'vehicle-invitation';
const named = { one: 'Share', fields: {}, unique: [], base: 'vehicle_share' };

/** Shares as those who gave them see them: whoever may invite looks after what came of it. */
export function addGivenRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/vehicle-share',
    summary: 'With whom vehicles are or were shared, open ones first, then the latest',
    tag: 'Shared vehicles',
    scope: 'organisation',
    access: { module, action: 'view' },
    query: {
      vehicleId: { about: 'Of this vehicle', schema: { type: 'string', format: 'uuid' } },
      open: { about: 'Only those that have not ended', schema: { type: 'boolean' } },
      ...pageParameters(limits),
    },
    answer: z.array(givenShare),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const terms = ['true'];
      const [vehicleId] = read.ids('vehicleId') ?? [];
      const open = read.text('open');
      if (open !== undefined && open !== 'true') read.wrong('open', 'Must be true, or left out');
      const now = read.bind(kit.clock.now().toISOString());
      const isOpen = `(s.ended_at is null and (s.until is null or s.until > ${now}::timestamptz))`;
      if (vehicleId !== undefined) terms.push(`s.vehicle_id = ${read.bind(vehicleId)}`);
      if (open === 'true') terms.push(isOpen);
      const { skip, take } = read.page(limits);
      const scope = scopeOf(session);
      const where = `${terms.join(' and ')}${tenantFilter('shares', scope, 's.org_id', read.params)}`;
      return transact(kit.db, scope, async (db) => {
        const rows = await db.query<GivenShare>(
          `select s.id, s.vehicle_id as "vehicleId", v.registration_no as "vehicleNo", s.receiver_name as "receiverName",
             s.receiver_org_name as "receiverOrg", s.since, s.until,
             case when ${isOpen} then null else coalesce(s.ended_at, s.until) end as "endedAt",
             case when ${isOpen} then null else coalesce(s.ended_why, 'OVER') end as "endedWhy"
           from vehicle_share s join vehicles_vehicle v on v.id = s.vehicle_id where ${where}
           order by ${isOpen} desc, s.since desc, s.id desc limit ${take} offset ${skip}`,
          read.params,
        );
        const [total] = await db.query<{ count: number }>(
          `select count(*) from vehicle_share s join vehicles_vehicle v on v.id = s.vehicle_id where ${now}::timestamptz is not null and ${where}`,
          read.params,
        );
        return { message: 'OK', data: rows, count: total?.count ?? 0 };
      });
    },
  });
  addRoute(app, {
    method: 'DELETE',
    path: '/vehicle-share/{id}',
    summary: 'End a share at once',
    tag: 'Shared vehicles',
    scope: 'organisation',
    access: { module, action: 'delete' },
    once: true,
    whileImpersonating: 'allowed',
    answer: z.strictObject({ id: z.string() }),
    handle: async (call) => {
      const id = call.params['id']?.toLowerCase();
      if (!isId(id)) throw refuse.notFound('Share not found');
      const scope = scopeOf(call.session);
      return writeAnswer(kit, named, call, null, async (db, writer) => {
        const params: Param[] = ['', '', id];
        const match = `s.id = $3${tenantFilter('share-revoke', scope, 's.org_id', params)}`;
        const [ended] = await endShares(db, writer, 'REVOKED', match, params.slice(2));
        if (!ended) throw refuse.notFound('Share not found');
        const message = `${ended.title} is no longer shared with ${ended.receiverName}.`;
        return { status: 200, message, data: JSON.stringify({ id }) };
      });
    },
  });
}
