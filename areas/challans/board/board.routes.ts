import type { FastifyInstance } from 'fastify';
import { indiaDay } from '#kit/contract/days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { replyReady } from '#kit/server/http/ready.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { challan } from '../challan/challan.contract.ts';
import { readBoard } from './board.store.ts';
import { challanBoard } from './challan-board.contract.ts';

/** What a board is made of: a write to one of them makes it anew. */
const tables = ['challan', 'challan_type', 'vehicle', 'driver'];

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
    handle: async ({ session, request, reply }) => {
      const scope = scopeOf(session);
      const day = indiaDay(kit.clock.now());
      const { orgId, orgIds, client } = scope;
      // Added up once for all who see the same, until something of it is written.
      const version = await kit.versions.now(tables, orgId ?? orgIds ?? null);
      const key = `challan board ${JSON.stringify([client ?? false, orgId, orgIds ?? null, day])}`;
      const answer = await kit.answers.give(key, version, async () => {
        const data = await transact(kit.db, scope, (db) => readBoard(db, scope, day));
        return { text: JSON.stringify({ message: 'OK', data }), keep: true };
      });
      return replyReady(request, reply, answer);
    },
  });
}
