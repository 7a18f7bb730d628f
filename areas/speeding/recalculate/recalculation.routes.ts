import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { pageParameters } from '#kit/contract/page.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { recalculation, recalculatedDays } from './recalculation.contract.ts';
import { listRecalculations } from './recalculations.store.ts';

const limits = { maxSkip: 9_999, maxTake: 100, take: 25 };

/** GET /violation/recalculation: what past trips were judged anew for. */
export function addRecalculations(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/violation/recalculation',
    summary: `Recalculations of the trips of ${recalculatedDays} days after a road, a rule, the law, a configuration or a vehicle has changed, the latest first`,
    tag: 'Violations',
    access: { module: 'violation', action: 'approve' },
    scope: 'organisation',
    query: pageParameters(limits),
    answer: z.array(recalculation),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const page = queryReader(query).page(limits);
      const scope = scopeOf(session);
      const { rows, count } = await transact(kit.db, scope, (db) => listRecalculations(db, scope, page));
      return { message: 'OK', data: rows, count };
    },
  });
}
