import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { BoundedCache } from '#kit/server/bounded/bounded-cache.ts';
import { refuse } from '#kit/server/refusals.ts';
import { extent, type Point, type TileAt } from './tile-lines.ts';

export const tileMedia = 'application/vnd.mapbox-vector-tile';

/** The tile that an address names. Refuses what is none up to a zoom. */
export function tileOf({ z, x, y }: Record<string, string>, maxZoom: number): TileAt {
  const [zoom, right, down] = [z, x, y].map((text) => (/^\d{1,5}$/.test(text ?? '') ? Number(text) : Number.NaN)) as [
    number,
    number,
    number,
  ];
  if (!(zoom <= maxZoom && right < 2 ** zoom && down < 2 ** zoom)) throw refuse.notFound('There is no such tile');
  return { z: zoom, x: right, y: down };
}

/** What a tile has: 1 points, 2 lines, 3 polygons. Rings of a polygon: the outer one first, and holes turn the other way. */
export interface TileFeature {
  type: 1 | 2 | 3;
  /** In units of the tile; of points the points themselves. */
  geometry: Point[][] | Point[];
  tags: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** Bytes of a tile with these layers; empty ones are left out. */
export function tileBytes(layers: Readonly<Record<string, readonly TileFeature[]>>): Buffer {
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
  if (filled.length === 0) return Buffer.alloc(0);
  const named = Object.fromEntries(filled.map(([name, features]) => [name, { features }]));
  return Buffer.from(fromGeojsonVt(named as never, { version: 2, extent }));
}

/**
 * Answers with a tile that is drawn once while `state` stays the same, and not sent again to whoever has it.
 * @param state what the tile hangs on besides its place: whose eyes, and the state of the tables
 */
export async function answerTile(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  kept: BoundedCache<Buffer>,
  { at, state }: { at: TileAt; state: string },
  draw: () => Promise<Buffer>,
): Promise<FastifyReply> {
  const etag = `"${createHash('sha1').update(`${at.z}/${at.x}/${at.y} ${state}`).digest('base64url').slice(0, 20)}"`;
  reply.type(tileMedia).headers({ etag, 'cache-control': 'private, no-cache' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  let tile = kept.get(etag);
  if (!tile) {
    tile = await draw();
    kept.set(etag, tile, tile.length);
  }
  return reply.send(tile);
}
