import type { FastifyInstance } from 'fastify';
import { createBoundedCache } from '#kit/server/bounded/bounded-cache.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { answerTile, tileBytes, type TileFeature, tileMedia, tileOf } from '#kit/server/tiles/answer-tile.ts';
import { createBreath } from '#kit/server/turns/breath.ts';
import { roadTiles } from './road-tiles.contract.ts';
import { lineInTile, type TileAt } from '#kit/server/tiles/tile-lines.ts';
import { roadsOfTile, type TileRoad } from './tiles.store.ts';

/** Names are written from here on, and only then a tile carries them. */
const namesFrom = 12;
/** To be raised when tiles say more or other things of the same roads: browsers keep those that they have. */
const format = 2;
/** The numbers of main roads are written from here on. */
const numbersFrom = 7;
const mainRank = 5;
const rememberedBytes = 24 * 1024 * 1024;

/** GET /road/tile/{z}/{x}/{y}: roads as a vector tile. */
export function addTileRoute(app: FastifyInstance, kit: CatalogueKit): void {
  const made = createBoundedCache<Buffer>(rememberedBytes);
  addRoute(app, {
    method: 'GET',
    path: roadTiles.path,
    summary: 'Roads of a tile of the map as a Mapbox vector tile: fewer types where more of the country is seen',
    tag: 'Roads',
    access: { module: 'road', action: 'view' },
    scope: 'global',
    raw: [tileMedia],
    searches: true,
    handle: async ({ request, reply, params }) => {
      const at = tileOf(params, roadTiles.maxZoom);
      const state = `${format} ${await kit.versions.now(['road', 'road_type'], null)}`;
      return answerTile({ request, reply }, made, { at, state }, async () =>
        draw(await transact(kit.db, everything, (db) => roadsOfTile(db, at)), at),
      );
    },
  });
}

async function draw(roads: readonly TileRoad[], at: TileAt): Promise<Buffer> {
  const breathe = createBreath();
  const hasNames = at.z >= namesFrom;
  const features: TileFeature[] = [];
  // The most important last: it is drawn above the others.
  for (const road of roads.toReversed()) {
    await breathe();
    const geometry = lineInTile(road.points, at);
    if (geometry.length === 0) continue;
    const { id, name, ref, type, rank, colour, kmh, oneWay } = road;
    const tags = {
      type,
      rank,
      ...(colour === null ? {} : { colour }),
      ...(ref !== null && (hasNames || (at.z >= numbersFrom && rank <= mainRank)) ? { ref } : {}),
      ...(hasNames ? { id, name, ...(kmh === null ? {} : { kmh }), oneWay } : {}),
    };
    features.push({ type: 2, geometry, tags });
  }
  return tileBytes({ [roadTiles.layer]: features });
}
