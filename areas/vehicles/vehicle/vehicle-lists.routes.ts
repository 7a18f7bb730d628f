import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { listParameters } from '#kit/contract/list-query.ts';
import { optionSchema } from '#kit/server/catalogue/answer-schemas.ts';
import { withRights } from '#kit/server/catalogue/policy.ts';
import { needTrash, readListQuery } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { countShown, moreSchema, refuseCut } from '#kit/server/catalogue/read/search.ts';
import { type CatalogueKit, catalogueReads } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { vehicle } from './vehicle.contract.ts';

const right = { access: { module: 'vehicle', action: 'view' }, scope: 'organisation', tag: 'Vehicles' } as const;

/** The two lists of vehicles that the specification has beside the catalogue's own. */
export function addVehicleLists(app: FastifyInstance, kit: CatalogueKit): void {
  const reads = catalogueReads(kit, vehicle);
  const row = rowSchema(kit.registry, vehicle);
  addRoute(app, {
    ...right,
    method: 'GET',
    path: '/vehicle/with-filters',
    summary: 'Vehicles that match filters, with their number; as options with option=true',
    query: listParameters(vehicle),
    answer: z.strictObject({ rows: z.union([z.array(row), z.array(optionSchema)]), count: z.int(), more: moreSchema }),
    handle: async ({ session, query: asked }) => {
      const query = readListQuery(vehicle, asked, session);
      needTrash(session, vehicle, query);
      const scope = scopeOf(session);
      if (query.whole) refuseCut(vehicle, query, await reads.count(scope, query));
      const [rows, count] = await Promise.all([
        query.option
          ? reads.options(scope, query)
          : reads
              .page(scope, query)
              .then((page) => page.rows.map((json) => withRights(kit.policies, vehicle, session, json))),
        reads.count(scope, query),
      ]);
      return {
        message: 'OK',
        data: { rows: rows.map((json) => JSON.parse(json) as object), ...countShown(query, count) },
      };
    },
  });
  addRoute(app, {
    ...right,
    method: 'GET',
    path: '/vehicle/app-user/{id}',
    summary: 'Active vehicles of the organisation of an app user, as options with their fields',
    answer: z.array(z.extend(row, optionSchema.shape)),
    handle: async ({ session, params: { id } }) => {
      const scope = scopeOf(session);
      const orgId = await transact(kit.db, scope, async (db) => {
        const params: Param[] = [isId(id) ? id : null];
        const [found] = await db.query<{ orgId: string | null }>(
          `select a.org_id as "orgId" from identity_person a
           where a.id = $1 and a.kind = 'client' and a.deleted_at is null${tenantFilter('vehicles-of-person', scope, 'a.org_id', params)}`,
          params,
        );
        return found?.orgId;
      });
      if (!orgId) throw refuse.notFound('App user not found');
      const query = readListQuery(vehicle, { orgId, status: '1' }, session);
      refuseCut(vehicle, query, await reads.count(scope, query));
      const rows = await transact(kit.db, scope, async (db) =>
        reads.listed(scope, await reads.ids(scope, query, query.take), false, db),
      );
      const data = rows
        .map((json) => JSON.parse(withRights(kit.policies, vehicle, session, json)) as AnyRow)
        .sort((one, other) => (one.title < other.title ? -1 : 1))
        .map((one) => ({ ...one, name: one.title, label: one.title, value: one.id }));
      return { message: 'OK', data };
    },
  });
}
