import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { roadQuality, violationReason } from '../violation-answers.contract.ts';
import { readViolationQuery, violationFilters } from '../violations/violation-query.ts';
import { readQuality, readReasons } from './quality.store.ts';

const access = { module: 'violation', action: 'approve' } as const;
const { from, to } = violationFilters;

/** GET /violation/quality and /violation/reason: roads whose limits are doubted, and what they are doubted for. */
export function addQualityRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/violation/quality',
    summary:
      'Roads on which violations were dismissed for a wrong limit or a wrong road, those with most of them first',
    tag: 'Violations',
    access,
    scope: 'organisation',
    query: { ...(from ? { from } : {}), ...(to ? { to } : {}) },
    answer: z.array(roadQuality),
    handle: async ({ session, query }) => {
      const { read, terms } = readViolationQuery(query, session.user.id, kit.clock.now());
      read.done();
      const scope = scopeOf(session);
      return transact(kit.db, scope, async (db) => ({
        message: 'OK',
        data: await readQuality({ db, scope, places: kit.places }, { terms, params: read.params }),
      }));
    },
  });
  addRoute(app, {
    method: 'GET',
    path: '/violation/reason',
    summary: 'Reasons for which violations may be dismissed, and whether they need a note',
    tag: 'Violations',
    access,
    scope: 'organisation',
    answer: z.array(violationReason),
    handle: async ({ session }) =>
      transact(kit.db, scopeOf(session), async (db) => ({ message: 'OK', data: await readReasons(db) })),
  });
}
