import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { can } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { overall, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { readLimitRoads } from '#areas/roads/roads.server.ts';
import { findTrip } from '#areas/trips/trips.server.ts';
import { tripMatch } from '../violation-answers.contract.ts';
import { nameOf } from '../violations/episodes.store.ts';
import { readViolations } from '../violations/violations.store.ts';
import { readMatch } from './trip-match.store.ts';

/** GET /trip/{id}/match: a trip on the roads; null until it is matched to them. */
export function addTripMatch(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/trip/{id}/match',
    summary:
      'A trip matched to roads: its line, the roads that it took with metres along each, and its violations for those who may view them; null until then',
    tag: 'Trips',
    access: { module: 'vehicle-trips', action: 'view' },
    scope: 'organisation',
    answer: z.nullable(tripMatch),
    handle: async ({ session, params }) => {
      const id = params['id']?.toLowerCase() ?? '';
      const scope = scopeOf(session);
      return transact(kit.db, scope, async (db) => {
        const match = isId(id) ? await readMatch(db, scope, id) : undefined;
        if (!match) {
          if (!(await findTrip(db, scope, id))) throw refuse.notFound('Trip not found');
          return { message: 'OK', data: null };
        }
        const ids = [...new Set(match.pieces.flatMap(({ roads }) => roads.map((road) => road.id)))];
        const roads = await overall(db, scope, () => readLimitRoads(db, ids));
        const now = kit.clock.now();
        const mayView = can(session.grants, 'violation', 'view');
        const violations = !mayView
          ? []
          : await readViolations(
              { db, scope, places: kit.places, now },
              { terms: [`x.trip_id = $1::uuid and x.state <> 'WITHDRAWN'`], params: [id], take: 200 },
            );
        return {
          message: 'OK',
          data: {
            matchedAt: match.matchedAt,
            fixes: match.fixes,
            matchedFixes: match.matchedFixes,
            distanceM: match.distanceM,
            confidence: match.confidence,
            pieces: match.pieces.map(({ lengthM, points, roads: on }) => ({
              lengthM,
              line: Array.from({ length: points.length / 2 }, (_, i): [number, number] => [
                (points[2 * i + 1] ?? 0) / 1e7,
                (points[2 * i] ?? 0) / 1e7,
              ]),
              roads: on.map(({ id: roadId, fromM, toM }) => ({
                id: roadId,
                name: nameOf(roads.get(roadId)),
                fromM,
                toM,
              })),
            })),
            violations,
          },
        };
      });
    },
  });
}
