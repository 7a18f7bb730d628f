import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { overall, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { type Box, roadsInBox } from '#areas/roads/roads.server.ts';
import { roadNearby, type ViolationOne } from '../violation-answers.contract.ts';
import { nameOf } from './episodes.store.ts';
import { mustReadViolation } from './violation-list.routes.ts';

/** Roads are shown this far around a track, in metres, and no more of them than a map can tell apart. */
const aroundM = 250;
const mostRoads = 300;
const degreeM = 111_195;

/** What a track lies in, with room around it. */
function boxOf({ track, lat, lon }: Pick<ViolationOne, 'track' | 'lat' | 'lon'>): Box {
  const lats = [lat, ...track.map((fix) => fix.lat)];
  const lons = [lon, ...track.map((fix) => fix.lon)];
  const high = aroundM / degreeM;
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return {
    south: Math.min(...lats) - high,
    north: Math.max(...lats) + high,
    west: Math.min(...lons) - wide,
    east: Math.max(...lons) + wide,
  };
}

/** GET /violation/{id}/roads: what else it may have been driven on. */
export function addNearbyRoads(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/violation/{id}/roads',
    summary: `Roads within ${aroundM} m of the track of a violation, with their lines there, to compare it with`,
    tag: 'Violations',
    access: { module: 'violation', action: 'view' },
    scope: 'organisation',
    answer: z.array(roadNearby),
    handle: async (call) => {
      const found = await mustReadViolation(kit, call);
      const scope = scopeOf(call.session);
      const roads = await transact(kit.db, scope, (db) =>
        overall(db, scope, () => roadsInBox(db, boxOf(found), mostRoads)),
      );
      return { message: 'OK', data: roads.map(({ id, lines, ...road }) => ({ id, name: nameOf(road), lines })) };
    },
  });
}
