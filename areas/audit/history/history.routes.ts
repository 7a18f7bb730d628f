import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { historySchema } from '#kit/server/catalogue/answer-schemas.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { historyColumns } from '#kit/server/history-read.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { listPage } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { historyCondition, historyFilters } from './history-filter.rules.ts';

/** GET /history: who changed what, over all records of the modules that the caller may view. */
export function addHistoryRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/history',
    summary: 'Changes to all records, newest first',
    tag: 'Records',
    access: { module: 'history', action: 'view' },
    scope: 'organisation',
    query: { skip: listPage.skip, take: listPage.take, ...historyFilters },
    answer: z.array(historySchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const { found, params, skip, take } = historyCondition(kit, session, query);
      const [rows, total] = await transact(kit.db, scopeOf(session), async (db) => [
        await db.query<HistoryRow>(
          `select ${historyColumns} from ${found} order by h.at desc, h.id desc limit ${take} offset ${skip}`,
          params,
        ),
        await db.query<{ count: number }>(`select count(*) from ${found}`, params),
      ]);
      return { message: 'OK', data: rows, count: total[0]?.count ?? 0 };
    },
  });
}
