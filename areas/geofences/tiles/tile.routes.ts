import type { FastifyInstance } from 'fastify';
import { createBoundedCache } from '#kit/server/bounded/bounded-cache.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { answerTile, tileBytes, type TileFeature, tileMedia, tileOf } from '#kit/server/tiles/answer-tile.ts';
import type { TileAt } from '#kit/server/tiles/tile-lines.ts';
import { createBreath } from '#kit/server/turns/breath.ts';
import { shapeOf } from '../geofence/geofence.rules.ts';
import { fenceTiles } from './fence-tiles.contract.ts';
import { nameInTile, shapeInTile, sizeInTile } from './tile-shapes.ts';
import { fencesOfTile, type TileFence } from './tiles.store.ts';

const rememberedBytes = 16 * 1024 * 1024;
/** A geofence is named where it is at least so large, in units of a tile: 40 pixels. */
const namedFrom = 320;

/** GET /geofence/tile/{z}/{x}/{y}: active geofences as a vector tile. */
export function addTileRoute(app: FastifyInstance, kit: CatalogueKit): void {
  const made = createBoundedCache<Buffer>(rememberedBytes);
  addRoute(app, {
    method: 'GET',
    path: fenceTiles.path,
    summary:
      'Active geofences of a tile of the map as a Mapbox vector tile, with their ids and names: none that would be smaller than 2 pixels',
    tag: 'Geofences',
    access: { module: 'geofence', action: 'view' },
    scope: 'organisation',
    raw: [tileMedia],
    searches: true,
    handle: async ({ session, request, reply, params }) => {
      const at = tileOf(params, fenceTiles.maxZoom);
      const scope = scopeOf(session);
      const whose = scope.orgIds ?? scope.orgId;
      const version = await kit.versions.now(['geofence'], whose);
      // Whose eyes: a tile of one scope is never another’s.
      const state = `${scope.orgIds ? `some ${scope.orgIds.join()}` : (scope.orgId ?? 'staff')} ${version}`;
      return answerTile({ request, reply }, made, { at, state }, async () =>
        draw(await transact(kit.db, scope, (db) => fencesOfTile(db, scope, at)), at),
      );
    },
  });
}

async function draw(fences: readonly TileFence[], at: TileAt): Promise<Buffer> {
  const breathe = createBreath();
  const areas: TileFeature[] = [];
  const names: TileFeature[] = [];
  // The largest first: smaller ones lie above them, and are found by a click.
  for (const fence of fences) {
    await breathe();
    const shape = shapeOf(fence);
    // Checked when it was written; one that cannot be read any more is nowhere.
    if (!shape) continue;
    const tags = { id: fence.id, name: fence.name };
    for (const drawn of shapeInTile(shape, at)) areas.push({ ...drawn, tags });
    const isNamed = at.z === fenceTiles.maxZoom || sizeInTile(shape, at) >= namedFrom;
    const place = isNamed ? nameInTile(shape, at) : undefined;
    if (place) names.push({ type: 1, geometry: [place], tags });
  }
  return tileBytes({ [fenceTiles.layer]: areas, [fenceTiles.nameLayer]: names });
}
