import { createHash } from 'node:crypto';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { FastifyInstance } from 'fastify';
import { createBoundedCache } from '#kit/server/bounded/bounded-cache.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createBreath } from '#kit/server/turns/breath.ts';
import { roadTiles } from './road-tiles.contract.ts';
import { extent, lineInTile, type TileAt } from './tile-lines.ts';
import { roadsOfTile, type TileRoad } from './tiles.store.ts';

/** Names are written from here on, and only then a tile carries them. */
const namesFrom = 12;
const rememberedBytes = 24 * 1024 * 1024;
const media = 'application/vnd.mapbox-vector-tile';

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
    raw: [media],
    searches: true,
    handle: async ({ request, reply, params }) => {
      const at = tileOf(params);
      const version = await kit.versions.now(['road', 'road_type'], null);
      const etag = `"${createHash('sha1').update(`${at.z}/${at.x}/${at.y} ${version}`).digest('base64url').slice(0, 20)}"`;
      reply.type(media).headers({ etag, 'cache-control': 'private, no-cache' });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      let tile = made.get(etag);
      if (!tile) {
        tile = await draw(await transact(kit.db, everything, (db) => roadsOfTile(db, at)), at);
        made.set(etag, tile, tile.length);
      }
      return reply.send(tile);
    },
  });
}

function tileOf({ z, x, y }: Record<string, string>): TileAt {
  const [zoom, right, down] = [z, x, y].map((text) => (/^\d{1,5}$/.test(text ?? '') ? Number(text) : Number.NaN)) as [
    number,
    number,
    number,
  ];
  if (!(zoom <= roadTiles.maxZoom && right < 2 ** zoom && down < 2 ** zoom))
    throw refuse.notFound('There is no such tile');
  return { z: zoom, x: right, y: down };
}

async function draw(roads: readonly TileRoad[], at: TileAt): Promise<Buffer> {
  const breathe = createBreath();
  const hasNames = at.z >= namesFrom;
  const features = [];
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
      ...(hasNames ? { id, name, ...(ref === null ? {} : { ref }), ...(kmh === null ? {} : { kmh }), oneWay } : {}),
    };
    features.push({ type: 2 as const, geometry, tags });
  }
  if (features.length === 0) return Buffer.alloc(0);
  return Buffer.from(fromGeojsonVt({ [roadTiles.layer]: { features } as never }, { version: 2, extent }));
}
