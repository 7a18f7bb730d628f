import type { FastifyInstance } from 'fastify';
import { offerReach, type OfferReach } from '#areas/offers/offer-answers.contract.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { coverTypes } from '../policy/policy.contract.ts';

const id = (about: string) => ({ about, schema: { type: 'string', format: 'uuid' } }) as const;
const types = coverTypes.map(({ value }) => value);

/** GET /vehicle/qualifying: who qualifies for an offer by its conditions, counted before it is saved. */
export function addQualifyingRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/vehicle/qualifying',
    summary:
      'How many vehicles in use an offer of these conditions is for, and of how many organisations; insurer, cover and IDV are those of the last policy of a vehicle, as it would be renewed',
    tag: 'Insurance offers',
    access: { module: 'insurance-offer', action: 'view' },
    scope: 'organisation',
    query: {
      insurerId: id('Insurer'),
      coverTypes: { about: `Types of cover, separated by commas: ${types.join(', ')}`, schema: { type: 'string' } },
      categoryId: id('Vehicle category'),
      minIdvPaise: { about: 'Least IDV in paise', schema: { type: 'integer', minimum: 0 } },
    },
    answer: offerReach,
    searches: true,
    handle: async ({ session, query }) => {
      const scope = scopeOf(session);
      const read = queryReader(query);
      const [insurer] = read.ids('insurerId') ?? [];
      const [category] = read.ids('categoryId') ?? [];
      const covers = read.among('coverTypes', types);
      const least = read.whole('minIdvPaise', 0, Number.MAX_SAFE_INTEGER);
      read.done();
      const last = [
        ...(insurer === undefined ? [] : [`p.insurer_id = ${read.bind(insurer)}`]),
        ...(covers === undefined ? [] : [`p.cover_type = any(${read.bind(covers)}::text[])`]),
        ...(least === undefined ? [] : [`coalesce(p.idv_paise, 0) >= ${read.bind(least)}`]),
      ];
      const where = [
        ...(category === undefined ? [] : [`v.category_id = ${read.bind(category)}`]),
        ...(last.length === 0 ? [] : [`exists (select from (${lastPolicySql}) p where ${last.join(' and ')})`]),
      ];
      const tenantSql = tenantFilter('offer-reach', scope, 'v.org_id', read.params);
      const [data] = await transact(kit.db, scope, (db) =>
        db.query<OfferReach>(
          `select count(*)::int as vehicles, count(distinct v.org_id)::int as organisations from vehicles_vehicle v
           where v.deleted_at is null and v.status = 1 and v.situation not in ('SOLD', 'RETIRED')
             ${where.map((one) => `and ${one}`).join(' ')}${tenantSql}`,
          read.params,
        ),
      );
      return { message: 'OK', data };
    },
  });
}

/** What a vehicle's owner would renew: the policy that began last. */
const lastPolicySql = `select l.insurer_id, l.cover_type, l.idv_paise from app_user_policy l
  where l.vehicle_id = v.id and l.org_id = v.org_id and l.issued and l.status = 1 and l.deleted_at is null and l.cancelled_on is null
  order by least(l.od_from, l.tp_from) desc, l.id desc limit 1`;
