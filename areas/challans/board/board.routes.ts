import type { FastifyInstance } from 'fastify';
import { indiaDay } from '#kit/contract/days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { challan } from '../challan/challan.contract.ts';
import { readBoard } from './board.store.ts';
import { challanBoard } from './challan-board.contract.ts';

/** GET /challan/board: what is open by deadline, status, source, vehicle and driver, who does it again, and the money by month. */
export function addBoard(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/challan/board',
    summary:
      'Open challans by deadline, status, source, vehicle and driver, repeated offences, and amounts by month; each number with its list',
    tag: challan.many,
    access: { module: challan.path, action: 'view' },
    scope: 'organisation',
    answer: challanBoard,
    handle: async ({ session }) => {
      const scope = scopeOf(session);
      const data = await transact(kit.db, scope, (db) => readBoard(db, scope, indiaDay(kit.clock.now())));
      return { message: 'OK', data };
    },
  });
}
