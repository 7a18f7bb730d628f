import type { FastifyInstance } from 'fastify';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { offerReach } from './offers.contract.ts';

/** GET /vehicle/qualifying: who qualifies for an offer, counted before it is activated. */
export function addOfferRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/vehicle/qualifying',
    summary: 'How many vehicles in use an offer is for, and of how many organisations; of one category or of all',
    tag: 'Insurance offers',
    access: { module: 'insurance-offer', action: 'view' },
    scope: 'organisation',
    query: { categoryId: { about: 'Vehicle category', schema: { type: 'string', format: 'uuid' } } },
    answer: offerReach,
    searches: true,
    handle: async ({ session, query }) => {
      const scope = scopeOf(session);
      const category = query['categoryId'];
      if (category !== undefined && !(typeof category === 'string' && isId(category.toLowerCase())))
        throw refuse.badInput({ categoryId: 'Must be an id' });
      const params: Param[] = [category ?? null];
      const tenantSql = tenantFilter('offer-reach', scope, 'v.org_id', params);
      const [data] = await transact(kit.db, scope, (db) =>
        db.query<{ vehicles: number; organisations: number }>(
          `select count(*)::int as vehicles, count(distinct v.org_id)::int as organisations from vehicles_vehicle v
           where v.deleted_at is null and v.status = 1 and v.situation not in ('SOLD', 'RETIRED')
             and ($1::uuid is null or v.category_id = $1)${tenantSql}`,
          params,
        ),
      );
      return { message: 'OK', data };
    },
  });
}
